package dev.loombench.report.json;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.validity.Causes;
import dev.loombench.analysis.validity.Finding;
import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.report.FindingText;
import java.util.List;
import java.util.Optional;

/// A finding as data for other programs.
///
/// @param severity `invalid`, `note` or `information`
/// @param kind stable name in kebab case
/// @param consequenceOf the kind of the finding that explains it; null without one
public record FindingJson(
        String severity,
        String kind,
        Optional<String> consequenceOf,
        String message,
        String impact,
        String remedy) {

    static List<FindingJson> of(Analysis analysis) {
        var all = analysis.findings();
        return all.stream()
                .map(f ->
                        of(
                                analysis.severity(f),
                                f.kind(),
                                Causes.of(f, all).map(Finding::kind),
                                FindingText.of(f, analysis.manifest().spec())))
                .toList();
    }

    public static FindingJson of(
            Severity severity, String kind, Optional<String> cause, FindingText text) {
        return new FindingJson(
                severity.label(), kind, cause, text.message(), text.impact(), text.remedy());
    }
}
