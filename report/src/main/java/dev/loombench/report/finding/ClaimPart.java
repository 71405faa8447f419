package dev.loombench.report.finding;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.comparison.ClaimCheck;
import dev.loombench.export.Outline.ClaimItem;
import dev.loombench.report.ReportText;

/// A claim with its outcome as a part of an outline.
public final class ClaimPart {
    private ClaimPart() {}

    public static ClaimItem of(ClaimCheck check) {
        return new ClaimItem(
                outcome(check), plain(check.claim().text()), plain(ReportText.claim(check)));
    }

    /// `supported`, `contradicted`, `undecided`, `no-evidence` or `invalid`: in JSON, and a class
    /// of the style sheet.
    public static String outcome(ClaimCheck check) {
        return switch (check.outcome()) {
            case ClaimCheck.Outcome.Supported _ -> "supported";
            case ClaimCheck.Outcome.Contradicted _ -> "contradicted";
            case ClaimCheck.Outcome.Undecided _ -> "undecided";
            case ClaimCheck.Outcome.NoEvidence _ -> "no-evidence";
            case ClaimCheck.Outcome.Invalid _ -> "invalid";
        };
    }
}
