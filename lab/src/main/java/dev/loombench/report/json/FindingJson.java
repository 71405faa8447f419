package dev.loombench.report.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.loombench.analysis.validity.Finding;
import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.report.FindingText;

/// A finding as data for other programs.
///
/// @param severity `invalid`, `note` or `information`
/// @param kind stable name in kebab case
public record FindingJson(
        @JsonProperty("severity") String severity,
        @JsonProperty("kind") String kind,
        @JsonProperty("message") String message,
        @JsonProperty("impact") String impact,
        @JsonProperty("remedy") String remedy) {

    static FindingJson of(Finding finding) {
        return of(finding.severity(), finding.kind(), FindingText.of(finding));
    }

    public static FindingJson of(Severity severity, String kind, FindingText text) {
        return new FindingJson(
                severity.label(), kind, text.message(), text.impact(), text.remedy());
    }
}
