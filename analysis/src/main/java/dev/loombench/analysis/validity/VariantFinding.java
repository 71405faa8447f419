package dev.loombench.analysis.validity;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import java.util.List;

/// A finding about one variant, or about what else was loaded.
public sealed interface VariantFinding extends Finding
        permits AgentFinding,
                CapacityFinding,
                ConsistencyFinding,
                GeneratorFinding,
                LoadFinding,
                Overloaded,
                PercentileFinding,
                ResponseFinding,
                SpreadFinding,
                StationarityFinding,
                CarriersPinned,
                PausedByCollector,
                ServerStopped,
                ThreadsUnverified,
                TrialsFailed,
                UnexpectedThreads {
    /// Its name.
    String variant();

    @Override
    default List<String> variants() {
        return List.of(variant());
    }

    @Override
    default FindingText text(LongerRun longer) {
        return words(longer).about(variant());
    }
}
