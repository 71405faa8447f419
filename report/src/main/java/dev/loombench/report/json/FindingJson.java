package dev.loombench.report.json;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.finding.Causes;
import dev.loombench.analysis.finding.Finding;
import dev.loombench.analysis.finding.Finding.Severity;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.text.RecordJson;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A finding as data for other programs.
///
/// @param severity `invalid`, `note` or `information`
/// @param kind stable name in kebab case
/// @param variants those that it concerns; none where it concerns the whole run
/// @param consequenceOf the kind of the finding that explains it; null without one
/// @param figures by name
public record FindingJson(
        String severity,
        String kind,
        List<String> variants,
        Optional<String> consequenceOf,
        String message,
        String impact,
        String remedy,
        JsonNode figures) {
    /// Subjects, which are no figures.
    private static final List<String> SUBJECTS = List.of("variant", "variants");

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
            Finding finding, Severity severity, Optional<Finding> cause, FindingText text) {
        return of(finding, severity, finding.variants(), cause, text);
    }

    /// A finding of a load, whose only subject needs no name.
    ///
    /// @param cause that explains it
    public static FindingJson ofLoad(Finding finding, Optional<Finding> cause) {
        return of(finding, finding.severity(), List.of(), cause, finding.ofLoad());
    }

    private static FindingJson of(
            Finding finding,
            Severity severity,
            List<String> variants,
            Optional<Finding> cause,
            FindingText text) {
        return new FindingJson(
                severity.label(),
                finding.kind().id(),
                variants,
                cause.map(c -> c.kind().id()),
                text.message(),
                text.impact(),
                text.remedy(),
                figures(finding));
    }

    private static JsonNode figures(Finding finding) {
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
