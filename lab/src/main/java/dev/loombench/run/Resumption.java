package dev.loombench.run;

import dev.loombench.experiment.TrialMode;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialResult;
import dev.loombench.run.trial.LoadDriver;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// What a resumed run measures: the trials of its plan without a result, those that lost an agent,
/// and all trials of an interleaved block that is not complete. Such a block is repeated whole, as
/// its trials are compared with each other and were to be measured together.
///
/// @param kept finished trials that are not measured again
/// @param remaining trials that are measured, in the order of the plan
record Resumption(List<TrialResult> kept, List<Trial> remaining) {
    Resumption {
        kept = List.copyOf(kept);
        remaining = List.copyOf(remaining);
    }

    /// @param finished trials of earlier runs of this manifest
    static Resumption of(RunManifest manifest, List<TrialResult> finished) {
        var done =
                finished.stream()
                        .filter(result -> !lostAgent(result))
                        .map(TrialResult::trial)
                        .collect(Collectors.toSet());
        var remaining = remaining(manifest, done);
        return new Resumption(
                finished.stream().filter(r -> !remaining.contains(r.trial())).toList(), remaining);
    }

    private static List<Trial> remaining(RunManifest manifest, Set<Trial> done) {
        var missing = manifest.plan().stream().filter(trial -> !done.contains(trial)).toList();
        if (manifest.mode().mode() == TrialMode.SEQUENTIAL) {
            return missing;
        }
        var incomplete = missing.stream().map(Trial::block).collect(Collectors.toSet());
        return manifest.plan().stream()
                .filter(trial -> incomplete.contains(trial.block()))
                .toList();
    }

    /// Whether a trial lost an agent: it is measured again once agents are back.
    static boolean lostAgent(TrialResult result) {
        return result.outcome() instanceof Failed failed
                && failed.phase().equals(LoadDriver.AGENTS);
    }

    /// Whether a finished trial is measured again.
    boolean repeats(TrialResult result) {
        return remaining.contains(result.trial());
    }
}
