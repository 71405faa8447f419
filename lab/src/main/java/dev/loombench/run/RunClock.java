package dev.loombench.run;

import dev.loombench.spec.ExperimentSpec;
import java.time.Duration;

/// Estimates how long a run will go on: from its spec at first, then from the trials that have
/// ended.
final class RunClock {
    /// What a trial takes beside its phases: start, a lone user, stop.
    private static final Duration OVERHEAD = Duration.ofMillis(1_500);

    private final Duration guess;
    private final long began = System.nanoTime();
    private long trialBegan = began;
    private int toDo;
    private int ended;

    RunClock(ExperimentSpec spec, int toDo) {
        var phases = spec.phases();
        // What a batch takes nobody knows before the first has ended.
        this.guess =
                spec.isBatch()
                        ? OVERHEAD
                        : phases.warmUpAtMost().plus(phases.measure()).plus(OVERHEAD);
        this.toDo = toDo;
    }

    void trialEnded() {
        ended++;
        toDo--;
        trialBegan = System.nanoTime();
    }

    Duration left() {
        long now = System.nanoTime();
        long each = ended == 0 ? guess.toNanos() : (trialBegan - began) / ended;
        return Duration.ofNanos(Math.max(0, toDo * each - (now - trialBegan)));
    }
}
