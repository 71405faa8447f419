package dev.loombench.report.finding;

import dev.loombench.analysis.comparison.ClaimCheck;
import dev.loombench.export.Outline.ClaimItem;
import dev.loombench.export.Outline.Claims;
import dev.loombench.export.Outline.Part;
import dev.loombench.report.ReportText;
import java.util.List;

/// Claims with their outcomes as a part of an outline.
public final class ClaimPart {
    private ClaimPart() {}

    /// None where there are no claims.
    public static List<Part> of(List<ClaimCheck> checks) {
        return checks.isEmpty()
                ? List.of()
                : List.of(new Claims(checks.stream().map(ClaimPart::item).toList()));
    }

    private static ClaimItem item(ClaimCheck check) {
        return new ClaimItem(outcome(check), check.claim().text(), ReportText.claim(check));
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
