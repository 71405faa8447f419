package dev.loombench.report.html;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.comparison.ClaimCheck;
import dev.loombench.report.ReportText;
import dev.loombench.report.json.ClaimJson;

/// A claim with its outcome on a page.
///
/// @param outcome `supported`, `contradicted`, `undecided`, `no-evidence` or `invalid`: a class of
///   the style sheet
public record ClaimRow(String outcome, String claim, String sentence) {
    public static ClaimRow of(ClaimCheck check) {
        return new ClaimRow(
                ClaimJson.of(check).outcome(),
                plain(check.claim().text()),
                plain(ReportText.claim(check)));
    }
}
