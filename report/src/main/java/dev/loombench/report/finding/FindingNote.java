package dev.loombench.report.finding;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.export.Outline.Note;
import dev.loombench.finding.Severity;
import java.util.Optional;

/// A finding as a part of an outline.
public final class FindingNote {
    private FindingNote() {}

    /// With its severity as the label, as in `Invalid`.
    public static Note of(Severity severity, FindingText finding) {
        return of(severity, FindingRow.label(severity), finding, Optional.empty());
    }

    /// @param label as in `Invalid`
    /// @param more a sentence after those of the finding
    public static Note of(
            Severity severity, String label, FindingText finding, Optional<String> more) {
        return new Note(
                severity,
                label,
                plain(finding.message()),
                plain(finding.advice() + more.map(sentence -> " " + sentence).orElse("")));
    }
}
