package dev.loombench.analysis.validity.generator;

import static dev.loombench.text.Figures.percent;
import static dev.loombench.text.Figures.time;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.trial.Histograms;
import dev.loombench.analysis.validity.load.Errors;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.load.limit.LoadLimits;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResult.Second;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.Workload;
import java.util.List;
import java.util.Optional;

/// Requests of an open load left later than scheduled.
///
/// @param lagSeconds p99 of the send lag
/// @param responseSeconds median response time
/// @param expected whether it is a consequence of many errors, which the experiment expects
public record ScheduleLagged(
        String variant, double lagSeconds, double responseSeconds, boolean expected)
        implements GeneratorFinding {
    public static final Kind KIND =
            new Kind(
                    "schedule-lagged",
                    "requests sent late",
                    "open: p99 of the send lag above %s and above %s of the median response time; it affects response times only"
                            .formatted(
                                    time(LoadLimits.SEND_LAG_SECONDS * 1e9),
                                    percent(LoadLimits.SEND_LAG_SHARE)),
                    "invalid; information, where errors are expected and " + Errors.MANY);

    public static Optional<ScheduleLagged> of(
            String variant, Workload workload, Traffic traffic, List<LoadResult> loads) {
        if (!(workload instanceof LoadModel.Open)) {
            return Optional.empty();
        }
        double lag =
                Histograms.merged(loads.stream().map(l -> l.generator().sendLag()))
                                .getValueAtPercentile(99)
                        / 1e9;
        double response =
                Histograms.merged(
                                        loads.stream()
                                                .flatMap(l -> l.intervals().stream())
                                                .map(Second::responseTime))
                                .getValueAtPercentile(50)
                        / 1e9;
        return LoadLimits.isLate(lag, response)
                ? Optional.of(
                        new ScheduleLagged(
                                variant, lag, response, Errors.manyExpected(traffic, loads)))
                : Optional.empty();
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public Severity severity() {
        return expected ? Severity.INFORMATION : Severity.INVALID;
    }

    /// What was sent late was sent, and cost as much.
    @Override
    public boolean affects(Metric metric) {
        return metric.isPercentile();
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "one request in a hundred was sent %.1f ms late or more, and the median response time was %.1f ms"
                        .formatted(lagSeconds * 1e3, responseSeconds * 1e3),
                "the server did not get the load that was requested, and waiting for a connection counts as response time",
                "use more connections, or a lower rate");
    }

    @Override
    public FindingText ofLoad() {
        return words(LongerRun.UNKNOWN).withRemedy("more connections (-c), or a lower rate (-R)");
    }
}
