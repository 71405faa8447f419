package dev.loombench.report;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.VariantSummary;
import dev.loombench.experiment.Metric;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Where a percentile of all trials is that of the slowest ones, so that it seems to contradict the
/// ratio within blocks beside it.
public final class SlowTrialText {
    /// The percentile of all trials, as a multiple of that of the median one.
    private static final double MUCH = 1.25;

    private SlowTrialText() {}

    /// `p99 is that of the slowest trials: the median trial has 104 ms (pool).` Empty where a
    /// typical trial has about the percentile of all.
    public static Optional<String> of(Analysis analysis) {
        var load = analysis.manifest().experiment().load();
        var texts =
                analysis.scorecard().metrics().stream()
                        .filter(Metric::isPercentile)
                        .flatMap(metric ->
                                medians(analysis.variants(), metric).stream()
                                        .map(medians ->
                                                "%s is that of the slowest trials: the median trial has %s."
                                                        .formatted(
                                                                ArrivingText.label(metric, load),
                                                                medians)))
                        .toList();
        return texts.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", texts));
    }

    private static Optional<String> medians(List<VariantSummary> variants, Metric metric) {
        var medians =
                variants.stream()
                        .filter(v -> isOfSlowest(v, metric))
                        .map(v ->
                                "%s (%s)"
                                        .formatted(
                                                Format.time(v.latency().typical(metric.percent())),
                                                v.variant().name()))
                        .collect(Collectors.joining(", "));
        return medians.isEmpty() ? Optional.empty() : Optional.of(medians);
    }

    private static boolean isOfSlowest(VariantSummary variant, Metric metric) {
        var all = variant.latency().requests().percentile(metric.percent());
        var typical = variant.latency().typical(metric.percent());
        return all.isPresent()
                && typical.isPresent()
                && all.getAsDouble() > MUCH * typical.getAsDouble();
    }
}
