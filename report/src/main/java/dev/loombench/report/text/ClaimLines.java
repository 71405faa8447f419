package dev.loombench.report.text;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.comparison.ClaimCheck;
import dev.loombench.report.ReportText;
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
        for (var check : claims) {
            var sentence = coloured(check.outcome(), plain(ReportText.claim(check)), style);
            lines.addAll(
                    LineWrapper.at(width, "  ", plain(check.claim().text()) + ": " + sentence));
        }
        return lines;
    }

    private static String coloured(ClaimCheck.Outcome outcome, String text, AnsiStyle style) {
        return switch (outcome) {
            case ClaimCheck.Outcome.Supported _ -> style.good(text);
            case ClaimCheck.Outcome.Contradicted _, ClaimCheck.Outcome.Invalid _ ->
                    style.bad(text);
            case ClaimCheck.Outcome.Undecided _, ClaimCheck.Outcome.NoEvidence _ ->
                    style.warning(text);
        };
    }
}
