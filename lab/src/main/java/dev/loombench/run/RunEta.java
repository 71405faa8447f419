package dev.loombench.run;

import dev.loombench.spec.ExperimentSpec;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/// An estimate of the remaining time of a run: from its spec at first, then from the mean of the
/// trials that have ended.
final class RunEta {
    /// Time of a trial outside its phases: start, single user, stop.
    private static final Duration OVERHEAD = Duration.ofMillis(1_500);

    private final Duration trialEstimate;
    private final Optional<Duration> longest;
    private final LongSupplier nanoTime;
    private final long startedNanos;
    private long trialStartedNanos;
    private int remainingTrials;
    private int endedTrials;

    /// @param nanoTime the monotonic clock
    /// @param spent part of the budget that is spent already
    RunEta(ExperimentSpec spec, int remainingTrials, LongSupplier nanoTime, Duration spent) {
        this.trialEstimate = ofTrial(spec);
        this.longest = spec.trials().budget().map(_ -> BlockBudget.longest(spec, spent));
        this.remainingTrials = remainingTrials;
        this.nanoTime = nanoTime;
        this.startedNanos = nanoTime.getAsLong();
        this.trialStartedNanos = startedNanos;
    }

    /// The estimate for one trial before any has ended.
    private static Duration ofTrial(ExperimentSpec spec) {
        // The time of a batch is unknown before the first one has ended.
        return spec.isBatch()
                ? OVERHEAD
                : spec.phases().warmUpMax().plus(spec.phases().measure()).plus(OVERHEAD);
    }

    /// The estimate for a complete run before any trial has ended.
    static Duration ofRun(ExperimentSpec spec) {
        return ofTrial(spec).multipliedBy((long) spec.variants().size() * spec.trials().max());
    }

    /// @param trials that ended together
    void ended(int trials) {
        endedTrials += trials;
        remainingTrials -= trials;
        trialStartedNanos = nanoTime.getAsLong();
    }

    /// Estimated time to the end of the run; 0 when it is exceeded.
    Duration remaining() {
        long now = nanoTime.getAsLong();
        long each =
                endedTrials == 0
                        ? trialEstimate.toNanos()
                        : (trialStartedNanos - startedNanos) / endedTrials;
        long all = remainingTrials * each - (now - trialStartedNanos);
        long allowed =
                longest.map(time -> time.toNanos() - (now - startedNanos)).orElse(Long.MAX_VALUE);
        return Duration.ofNanos(Math.max(0, Math.min(all, allowed)));
    }
}
