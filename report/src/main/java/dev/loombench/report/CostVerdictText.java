package dev.loombench.report;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.experiment.Metric;
import dev.loombench.text.Figures;
import java.util.Optional;
import java.util.stream.Collectors;

/// What a run decides by CPU per request where it decides nothing by its own metric.
///
/// A shared machine, a full generator or a growing queue disturb throughput and response times
/// first; CPU per request often holds. Its comparisons share an error of 5 % with those by all
/// other metrics that do not decide the run.
public final class CostVerdictText {
    private CostVerdictText() {}

    /// `CPU per request is decided: virtual 0.820× [0.810, 0.830] of pool.`; empty where the run is
    /// valid and decided, has claims, is by such a metric itself, or decides nothing by it either.
    public static Optional<String> sentence(Analysis analysis) {
        var experiment = analysis.manifest().experiment();
        if ((analysis.valid() && analysis.decided())
                || !experiment.claims().isEmpty()
                || experiment.metric().isWork()) {
            return Optional.empty();
        }
        var decided =
                experiment.variants().stream()
                        .skip(1)
                        .flatMap(v ->
                                ratio(analysis.scorecard().of(v.name(), Metric.CPU_PER_REQUEST))
                                        .map(ratio -> plain(v.name()) + " " + ratio)
                                        .stream())
                        .collect(Collectors.joining(", "));
        return decided.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "CPU per %s is decided: %s of %s."
                                .formatted(
                                        MetricText.unitOfWork(experiment.isBatch()),
                                        decided,
                                        plain(experiment.variants().getFirst().name())));
    }

    /// Empty where it is undecided, or invalid by this metric too.
    private static Optional<String> ratio(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Better(var ratio) -> Optional.of(RatioText.withInterval(ratio));
            case Verdict.Worse(var ratio) -> Optional.of(RatioText.withInterval(ratio));
            case Verdict.NoDifference(var ratio, var margin) ->
                    Optional.of(
                            "%s (equivalent within %s %%)"
                                    .formatted(
                                            RatioText.withInterval(ratio),
                                            Figures.axis(100 * margin)));
            case Verdict.Baseline _,
                    Verdict.Different _,
                    Verdict.Undecided _,
                    Verdict.DependsOnProcess _,
                    Verdict.NoEvidence _,
                    Verdict.Invalid _ ->
                    Optional.empty();
        };
    }
}
