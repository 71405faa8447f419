package dev.loombench;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.sweep.Sweep;
import dev.loombench.analysis.sweep.Sweep.Level;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome;
import dev.loombench.result.TrialOutcome.Failed;
import java.util.ArrayList;
import java.util.List;

/// Levels of a run with 1,000 requests/s of the pool, and several rates of virtual threads.
public final class SampleSweep {
    /// Stands for a failed trial.
    public static final int NONE = 0;

    private SampleSweep() {}

    private static Level level(int users, int virtual, RunManifest manifest) {
        var results =
                manifest.plan().stream()
                        .map(trial -> SampleRun.result(trial, outcome(trial, virtual)))
                        .toList();
        return new Level(users, Analysis.of(manifest, results));
    }

    private static TrialOutcome outcome(Trial trial, int virtual) {
        int faster = trial.block() - 2;
        if (trial.variant().equals(SampleRun.POOL)) {
            return SampleRun.completed(1_000 + faster, 400);
        }
        return virtual == NONE || !trial.variant().equals(SampleRun.VIRTUAL)
                ? new Failed("launch", "no", List.of())
                : SampleRun.completed(virtual - faster, 400_000 / virtual);
    }

    /// A sweep from 50 users on, with twice as many at each level.
    ///
    /// @param virtual good responses per second, or `NONE`
    public static Sweep of(int... virtual) {
        return of(SampleRun.manifest(), virtual);
    }

    /// The same beside a third variant, all of whose trials fail.
    public static Sweep besideFailed(Variant third, int... virtual) {
        var like = SampleRun.experiment();
        var variants = new ArrayList<>(like.variants());
        variants.add(third);
        return of(SampleRun.manifest(like.withVariants(variants)), virtual);
    }

    private static Sweep of(RunManifest manifest, int... virtual) {
        var levels = new ArrayList<Level>();
        for (int i = 0; i < virtual.length; i++) {
            levels.add(level(50 << i, virtual[i], manifest));
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
