package dev.loombench.report;

import static dev.loombench.report.FindingText.names;

import dev.loombench.analysis.validity.StationarityFinding;
import dev.loombench.analysis.validity.StationarityFinding.NeverSteady;
import dev.loombench.analysis.validity.StationarityFinding.NonStationary;
import dev.loombench.analysis.validity.StationarityFinding.NotRampedUp;
import dev.loombench.analysis.validity.StationarityFinding.OutlyingTrial;
import dev.loombench.stats.Trend;

/// Findings about changes of speed, in words.
final class StationarityFindingText {
    private StationarityFindingText() {}

    static FindingText of(StationarityFinding finding) {
        return switch (finding) {
            case NeverSteady(var variants, var trials, var all, var warmUpSeconds) ->
                    new FindingText(
                            "in %d of %d trials (%s) throughput or CPU per request still changed after %.1f s of warm-up"
                                    .formatted(trials, all, names(variants), warmUpSeconds),
                            "their windows include some of the warm-up: CPU per request and the high percentiles will be lower later",
                            "a longer warm-up (phases: warm-up: max)");
            case NonStationary(var variant, var trend, var trials, var all) ->
                    new FindingText(
                            "%s: in %d of %d windows the speed %s"
                                    .formatted(variant, trials, all, change(trend)),
                            "a mean over different levels depends on the length of the window",
                            "a longer warm-up; then a longer window, to see the level that it reaches");
            case NotRampedUp(var variant, var trials, var all, var seconds) ->
                    new FindingText(
                            "%s: in %d of %d trials throughput had not settled %.1f s after the load had jumped"
                                    .formatted(variant, trials, all, seconds),
                            "they count at that time: the ramp-up given is a lower bound",
                            "a longer stretch of the load after its jump");
            case OutlyingTrial(var variant, var trial, var metric, var share) ->
                    new FindingText(
                            "%s: trial %d is %+.0f %% off the median of %s"
                                    .formatted(variant, trial, 100 * share, metric),
                            "it is kept, and widens the interval: such a trial may come again",
                            "its folder, trial-%03d, for what was different".formatted(trial));
        };
    }

    private static String change(Trend trend) {
        return switch (trend) {
            case Trend.Flat _ -> "stayed";
            case Trend.WarmUp _ -> "rose to a new level";
            case Trend.SlowingDown(_, var share) -> "fell, by %.0f %%".formatted(100 * share);
            case Trend.Cyclic(var turns) -> "went up and down in cycles, %d turns".formatted(turns);
            case Trend.NeverSteady _ -> "changed again at its end";
        };
    }
}
