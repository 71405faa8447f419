package dev.loombench.report.json;

import dev.loombench.analysis.comparison.ClaimCheck;
import dev.loombench.report.ReportText;
import dev.loombench.report.finding.ClaimPart;
import dev.loombench.stats.Interval;
import java.util.Optional;

/// A claim and its outcome.
///
/// @param outcome `supported`, `contradicted`, `undecided`, `no-evidence` or `invalid`
/// @param measured the metric in requests/s, ns, bytes, threads or events, or its ratio to another
///   variant
public record ClaimJson(
        String claim,
        String outcome,
        Optional<Interval> measured,
        Optional<TrialsNeededJson> trialsNeeded,
        String sentence) {
    public static ClaimJson of(ClaimCheck check) {
        return switch (check.outcome()) {
            case ClaimCheck.Outcome.Supported(var interval) ->
                    of(check, finite(interval), Optional.empty());
            case ClaimCheck.Outcome.Contradicted(var interval) ->
                    of(check, finite(interval), Optional.empty());
            case ClaimCheck.Outcome.Undecided(var interval, _, var needed) ->
                    of(
                            check,
                            Optional.of(interval).filter(Interval::informative),
                            Optional.of(TrialsNeededJson.of(needed)));
            case ClaimCheck.Outcome.NoEvidence _ -> of(check, Optional.empty(), Optional.empty());
            case ClaimCheck.Outcome.Invalid invalid ->
                    of(
                            check,
                            invalid.measured()
                                    .filter(Interval::informative)
                                    .filter(_ -> !invalid.by().isUnsteady()),
                            Optional.empty());
        };
    }

    /// Without an upper end where few responses, or one process of each kind, give none.
    private static Optional<Interval> finite(Interval interval) {
        return Optional.of(interval).filter(i -> Double.isFinite(i.high()));
    }

    private static ClaimJson of(
            ClaimCheck check,
            Optional<Interval> interval,
            Optional<TrialsNeededJson> trialsNeeded) {
        return new ClaimJson(
                check.claim().text(),
                ClaimPart.outcome(check),
                interval,
                trialsNeeded,
                ReportText.claim(check));
    }
}
