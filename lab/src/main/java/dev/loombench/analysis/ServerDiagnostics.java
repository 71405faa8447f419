package dev.loombench.analysis;

import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.result.Observation.ThreadDump;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.Workload;
import java.util.List;
import java.util.Optional;

/// Observations inside the servers of a variant. Missing evidence is empty.
///
/// @param threads of the last trial in which they were listed
/// @param rampUp of all trials whose load jumps
/// @param memory mean of the trials
/// @param gc of all trials
/// @param pinned of all trials that were observed for it
public record ServerDiagnostics(
        Optional<ThreadSummary> threads,
        Optional<RampUp> rampUp,
        Optional<MemoryBreakdown> memory,
        Optional<PinningSummary> pinned,
        Optional<GcSummary> gc) {

    /// @param trials completed ones of the variant, in the order in which they ran
    /// @param figures of the trials
    static ServerDiagnostics of(
            RunManifest manifest, List<Completed> trials, List<TrialFigures> figures) {
        return new ServerDiagnostics(
                trials.stream()
                        .flatMap(t -> t.observations().stream())
                        .filter(ThreadDump.class::isInstance)
                        .map(o -> ThreadSummary.of((ThreadDump) o, connections(manifest)))
                        .reduce((_, later) -> later),
                RampUp.of(manifest, trials, figures),
                MemoryBreakdown.of(trials),
                PinningSummary.of(trials, manifest.environment().cores()),
                GcSummary.of(trials));
    }

    private static int connections(RunManifest manifest) {
        return switch (manifest.spec().load()) {
            case LoadModel load -> load.connections();
            case Workload.Batch _ -> Integer.MAX_VALUE;
        };
    }
}
