package dev.loombench.analysis.validity.stationarity;

import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.trial.Drift;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.stats.series.TrendLine;
import java.util.List;

/// A metric changed from the first to the last third of the windows, by more than chance: its value
/// depends on the length of the window, and is that of a server that is still warming up, or
/// slowing down.
///
/// In an interleaved block the windows of all servers extend over the same time. Where two of them
/// change alike, their ratio does not depend on the length of the window.
///
/// Of memory, it is the growth of the highest resident set.
///
/// @param metric throughput, CPU per request, p50 for the mean response time, or peak RSS
/// @param ratio last third to first third, geometric mean over the trials
/// @param alike variants whose ratio to this one did not change within interleaved blocks
/// @param apart variants whose ratio to this one did, where neither changed by itself
/// @param decides whether the experiment is decided by a figure that changed
public record WindowDrift(
        String variant,
        Metric metric,
        double ratio,
        int trials,
        List<String> alike,
        List<String> apart,
        boolean decides)
        implements StationarityFinding {
    public static final Kind KIND =
            new Kind(
                    "window-drift",
                    "figures that drift within the windows",
                    "throughput, CPU per request or mean response time changed by more than %s from the first to the last third of the windows, by a line whose weights vanish at the ends of the window, so that work by the clock is no change, from five of its periods on (`Drift`; mean of the trials; a t-test of the changes of the variant's own trials; at 1 %% for each of these metrics, over all variants). With at most %d trials of a variant also where the line through %d parts of the window has a slope in the same direction in each; in a single one: 1 %%, and 4 %% where neighbours correlate by 0.5. Of a percentile from p90 on that decides, where the mean did not drift, also the share of the slower half of its tail, by more than %s times: 1 %% of runs of three trials and more, also where the seconds correlate by 0.5 (`TailDriftTest`)"
                            .formatted(
                                    WindowDrifts.LIMIT_TEXT,
                                    WindowDrifts.FEW,
                                    WindowDrifts.PARTS,
                                    WindowDrifts.TAIL_TEXT),
                    "invalid for the metric that decides (CPU per request for instructions and cycles too), else note, and invalid in the scorecard; a comparison in interleaved blocks is not affected where the ratio of the two variants did not change by that much, with an interval at 90 % within twice as much, and is where it did, also if neither variant changed by itself");

    /// The kind of a drift of memory.
    public static final Kind MEMORY =
            new Kind(
                    "memory-grows",
                    "the highest resident set of the last third of the windows is by more than %1$s above that of the first, by the test of `window-drift`; or that of the last window of the same process by more than %1$s above that of the first, by a line through the windows: a t-test of the processes of a search of capacity (0.5 %% false alarms), or with one process, as of a service that already runs, the slope over %2$d windows or more (0.5 %%, and 2.5 %% where neighbours correlate by 0.5)"
                            .formatted(WindowDrifts.LIMIT_TEXT, TrendLine.FEWEST),
                    "invalid for peak RSS if that decides, else information, and invalid in the scorecard");

    public WindowDrift {
        alike = List.copyOf(alike);
        apart = List.copyOf(apart);
    }

    static boolean affects(Claim claim, Metric metric, String variant, List<String> alike) {
        return concerns(metric, claim.metric())
                && claim.mentions(variant)
                && claim.comparedWith(variant).filter(alike::contains).isEmpty();
    }

    /// Instructions and cycles drift with the CPU time that they take.
    static boolean isSameKind(Metric a, Metric b) {
        return a == b || (a.isPercentile() && b.isPercentile()) || (a.isWork() && b.isWork());
    }

    /// Whether a figure drifts with the metric that does. The tail of a percentile drifts while the
    /// mean does not, so that it is no drift of lower percentiles.
    static boolean concerns(Metric drifting, Metric figure) {
        return isSameKind(drifting, figure)
                && (!Drift.isOfTail(drifting) || figure.percent() >= drifting.percent());
    }

    @Override
    public Kind kind() {
        return metric == Metric.PEAK_RSS ? MEMORY : KIND;
    }

    @Override
    public Severity severity() {
        if (decides) {
            return Severity.INVALID;
        }
        return metric == Metric.PEAK_RSS ? Severity.INFORMATION : Severity.NOTE;
    }

    @Override
    public boolean affects(Metric other) {
        return concerns(metric, other);
    }

    @Override
    public boolean affects(Claim claim) {
        return affects(claim, metric, variant, alike);
    }

    @Override
    public boolean isUnsteady() {
        return true;
    }

    @Override
    public boolean invalidates(Metric figure, String one, String other) {
        return concerns(metric, figure)
                && ((one.equals(variant) && !alike.contains(other))
                        || (other.equals(variant) && !alike.contains(one)));
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "%s %.2f times %s (mean of %s)%s"
                        .formatted(
                                Drift.isOfTail(metric)
                                        ? "the slower half of the responses beyond %s was"
                                                .formatted(metric.label())
                                        : "%s in the last third of the window was"
                                                .formatted(
                                                        metric.isPercentile()
                                                                ? "the mean response time"
                                                                : metric.label()),
                                ratio,
                                Drift.isOfTail(metric)
                                        ? "as frequent in the last third of the window as in the first"
                                        : "that in the first",
                                counted(trials, "trial"),
                                ratios()),
                apart.isEmpty()
                        ? "%s would change with a longer window: the server was not in steady state"
                                .formatted(
                                        Drift.isOfTail(metric)
                                                ? "its " + metric.label()
                                                : "its value")
                        : "the ratio would change with a longer window: one of the servers was not in steady state",
                metric == Metric.PEAK_RSS
                        ? "use a longer warm-up, %s; where it grows without end, find what the server keeps"
                                .formatted(longer.fixedWarmUp())
                        : "use a longer warm-up, %s; work by the clock, as a task every few seconds, needs a window of five periods, %s"
                                .formatted(longer.fixedWarmUp(), longer.windowOption()));
    }

    /// `, with no change of its ratio to b`.
    private String ratios() {
        return (apart.isEmpty() ? "" : ", and its ratio to %s changed".formatted(joined(apart)))
                + (alike.isEmpty()
                        ? ""
                        : ", with no change of its ratio to %s".formatted(joined(alike)));
    }

    private static String joined(List<String> variants) {
        return String.join(", ", variants);
    }
}
