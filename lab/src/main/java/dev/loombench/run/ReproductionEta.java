package dev.loombench.run;

import dev.loombench.result.Reproduction.Planned;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/// An estimate of the time of the remaining experiments: from what they plan at first, then scaled
/// by the ratio of actual to estimated time of those that have ended.
final class ReproductionEta {
    private final List<Planned> planned;
    private final LongSupplier nanoTime;
    private double elapsedNanos;
    private double estimatedNanos;
    private int next;
    private long startedNanos;

    /// @param planned experiments, in the order of execution
    /// @param nanoTime the monotonic clock
    ReproductionEta(List<Planned> planned, LongSupplier nanoTime) {
        this.planned = List.copyOf(planned);
        this.nanoTime = nanoTime;
    }

    void experimentStarted() {
        startedNanos = nanoTime.getAsLong();
        next++;
    }

    /// @param ran whether it had a run, whose time counts
    void experimentEnded(boolean ran) {
        if (ran) {
            elapsedNanos += nanoTime.getAsLong() - startedNanos;
            estimatedNanos += RunEta.ofRun(planned.get(next - 1).experiment()).toNanos();
        }
    }

    /// Estimated time of all experiments after the present one.
    Duration remaining() {
        double estimate =
                planned.stream()
                        .skip(next)
                        .mapToDouble(p -> RunEta.ofRun(p.experiment()).toNanos())
                        .sum();
        return Duration.ofNanos(
                Math.round(
                        estimatedNanos > 0 ? estimate * elapsedNanos / estimatedNanos : estimate));
    }
}
