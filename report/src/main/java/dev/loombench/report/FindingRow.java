package dev.loombench.report;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.finding.Finding.Severity;
import dev.loombench.analysis.finding.FindingText;

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

    private static String label(Severity severity) {
        return switch (severity) {
            case INVALID -> "Invalid";
            case NOTE -> "Note";
            case INFORMATION -> "Information";
        };
    }

    private static String tone(Severity severity) {
        return switch (severity) {
            case INVALID -> "invalid";
            case NOTE -> "undecided";
            case INFORMATION -> "untested";
        };
    }
}
