package dev.loombench.report;

import dev.loombench.analysis.validity.StationarityFinding;
import dev.loombench.analysis.validity.StationarityFinding.NonStationary;
import dev.loombench.analysis.validity.StationarityFinding.NotRampedUp;
import dev.loombench.analysis.validity.StationarityFinding.NotSteady;
import dev.loombench.analysis.validity.StationarityFinding.WindowDrift;
import dev.loombench.spec.Metric;
import dev.loombench.stats.Trend;

/// Findings about changes of speed, in words.
final class StationarityFindingText {
    private StationarityFindingText() {}

    static FindingText of(StationarityFinding finding, LongerRun longer) {
        return switch (finding) {
            case NotSteady notSteady -> NotSteadyText.of(notSteady);
            case NonStationary(var variant, var trend, var trials, var completed) ->
                    new FindingText(
                            "%s: in %d of %d windows the speed %s"
                                    .formatted(variant, trials, completed, change(trend)),
                            "a mean over different levels depends on the length of the window",
                            "use a longer warm-up (%s), then a longer window (%s)"
                                    .formatted(longer.warmUpOption(), longer.windowOption()));
            case WindowDrift(var variant, var metric, var ratio, var trials, var alike, _) ->
                    new FindingText(
                            "%s: %s in the last third of the window was %.2f times that in the first (mean of %s)%s"
                                    .formatted(
                                            variant,
                                            drifting(metric),
                                            ratio,
                                            Format.counted(trials, "trial"),
                                            alike.isEmpty()
                                                    ? ""
                                                    : ", with no change of its ratio to "
                                                            + String.join(", ", alike)),
                            "its value would change with a longer window: the server was not in steady state",
                            metric == Metric.PEAK_RSS
                                    ? "use a longer warm-up, %s; where it grows without end, find what the server keeps"
                                            .formatted(longer.fixedWarmUp())
                                    : "use a longer warm-up, " + longer.fixedWarmUp());
            case NotRampedUp(var variant, var trials, var completed, var seconds) ->
                    new FindingText(
                            "%s: in %d of %d trials throughput had not settled %.1f s after the jump of the load"
                                    .formatted(variant, trials, completed, seconds),
                            "they count with that time: the ramp-up is a lower bound",
                            "keep the load constant for longer after its jump");
        };
    }

    private static String change(Trend trend) {
        return switch (trend) {
            case Trend.Flat _ -> "was constant";
            case Trend.WarmUp _ -> "rose to a new level";
            case Trend.SlowingDown(_, var share) -> "fell, by %.0f %%".formatted(100 * share);
            case Trend.Cyclic(var turns) -> "cycled, with %d turns".formatted(turns);
            case Trend.NeverSteady _ -> "changed again near the end";
        };
    }

    private static String drifting(Metric metric) {
        return metric.isPercentile() ? "the mean response time" : metric.label();
    }
}
