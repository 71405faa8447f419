package dev.loombench.run;

import dev.loombench.spec.ExperimentSpec;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/// An estimate of the remaining time of a run: from its spec at first, then from the mean of the
/// trials that have ended. With a budget, it is what is left of that, or the time of the blocks
/// that are run in any case.
final class RunEta {
    /// Time of a trial outside its phases: start, single user, stop.
    private static final Duration OVERHEAD = Duration.ofMillis(1_500);

    private final Duration trialEstimate;
    private final Optional<Duration> budget;
    private final LongSupplier nanoTime;
    private final long startedNanos;
    private long trialStartedNanos;
    private int remainingTrials;

    /// Of the blocks that are run however long they take.
    private int certainTrials;

    private int endedTrials;

    /// @param nanoTime the monotonic clock
    /// @param spent part of the budget that is spent already
    RunEta(ExperimentSpec spec, int remainingTrials, LongSupplier nanoTime, Duration spent) {
        this.trialEstimate = ofTrial(spec);
        this.budget = spec.trials().budget().map(time -> time.minus(spent));
        this.remainingTrials = remainingTrials;
        int further = Math.max(0, spec.trials().max() - BlockBudget.MIN_BLOCKS);
        this.certainTrials = Math.max(0, remainingTrials - further * spec.variants().size());
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
        certainTrials = Math.max(0, certainTrials - trials);
        trialStartedNanos = nanoTime.getAsLong();
    }

    /// Estimated time to the end of the run; 0 when it is exceeded.
    Duration remaining() {
        long now = nanoTime.getAsLong();
        long each =
                endedTrials == 0
                        ? trialEstimate.toNanos()
                        : (trialStartedNanos - startedNanos) / endedTrials;
        long present = now - trialStartedNanos;
        long all = remainingTrials * each - present;
        long certain = certainTrials * each - present;
        long allowed =
                budget.map(time -> time.toNanos() - (now - startedNanos)).orElse(Long.MAX_VALUE);
        return Duration.ofNanos(Math.max(0, Math.max(certain, Math.min(all, allowed))));
    }
}
