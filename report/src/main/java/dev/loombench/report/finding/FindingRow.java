package dev.loombench.report.finding;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.finding.Severity;
import java.util.Locale;

/// A finding on a page: texts without control characters, and not escaped.
///
/// @param label its severity, as in `Invalid`
/// @param tone class of its label, as in `invalid`
/// @param advice impact and remedy, in sentences
public record FindingRow(String label, String tone, String message, String advice) {
    /// A finding of a result.
    public static FindingRow of(Severity severity, FindingText text) {
        return new FindingRow(
                label(severity), tone(severity), plain(text.message()), plain(text.advice()));
    }

    /// `Invalid`, `Note`.
    public static String label(Severity severity) {
        var label = severity.label();
        return label.substring(0, 1).toUpperCase(Locale.ROOT) + label.substring(1);
    }

    /// The class of the label of a severity, on all pages.
    public static String tone(Severity severity) {
        return switch (severity) {
            case INVALID, CRITICAL -> "invalid";
            case NOTE, WARNING -> "undecided";
            case INFORMATION -> "untested";
        };
    }
}
