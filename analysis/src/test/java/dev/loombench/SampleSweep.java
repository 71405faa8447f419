package dev.loombench;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.sweep.Sweep;
import dev.loombench.analysis.sweep.Sweep.Level;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialResult;
import java.util.ArrayList;
import java.util.List;

/// Levels of a run with 1,000 requests/s of the pool, and several rates of virtual threads.
public final class SampleSweep {
    /// Stands for a failed trial.
    public static final int NONE = 0;

    private SampleSweep() {}

    private static Level level(int users, int virtual) {
        var results = new ArrayList<TrialResult>();
        for (var trial : SampleRun.manifest().plan()) {
            int faster = trial.block() - 2;
            results.add(
                    SampleRun.result(
                            trial,
                            trial.variant().equals(SampleRun.POOL)
                                    ? SampleRun.completed(1_000 + faster, 400)
                                    : virtual == NONE
                                            ? new Failed("launch", "no", List.of())
                                            : SampleRun.completed(
                                                    virtual - faster, 400_000 / virtual)));
        }
        return new Level(users, Analysis.of(SampleRun.manifest(), results));
    }

    /// A sweep from 50 users on, with twice as many at each level.
    ///
    /// @param virtual good responses per second, or `NONE`
    public static Sweep of(int... virtual) {
        var levels = new ArrayList<Level>();
        for (int i = 0; i < virtual.length; i++) {
            levels.add(level(50 << i, virtual[i]));
        }
        return new Sweep(levels, List.of());
    }

    /// The same sweep, interrupted before its last levels.
    ///
    /// @param missing numbers of their users
    public static Sweep interrupted(Sweep sweep, Integer... missing) {
        return new Sweep(sweep.levels(), List.of(missing));
    }
}
