package dev.loombench.report;

import dev.loombench.analysis.validity.AgentFinding;
import dev.loombench.analysis.validity.ConsistencyFinding;
import dev.loombench.analysis.validity.DefectFinding;
import dev.loombench.analysis.validity.EvidenceFinding;
import dev.loombench.analysis.validity.Finding;
import dev.loombench.analysis.validity.GeneratorFinding;
import dev.loombench.analysis.validity.JdkDefaultsFinding;
import dev.loombench.analysis.validity.JvmFinding;
import dev.loombench.analysis.validity.LoadFinding;
import dev.loombench.analysis.validity.MachineFinding;
import dev.loombench.analysis.validity.Overloaded;
import dev.loombench.analysis.validity.PercentileFinding;
import dev.loombench.analysis.validity.ProcessorFinding;
import dev.loombench.analysis.validity.SpreadFinding;
import dev.loombench.analysis.validity.StationarityFinding;
import dev.loombench.spec.ExperimentSpec;
import java.util.List;
import java.util.Locale;

/// A finding, in words; names of variants and texts from files are untrusted.
///
/// @param message what was found, with figures
/// @param impact the effect on the result
/// @param remedy what the user can do about it
public record FindingText(String message, String impact, String remedy) {

    /// A remedy names options without values.
    public static FindingText of(Finding finding) {
        return of(finding, LongerRun.UNKNOWN);
    }

    /// @param spec of the run, from which values of options follow
    public static FindingText of(Finding finding, ExperimentSpec spec) {
        return of(finding, LongerRun.than(spec));
    }

    private static FindingText of(Finding finding, LongerRun longer) {
        return switch (finding) {
            case AgentFinding agent -> AgentFindingText.of(agent);
            case GeneratorFinding generator -> GeneratorFindingText.of(generator);
            case LoadFinding load -> LoadFindingText.of(load);
            case Overloaded overloaded -> OverloadedText.of(overloaded);
            case MachineFinding machine -> MachineFindingText.of(machine, longer);
            case ProcessorFinding processor -> ProcessorFindingText.of(processor);
            case JvmFinding jvm -> JvmFindingText.of(jvm, longer);
            case DefectFinding defects -> DefectFindingText.of(defects);
            case JdkDefaultsFinding defaults -> DefectFindingText.of(defaults);
            case ConsistencyFinding consistency -> ConsistencyFindingText.of(consistency, longer);
            case StationarityFinding stationarity ->
                    StationarityFindingText.of(stationarity, longer);
            case PercentileFinding percentile -> PercentileFindingText.of(percentile);
            case SpreadFinding spread -> SpreadFindingText.of(spread, longer);
            case EvidenceFinding evidence -> EvidenceFindingText.of(evidence);
        };
    }

    /// The finding in sentences; a remedy begins with a capital letter only here.
    public String sentences() {
        return "%s: %s. %s%s."
                .formatted(
                        message,
                        impact,
                        remedy.substring(0, 1).toUpperCase(Locale.ROOT),
                        remedy.substring(1));
    }

    static String names(List<String> variants) {
        return String.join(", ", variants);
    }
}
