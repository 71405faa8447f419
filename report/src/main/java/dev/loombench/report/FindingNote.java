package dev.loombench.report;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.export.Outline.Note;
import java.util.Optional;

/// A finding as a part of an outline.
public final class FindingNote {
    private FindingNote() {}

    /// @param label as in `Invalid`
    /// @param more a sentence after those of the finding
    public static Note of(String label, FindingText finding, Optional<String> more) {
        return new Note(
                label,
                Format.plain(finding.inFull() + more.map(sentence -> " " + sentence).orElse("")));
    }
}
