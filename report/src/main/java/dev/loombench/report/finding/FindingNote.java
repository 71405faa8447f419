package dev.loombench.report.finding;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.export.Outline.Note;
import dev.loombench.finding.Severity;
import java.util.Locale;
import java.util.Optional;

/// A finding as a part of an outline.
public final class FindingNote {
    private FindingNote() {}

    /// With its severity as the label, as in `Invalid`.
    public static Note of(Severity severity, FindingText finding) {
        return of(severity, label(severity), finding, Optional.empty());
    }

    /// @param label as in `Invalid`
    /// @param more a sentence after those of the finding
    public static Note of(
            Severity severity, String label, FindingText finding, Optional<String> more) {
        return new Note(
                severity,
                label,
                finding.message(),
                finding.advice() + more.map(sentence -> " " + sentence).orElse(""));
    }

    /// `Invalid`, `Note`.
    private static String label(Severity severity) {
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
