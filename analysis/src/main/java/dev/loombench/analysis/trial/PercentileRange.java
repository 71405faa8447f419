package dev.loombench.analysis.trial;

import dev.loombench.spec.Metric;
import dev.loombench.stats.PercentileBounds;
import java.util.List;
import java.util.OptionalDouble;

/// Where the responses of trials, ordered by their times, bound a percentile.
///
/// Of N responses that [correlate][PercentileInflation] by I, N / I are independent; the [ranks][
/// PercentileBounds] of these are I times as large among all.
///
/// @param low ns; 0 without a lower bound
/// @param high ns; infinite without an upper bound
public record PercentileRange(double low, double high) {
    /// Of a standard error to either side.
    private static final double ONE_SIGMA = 0.6827;

    /// Independent responses beyond an arriving request's percentile from which on it has a
    /// standard error: in a pause, one response to each user stands for all that would have
    /// arrived.
    private static final double ENOUGH = 10;

    /// @param trials with responses
    /// @param metric a percentile
    /// @param level as in 0.95
    public static PercentileRange of(List<TrialFigures> trials, Metric metric, double level) {
        var times =
                Latency.merged(trials.stream().map(TrialFigures::latency).toList())
                        .judged(metric.percent());
        double inflation = PercentileInflation.of(trials, metric.percent());
        long independent = Math.max(1, (long) (times.getTotalCount() / inflation));
        var ranks = PercentileBounds.of(independent, metric.percent() / 100, level);
        return new PercentileRange(
                ranks.low() < 1 ? 0 : Histograms.ordered(times, rank(ranks.low() * inflation)),
                ranks.high() > independent
                        ? Double.POSITIVE_INFINITY
                        : Histograms.ordered(times, rank(ranks.high() * inflation)));
    }

    private static long rank(double exact) {
        return Math.max(1, Math.round(exact));
    }

    /// The standard error of the logarithm of one trial's percentile: half of the distance between
    /// its bounds. Infinite without a bound, or where few of the requests sent are evidence of an
    /// arriving one; empty without responses.
    static OptionalDouble standardError(TrialFigures trial, Metric metric) {
        var latency = trial.latency();
        if (latency.judged(metric.percent()).getTotalCount() == 0) {
            return OptionalDouble.empty();
        }
        if (latency.isBound(metric.percent()) && evidence(latency, metric.percent()) < ENOUGH) {
            return OptionalDouble.of(Double.POSITIVE_INFINITY);
        }
        var range = of(List.of(trial), metric, ONE_SIGMA);
        return OptionalDouble.of(Math.log(range.high / range.low) / 2);
    }

    /// The number of independent responses to requests sent that took at least the percentile.
    private static double evidence(Latency latency, double percent) {
        long value = latency.judged(percent).getValueAtPercentile(percent);
        return latency.asLong(percent)
                / ResponseSeries.of(List.of(latency.seconds())).inflationBeyond(value - 1);
    }
}
