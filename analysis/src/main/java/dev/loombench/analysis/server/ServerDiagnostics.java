package dev.loombench.analysis.server;

import dev.loombench.analysis.concurrency.ConfiguredCarriers;
import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Libraries;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Workload;
import java.util.List;
import java.util.Optional;

/// Observations inside the servers of a variant. Missing evidence is empty.
///
/// @param threads of the last trial in which they were listed
/// @param rampUp of all trials whose load jumps
/// @param memory mean of the trials
/// @param gc of all trials
/// @param pinned of all trials that were observed for it
/// @param jdk release of the JVM of the last trial, as in `25.0.3`; empty where none was observed
public record ServerDiagnostics(
        Optional<ThreadSummary> threads,
        Optional<RampUp> rampUp,
        Optional<MemoryBreakdown> memory,
        Optional<PinningSummary> pinned,
        Optional<GcSummary> gc,
        Optional<String> jdk) {

    /// @param trials completed ones of the variant, in the order in which they ran
    /// @param figures of the trials
    public static ServerDiagnostics of(
            RunManifest manifest,
            Variant variant,
            List<Completed> trials,
            List<TrialFigures> figures) {
        return new ServerDiagnostics(
                last(trials, ThreadDump.class)
                        .map(dump -> ThreadSummary.of(dump, connections(manifest))),
                RampUp.of(manifest, trials, figures),
                MemoryBreakdown.of(trials),
                PinningSummary.of(
                        trials, ConfiguredCarriers.of(variant, manifest.environment().cores())),
                GcSummary.of(trials),
                last(trials, Libraries.class).map(l -> l.java().release()));
    }

    private static <T extends Observation> Optional<T> last(List<Completed> trials, Class<T> type) {
        return trials.stream()
                .flatMap(t -> t.observations().stream())
                .filter(type::isInstance)
                .map(type::cast)
                .reduce((_, later) -> later);
    }

    private static int connections(RunManifest manifest) {
        return switch (manifest.experiment().load()) {
            case LoadModel load -> load.connections();
            case Workload.Batch _ -> Integer.MAX_VALUE;
        };
    }
}
