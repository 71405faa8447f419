package dev.loombench.analysis.validity.generator;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.trial.Histograms;
import dev.loombench.analysis.validity.load.Errors;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.load.api.GeneratorProblem;
import dev.loombench.load.api.ResponseProblem;
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
            GeneratorProblem.ScheduleLagged.KIND.with(
                    "; it affects response times only",
                    "invalid; information, where errors are expected and "
                            + ResponseProblem.Errors.MANY);

    public static Optional<ScheduleLagged> of(
            String variant, Workload workload, Traffic traffic, List<LoadResult> loads) {
        if (!(workload instanceof LoadModel.Open)) {
            return Optional.empty();
        }
        var lag = Histograms.merged(loads.stream().map(l -> l.generator().sendLag()));
        var responses =
                Histograms.merged(
                        loads.stream()
                                .flatMap(l -> l.intervals().stream())
                                .map(Second::responseTime));
        return GeneratorProblem.ScheduleLagged.in(lag, responses)
                .map(late ->
                        new ScheduleLagged(
                                variant,
                                late.lagSeconds(),
                                late.responseSeconds(),
                                Errors.manyExpected(traffic, loads)));
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
                new GeneratorProblem.ScheduleLagged(lagSeconds, responseSeconds).message(),
                "the server did not get the load that was requested, and waiting for a connection counts as response time",
                "use more connections, or a lower rate");
    }

    @Override
    public FindingText ofLoad() {
        return words(LongerRun.UNKNOWN).withRemedy("more connections (-c), or a lower rate (-R)");
    }
}
