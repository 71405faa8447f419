package dev.loombench.report.claims;

import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.LineWrapper;
import java.util.ArrayList;
import java.util.List;

/// The claims of articles for a terminal: two or three lines per claim.
public final class ClaimsText {
    private ClaimsText() {}

    /// @param width of the terminal, columns
    /// @return the lines of the report
    public static List<String> of(ClaimsPageModel claims, AnsiStyle style, int width) {
        var lines = new ArrayList<String>();
        for (var section : claims.sections()) {
            lines.add("");
            lines.add(style.bold(section.heading()));
            section.notes()
                    .forEach(note -> lines.addAll(LineWrapper.at(width, "  ", style.faint(note))));
            for (var row : section.rows()) {
                var from = row.experiment().isEmpty() ? "" : row.experiment() + ": ";
                lines.addAll(
                        LineWrapper.at(
                                width, "  ", from + row.claim() + ": " + coloured(row, style)));
                if (!row.article().isEmpty()) {
                    lines.addAll(LineWrapper.at(width, "      ", "the article: " + row.article()));
                }
                lines.addAll(LineWrapper.at(width, "      ", "here: " + row.here()));
            }
        }
        lines.add("");
        if (!claims.scope().isEmpty()) {
            var scope = style.faint("Holds for: %s.".formatted(claims.scope()));
            lines.addAll(LineWrapper.at(width, "", scope));
        }
        lines.addAll(LineWrapper.at(width, "", style.bold(claims.headline())));
        return lines;
    }

    private static String coloured(ClaimsPageModel.Row row, AnsiStyle style) {
        return switch (row.status()) {
            case "supported" -> style.good(row.label());
            case "contradicted", "invalid" -> style.bad(row.label());
            default -> style.warning(row.label());
        };
    }
}
