package dev.loombench.run;

import dev.loombench.result.Reproduction.Planned;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/// Estimates how long the experiments that are still to come will take: from their specs at first,
/// then from how those before kept to theirs.
final class ReproductionEta {
    private final List<Planned> planned;
    private final LongSupplier nanoTime;
    private double elapsedNanos;
    private double estimatedNanos;
    private int next;
    private long startedNanos;

    /// @param toDo in the order of execution
    ReproductionEta(List<Planned> toDo, LongSupplier nanoTime) {
        this.planned = List.copyOf(toDo);
        this.nanoTime = nanoTime;
    }

    void experimentStarted() {
        startedNanos = nanoTime.getAsLong();
        next++;
    }

    /// @param ran false when there was nothing to learn from it
    void experimentEnded(boolean ran) {
        if (ran) {
            elapsedNanos += nanoTime.getAsLong() - startedNanos;
            estimatedNanos += RunEta.ofRun(planned.get(next - 1).spec()).toNanos();
        }
    }

    /// Of all experiments after the present one.
    Duration remaining() {
        double guess =
                planned.stream()
                        .skip(next)
                        .mapToDouble(p -> RunEta.ofRun(p.spec()).toNanos())
                        .sum();
        return Duration.ofNanos(
                Math.round(estimatedNanos > 0 ? guess * elapsedNanos / estimatedNanos : guess));
    }
}
