package dev.loombench.run;

import dev.loombench.spec.ExperimentSpec;
import java.time.Duration;

/// Estimates how long a run will go on: from its spec at first, then from the trials that have
/// ended.
final class RunEta {
    /// What a trial takes beside its phases: start, a lone user, stop.
    private static final Duration OVERHEAD = Duration.ofMillis(1_500);

    private final Duration trialEstimate;
    private final long startedNanos = System.nanoTime();
    private long trialStartedNanos = startedNanos;
    private int remainingTrials;
    private int endedTrials;

    RunEta(ExperimentSpec spec, int toDo) {
        this.trialEstimate = ofTrial(spec);
        this.remainingTrials = toDo;
    }

    /// What a trial takes, before any has been seen.
    private static Duration ofTrial(ExperimentSpec spec) {
        // What a batch takes nobody knows before the first has ended.
        return spec.isBatch()
                ? OVERHEAD
                : spec.phases().warmUpMax().plus(spec.phases().measure()).plus(OVERHEAD);
    }

    /// What a whole run takes, before any trial has been seen.
    static Duration ofRun(ExperimentSpec spec) {
        return ofTrial(spec).multipliedBy((long) spec.variants().size() * spec.trials().max());
    }

    void trialEnded() {
        endedTrials++;
        remainingTrials--;
        trialStartedNanos = System.nanoTime();
    }

    Duration remaining() {
        long now = System.nanoTime();
        long each =
                endedTrials == 0
                        ? trialEstimate.toNanos()
                        : (trialStartedNanos - startedNanos) / endedTrials;
        return Duration.ofNanos(Math.max(0, remainingTrials * each - (now - trialStartedNanos)));
    }
}
