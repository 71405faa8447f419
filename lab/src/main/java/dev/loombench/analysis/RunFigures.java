package dev.loombench.analysis;

import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.Successful;
import dev.loombench.result.TrialResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The figures of a run's successful trials, by variant, each in the order in which the trials ran.
record RunFigures(Map<String, List<TrialFigures>> byVariant) {

    static RunFigures of(RunManifest manifest, List<TrialResult> results) {
        var load = manifest.spec().load();
        var byVariant = new HashMap<String, List<TrialFigures>>();
        for (var result : results) {
            if (result.outcome() instanceof Successful trial) {
                byVariant
                        .computeIfAbsent(result.trial().variant(), _ -> new ArrayList<>())
                        .add(TrialFigures.of(load, trial));
            }
        }
        return new RunFigures(byVariant);
    }

    List<TrialFigures> of(String variant) {
        return byVariant.getOrDefault(variant, List.of());
    }
}
