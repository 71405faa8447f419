package dev.loombench.report.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.validity.Causes;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import dev.loombench.text.RecordJson;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A finding of a result or of a service, as data for other programs. Its keys are stable and
/// documented in docs/output/json.md.
///
/// `consequenceOf` and `setting` are left out where they have no value, and what else follows
/// `figures` in findings of results; all other keys are always there.
///
/// @param severity of a result `information`, `note` or `invalid`; of a service `note`, `warning`
///   or `critical`
/// @param kind stable name in kebab case, or that of a known defect
/// @param variants those that it concerns; none where it concerns the whole result or service
/// @param consequenceOf the kind of the finding that explains it
/// @param figures by name; none where it has none
/// @param confidence of a service `low`, `medium` or `high`
/// @param evidence of a service, what it rests on, in words, most important first
/// @param calls of a service, those that cause it, the most frequent first
/// @param lostShare of the service's capacity
/// @param setting that would show whether the remedy helps
public record FindingJson(
        String severity,
        String kind,
        List<String> variants,
        @JsonInclude(Include.NON_ABSENT) @JsonSetter(nulls = Nulls.AS_EMPTY)
                Optional<String> consequenceOf,
        String message,
        String impact,
        String remedy,
        JsonNode figures,
        @JsonInclude(Include.NON_ABSENT) @JsonSetter(nulls = Nulls.AS_EMPTY)
                Optional<String> confidence,
        @JsonInclude(Include.NON_ABSENT) @JsonSetter(nulls = Nulls.AS_EMPTY)
                Optional<List<String>> evidence,
        @JsonInclude(Include.NON_ABSENT) @JsonSetter(nulls = Nulls.AS_EMPTY)
                Optional<List<String>> calls,
        @JsonInclude(Include.NON_ABSENT) @JsonSetter(nulls = Nulls.AS_EMPTY)
                OptionalDouble lostShare,
        @JsonInclude(Include.NON_ABSENT) @JsonSetter(nulls = Nulls.AS_EMPTY)
                Optional<SettingJson> setting) {
    /// Subjects, which are no figures.
    private static final List<String> SUBJECTS = List.of("variant", "variants");

    /// A setting with its present and another value.
    record SettingJson(String property, long present, long proposed) {
        static SettingJson of(ServiceFinding.Setting setting) {
            return new SettingJson(setting.property(), setting.present(), setting.proposed());
        }
    }

    static List<FindingJson> of(Analysis analysis) {
        var all = analysis.findings();
        var experiment = analysis.manifest().experiment();
        return all.stream()
                .map(f -> of(f, analysis.severity(f), Causes.of(f, all), f.text(experiment)))
                .toList();
    }

    /// @param severity in its result
    /// @param cause that explains it
    public static FindingJson of(
            ResultFinding finding,
            Severity severity,
            Optional<ResultFinding> cause,
            FindingText text) {
        return of(finding, severity, finding.variants(), cause, text);
    }

    /// A finding of a load, whose only subject needs no name.
    ///
    /// @param cause that explains it
    public static FindingJson ofLoad(ResultFinding finding, Optional<ResultFinding> cause) {
        return of(finding, finding.severity(), List.of(), cause, finding.ofLoad());
    }

    private static FindingJson of(
            ResultFinding finding,
            Severity severity,
            List<String> variants,
            Optional<ResultFinding> cause,
            FindingText text) {
        return new FindingJson(
                severity.label(),
                finding.kind().id(),
                variants,
                cause.map(c -> c.kind().id()),
                text.message(),
                text.impact(),
                text.remedy(),
                figures(finding),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalDouble.empty(),
                Optional.empty());
    }

    /// A finding of a service, which is its only subject.
    public static FindingJson of(ServiceFinding finding) {
        return new FindingJson(
                finding.severity().label(),
                finding.id(),
                List.of(),
                finding.cause().map(cause -> cause.finding().id()),
                finding.text().message(),
                finding.text().impact(),
                finding.text().remedy(),
                RecordJson.tree(finding.figures()),
                Optional.of(finding.confidence().label()),
                Optional.of(finding.evidence()),
                Optional.of(finding.frames()),
                OptionalDouble.of(finding.lost()),
                finding.setting().map(SettingJson::of));
    }

    private static JsonNode figures(ResultFinding finding) {
        var figures = RecordJson.tree(finding.figures());
        removeSubjects(figures);
        return figures;
    }

    private static void removeSubjects(JsonNode figures) {
        if (figures instanceof ObjectNode object) {
            object.remove(SUBJECTS);
        }
        figures.forEach(FindingJson::removeSubjects);
    }
}
