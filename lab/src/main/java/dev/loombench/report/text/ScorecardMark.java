package dev.loombench.report.text;

import dev.loombench.analysis.Verdict;
import dev.loombench.report.Format;
import dev.loombench.report.RatioText;
import dev.loombench.stats.Interval;

/// The comparisons of a scorecard in a cell of a table: a mark and the ratio.
final class ScorecardMark {
    private static final String BETTER = "✓";
    private static final String WORSE = "✗";
    private static final String EQUIVALENT = "=";
    private static final String DIFFERENT = "~";
    private static final String INCONCLUSIVE = "?";

    private ScorecardMark() {}

    /// `✓ 3.89×`; only the mark where the trials differ too much for a ratio.
    static String of(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Baseline _, Verdict.NoEvidence _ -> "";
            case Verdict.Better(var ratio) -> cell(BETTER, ratio);
            case Verdict.Worse(var ratio) -> cell(WORSE, ratio);
            case Verdict.NoDifference(var ratio, _) -> cell(EQUIVALENT, ratio);
            case Verdict.Different(var ratio) -> cell(DIFFERENT, ratio);
            case Verdict.Undecided(var ratio, _, _) ->
                    ratio.informative() ? cell(INCONCLUSIVE, ratio) : INCONCLUSIVE;
        };
    }

    private static String cell(String mark, Interval ratio) {
        return mark + " " + RatioText.ratio(ratio.point()) + "×";
    }

    /// @param first name of the variant with which the others are compared
    static String legend(String first, double margin) {
        return "Ratio to %s: %s better, %s worse, %s equivalent within %s %%, %s different, by how much is open, %s inconclusive; 95 %% each."
                .formatted(
                        first,
                        BETTER,
                        WORSE,
                        EQUIVALENT,
                        Format.axis(100 * margin),
                        DIFFERENT,
                        INCONCLUSIVE);
    }

    /// A line of the table with coloured marks.
    static String coloured(String line, AnsiStyle style) {
        return line.replace(BETTER, style.good(BETTER))
                .replace(WORSE, style.bad(WORSE))
                .replace(" " + INCONCLUSIVE + " ", " " + style.warning(INCONCLUSIVE) + " ");
    }
}
