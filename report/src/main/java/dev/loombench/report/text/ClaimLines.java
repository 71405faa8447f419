package dev.loombench.report.text;

import dev.loombench.export.Outline.ClaimItem;
import dev.loombench.export.PageTable.Cell;
import java.util.List;

/// Claims and their outcomes for a terminal.
final class ClaimLines {
    private ClaimLines() {}

    /// @param width of the terminal, columns
    static List<String> of(ClaimItem claim, AnsiStyle style, int width) {
        return LineWrapper.at(
                width,
                "  ",
                "%s: %s"
                        .formatted(
                                claim.claim(), coloured(claim.outcome(), claim.sentence(), style)));
    }

    /// The outcome in a cell of a table.
    static String coloured(Cell outcome, AnsiStyle style) {
        return coloured(outcome.kind(), outcome.text(), style);
    }

    private static String coloured(String outcome, String text, AnsiStyle style) {
        return switch (outcome) {
            case "supported" -> style.good(text);
            case "contradicted", "invalid" -> style.bad(text);
            default -> style.warning(text);
        };
    }
}
