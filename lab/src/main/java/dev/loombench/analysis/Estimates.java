package dev.loombench.analysis;

import dev.loombench.analysis.trial.Histograms;
import dev.loombench.analysis.trial.StepResponse;
import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.spec.Metric;
import dev.loombench.stats.Bootstrap;
import dev.loombench.stats.Interval;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// Intervals of a metric over the trials of one variant, or of the ratio of two.
///
/// No metric can be negative, so no interval reaches below 0. None is narrower than the rounding of
/// its metric: n trials that are each rounded to a unit leave `unit / 2 / sqrt(n)` open to either
/// side (1.7 standard deviations of that rounding, `unit / sqrt(12 n)` each). Trials that agree by
/// chance would otherwise have an interval without width.
///
/// @param level of each interval, as in 0.95
/// @param seed of the resampling
record Estimates(double level, long seed) {

    /// `variant / first`; empty when the trials are too few.
    Optional<Interval> ratio(Metric metric, List<TrialFigures> variant, List<TrialFigures> first) {
        var ratio =
                switch (metric) {
                    case THROUGHPUT, CPU_PER_REQUEST, PEAK_RSS, THREADS, ELAPSED, RAMP_UP ->
                            Bootstrap.ratioOfMeans(
                                    values(metric, variant), values(metric, first), level, seed);
                    case P50, P75, P90, P95, P99, P999, P9999 ->
                            Bootstrap.ratio(
                                    variant.size(),
                                    first.size(),
                                    merged(metric, variant),
                                    merged(metric, first),
                                    level,
                                    seed);
                };
        return ratio.map(r -> {
            double above = rounding(metric, variant);
            double below = rounding(metric, first);
            return r.widenedTo(
                    r.point() * (1 - above) / (1 + below), r.point() * (1 + above) / (1 - below));
        });
    }

    /// The metric of one variant, in requests/s, ns, bytes or threads; empty when the trials are
    /// too few.
    Optional<Interval> interval(Metric metric, List<TrialFigures> variant) {
        var interval =
                switch (metric) {
                    case THROUGHPUT, CPU_PER_REQUEST, PEAK_RSS, THREADS, ELAPSED, RAMP_UP ->
                            Bootstrap.mean(values(metric, variant), level, seed);
                    case P50, P75, P90, P95, P99, P999, P9999 ->
                            Bootstrap.statistic(
                                    variant.size(), merged(metric, variant), level, seed);
                };
        return interval.map(i -> rounded(i, rounding(metric, variant)));
    }

    /// The interval of the mean of values that cannot be negative; empty below two values.
    ///
    /// @param rounding of a single value, as a share of it; 0 where that is negligible
    Optional<Interval> mean(double[] values, double rounding) {
        return Bootstrap.mean(values, level, seed)
                .map(i -> rounded(i, rounding / Math.sqrt(values.length)));
    }

    /// @param share that rounding leaves open to either side, below 1
    private static Interval rounded(Interval interval, double share) {
        return interval.widenedTo(interval.point() * (1 - share), interval.point() * (1 + share))
                .notBelowZero();
    }

    /// The uncertainty by rounding to either side of a metric of several trials, as a share of it.
    private static double rounding(Metric metric, List<TrialFigures> trials) {
        return trials.stream().mapToDouble(t -> rounding(metric, t)).max().orElse(0)
                / Math.sqrt(trials.size());
    }

    /// Half of the unit that the metric of one trial is rounded to, as a share of it: one response
    /// of the window, one thread, one step of the histogram. 0 where it is negligible.
    private static double rounding(Metric metric, TrialFigures trial) {
        return switch (metric) {
            case THROUGHPUT -> half(1, (double) trial.latency().responseTime().getTotalCount());
            case THREADS -> half(1, trial.cost().threads().orElse(0));
            case RAMP_UP -> half(StepResponse.BIN_NANOS, trial.rampUp().orElse(0));
            case P50, P75, P90, P95, P99, P999, P9999 -> {
                var times = trial.latency().responseTime();
                long value = times.getValueAtPercentile(metric.percent());
                yield half((double) times.sizeOfEquivalentValueRange(value), (double) value);
            }
            case CPU_PER_REQUEST, PEAK_RSS, ELAPSED -> 0;
        };
    }

    private static double half(double unit, double value) {
        return value >= unit ? unit / 2 / value : 0;
    }

    /// The metric of one variant, without its interval; empty when no trial has it.
    static OptionalDouble pointEstimate(Metric metric, List<TrialFigures> trials) {
        return switch (metric) {
            case THROUGHPUT, CPU_PER_REQUEST, PEAK_RSS, THREADS, ELAPSED, RAMP_UP ->
                    Arrays.stream(values(metric, trials)).average();
            case P50, P75, P90, P95, P99, P999, P9999 ->
                    Histograms.percentile(
                            Histograms.merged(trials.stream().map(f -> f.latency().responseTime())),
                            metric.percent());
        };
    }

    /// What an interval of a ratio requires.
    String ratioRequirement(Metric metric) {
        return requirement(metric, Bootstrap.trialsForRatio(level), " of each");
    }

    /// What an interval of one variant requires.
    String intervalRequirement(Metric metric) {
        return requirement(metric, Bootstrap.trialsForMean(level), "");
    }

    private static String requirement(Metric metric, int trialsOfPercentile, String ofEach) {
        return switch (metric) {
            case THROUGHPUT, CPU_PER_REQUEST, PEAK_RSS, THREADS, ELAPSED, RAMP_UP ->
                    "an interval needs at least two trials%s with %s observed"
                            .formatted(ofEach, metric.label());
            case P50, P75, P90, P95, P99, P999, P9999 ->
                    "an interval of %s needs at least %d trials%s"
                            .formatted(metric.label(), trialsOfPercentile, ofEach);
        };
    }

    private static double[] values(Metric metric, List<TrialFigures> trials) {
        return trials.stream()
                .map(t -> t.value(metric))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .toArray();
    }

    /// Percentiles are not averaged: the trials of each draw are merged, and the percentile is that
    /// of the merged histogram.
    private static MergedPercentile merged(Metric metric, List<TrialFigures> trials) {
        return new MergedPercentile(
                trials.stream().map(f -> f.latency().responseTime()).toList(), metric.percent());
    }
}
