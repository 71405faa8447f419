package dev.loombench.report;

import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.analysis.finding.ResultFinding;

/// How a variant compares with the first one, in a few words.
public final class ComparisonText {
    /// Of the figure of a metric that was not steady.
    public static final String UNSTEADY = "not steady";

    private static final String UNJUDGED = "not judged in slices";

    private ComparisonText() {}

    /// `3.89× better`; empty for the first variant.
    public static String of(Verdict verdict) {
        return ratio(verdict)
                + switch (verdict) {
                    case Verdict.Baseline _ -> "";
                    case Verdict.Invalid(_, var by) -> invalid(by);
                    case Verdict.Better _,
                            Verdict.Worse _,
                            Verdict.NoDifference _,
                            Verdict.Different _,
                            Verdict.DependsOnProcess _,
                            Verdict.Undecided _,
                            Verdict.NoEvidence _ ->
                            word(verdict);
                };
    }

    /// The verdict in a word or two.
    public static String word(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Baseline _ -> "baseline";
            case Verdict.Better _ -> "better";
            case Verdict.Worse _ -> "worse";
            case Verdict.NoDifference _ -> "equivalent";
            case Verdict.Different _ -> "different";
            case Verdict.DependsOnProcess _ -> "depends on the process";
            case Verdict.Undecided _ -> "undecided";
            case Verdict.NoEvidence _ -> "no evidence";
            case Verdict.Invalid _ -> "invalid";
        };
    }

    /// `not steady`, `invalid: errors`.
    public static String invalid(ResultFinding by) {
        if (by.isUnjudged()) {
            return UNJUDGED;
        }
        return by.isUnsteady() ? UNSTEADY : "invalid: " + by.kind();
    }

    private static String ratio(Verdict verdict) {
        return verdict.byMode()
                .map(modes -> RatioText.points(modes) + " ")
                .or(() -> verdict.shownInterval().map(r -> RatioText.ratio(r.point()) + "× "))
                .orElse("");
    }
}
