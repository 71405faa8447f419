package dev.loombench.report.text;

import dev.loombench.report.ClaimsPageModel;
import java.util.ArrayList;
import java.util.List;

/// What became of the claims of articles, for a terminal: two or three lines a claim.
public final class ClaimsText {
    private ClaimsText() {}

    /// @param width of the terminal, columns
    /// @return the lines of the report
    public static List<String> of(ClaimsPageModel claims, AnsiStyle paint, int width) {
        var lines = new ArrayList<String>();
        for (var part : claims.parts()) {
            lines.add("");
            lines.add(paint.bold(part.heading()));
            part.asides()
                    .forEach(
                            aside -> lines.addAll(LineWrapper.at(width, "  ", paint.faint(aside))));
            for (var row : part.rows()) {
                var from = row.experiment().isEmpty() ? "" : row.experiment() + ": ";
                lines.addAll(
                        LineWrapper.at(
                                width, "  ", from + row.claim() + ": " + painted(row, paint)));
                if (!row.article().isEmpty()) {
                    lines.addAll(LineWrapper.at(width, "      ", "the article: " + row.article()));
                }
                lines.addAll(LineWrapper.at(width, "      ", "here: " + row.here()));
            }
        }
        lines.add("");
        lines.addAll(LineWrapper.at(width, "", paint.bold(claims.headline())));
        return lines;
    }

    private static String painted(ClaimsPageModel.Row row, AnsiStyle paint) {
        return switch (row.kind()) {
            case "supported" -> paint.good(row.standing());
            case "contradicted", "doubtful" -> paint.bad(row.standing());
            default -> paint.doubtful(row.standing());
        };
    }
}
