package dev.loombench.report.judgement;

import dev.loombench.analysis.judge.Judgement;
import dev.loombench.export.PageTable.Cell;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.LineWrapper;
import dev.loombench.report.text.Table;
import java.util.ArrayList;
import java.util.List;

/// A judgement for a terminal: the answer, a row per comparison, what its files lack.
public final class JudgementReport {
    private static final String INDENT = "  ";

    private JudgementReport() {}

    /// @param width of the terminal, columns
    public static List<String> of(Judgement judgement, AnsiStyle style, int width) {
        var lines = new ArrayList<String>();
        lines.add("");
        lines.add(style.bold(JudgementText.title(judgement)));
        lines.addAll(LineWrapper.at(width, INDENT, headline(judgement, style)));
        lines.add("");
        lines.addAll(table(judgement).indented(style, width));
        lines.addAll(LineWrapper.at(width, INDENT, style.faint(JudgementText.basis(judgement))));
        for (var finding : judgement.findings()) {
            var note = JudgementText.note(finding);
            lines.addAll(
                    LineWrapper.at(
                            width, INDENT, style.bold(note.label() + ":") + " " + note.text()));
        }
        return lines;
    }

    private static String headline(Judgement judgement, AnsiStyle style) {
        var sentence = JudgementText.headline(judgement);
        return switch (judgement.outcome()) {
            case PASSED -> style.good(sentence);
            case FAILED, INVALID -> style.bad(sentence);
            case UNDECIDED -> style.warning(sentence);
        };
    }

    /// With the intervals of the ratios; those of the figures are in the other forms.
    private static Table table(Judgement judgement) {
        var table = JudgementText.table(judgement);
        int ratio = table.columns().size() - 2;
        var text = new Table().row(table.columns());
        for (var row : table.rows()) {
            var cells = new ArrayList<>(row.stream().map(Cell::text).toList());
            if (!row.get(ratio).range().isEmpty()) {
                cells.set(ratio, "%s [%s]".formatted(cells.get(ratio), row.get(ratio).range()));
            }
            text.row(cells);
        }
        return text;
    }
}
