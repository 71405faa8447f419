package dev.loombench.analysis.comparison;

import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.Successful;
import dev.loombench.result.TrialResult;
import dev.loombench.traffic.Workload;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The figures of a run's successful trials, by variant, each in the order in which the trials ran.
///
/// The figures of a trial are computed once, when they are first read. Not thread-safe.
public final class RunFigures {
    private final Workload load;
    private final Map<String, List<TrialFigures>> byVariant = new HashMap<>();
    private final Deque<TrialResult> pending = new ArrayDeque<>();
    private int trials;

    private RunFigures(Workload load) {
        this.load = load;
    }

    public static RunFigures of(RunManifest manifest, List<TrialResult> results) {
        var figures = new RunFigures(manifest.experiment().load());
        results.forEach(figures::add);
        return figures;
    }

    /// Adds a trial that has ended, in the order in which the trials ran.
    public void add(TrialResult result) {
        trials++;
        pending.add(result);
    }

    /// The number of trials that have ended, failed ones included.
    int trials() {
        return trials;
    }

    /// The figures of a variant's successful trials.
    public List<TrialFigures> of(String variant) {
        while (!pending.isEmpty()) {
            var result = pending.remove();
            if (result.outcome() instanceof Successful trial) {
                byVariant
                        .computeIfAbsent(result.trial().variant(), _ -> new ArrayList<>())
                        .add(TrialFigures.of(result.trial().block(), load, trial));
            }
        }
        return List.copyOf(byVariant.getOrDefault(variant, List.of()));
    }
}
