package dev.loombench.report.text;

import dev.loombench.analysis.comparison.ClaimCheck;
import dev.loombench.export.Outline.ClaimItem;
import dev.loombench.export.PageTable.Cell;
import dev.loombench.report.finding.ClaimPart;
import java.util.ArrayList;
import java.util.List;

/// The claims of an experiment for a terminal, below a heading.
public final class ClaimLines {
    private ClaimLines() {}

    /// @param width of the terminal, columns
    /// @return empty without claims
    public static List<String> of(List<ClaimCheck> claims, AnsiStyle style, int width) {
        var lines = new ArrayList<String>();
        if (!claims.isEmpty()) {
            lines.add("");
            lines.add(style.bold("Claims"));
        }
        claims.forEach(check -> lines.addAll(of(ClaimPart.item(check), style, width)));
        return lines;
    }

    /// One claim.
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
