package dev.loombench.report.html;

import dev.loombench.export.Outline.Drawing;
import dev.loombench.text.PlainText;
import java.util.List;

/// What a finding explains, as a part of an outline: a page shows its sentences on request.
///
/// @param summary in half a line each
/// @param sentences one each
public record ConsequenceList(String summary, List<String> sentences) implements Drawing {
    public ConsequenceList {
        summary = PlainText.of(summary);
        sentences = sentences.stream().map(PlainText::of).toList();
    }
}
