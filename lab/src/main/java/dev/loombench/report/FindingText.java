package dev.loombench.report;

import dev.loombench.analysis.validity.AgentFinding;
import dev.loombench.analysis.validity.ConsistencyFinding;
import dev.loombench.analysis.validity.EvidenceFinding;
import dev.loombench.analysis.validity.Finding;
import dev.loombench.analysis.validity.GeneratorFinding;
import dev.loombench.analysis.validity.JvmFinding;
import dev.loombench.analysis.validity.LoadFinding;
import dev.loombench.analysis.validity.MachineFinding;
import dev.loombench.analysis.validity.ProcessorFinding;
import dev.loombench.analysis.validity.SpreadFinding;
import dev.loombench.analysis.validity.StationarityFinding;
import java.util.List;

/// A finding, in words; names of variants and texts from files are untrusted.
///
/// @param message what was found, with figures
/// @param impact the effect on the result
/// @param remedy what the user can do about it
public record FindingText(String message, String impact, String remedy) {

    public static FindingText of(Finding finding) {
        return switch (finding) {
            case AgentFinding agent -> AgentFindingText.of(agent);
            case GeneratorFinding generator -> GeneratorFindingText.of(generator);
            case LoadFinding load -> LoadFindingText.of(load);
            case MachineFinding machine -> MachineFindingText.of(machine);
            case ProcessorFinding processor -> ProcessorFindingText.of(processor);
            case JvmFinding jvm -> JvmFindingText.of(jvm);
            case ConsistencyFinding consistency -> ConsistencyFindingText.of(consistency);
            case StationarityFinding stationarity -> StationarityFindingText.of(stationarity);
            case SpreadFinding spread -> SpreadFindingText.of(spread);
            case EvidenceFinding evidence -> EvidenceFindingText.of(evidence);
        };
    }

    static String names(List<String> variants) {
        return String.join(", ", variants);
    }
}
