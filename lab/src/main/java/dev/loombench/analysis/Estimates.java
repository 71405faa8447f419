package dev.loombench.analysis;

import dev.loombench.spec.Metric;
import dev.loombench.stats.Bootstrap;
import dev.loombench.stats.Interval;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/// Intervals of a metric over the trials of one variant, or of the ratio of two.
///
/// @param level of each interval, as in 0.95
/// @param seed of the resampling
record Estimates(double level, long seed) {

    /// `variant / first`; empty when the trials cannot show one.
    Optional<Interval> ratio(Metric metric, List<TrialFigures> variant, List<TrialFigures> first) {
        return switch (metric) {
            case THROUGHPUT, CPU_PER_REQUEST, PEAK_RSS, THREADS, ELAPSED, RAMP_UP ->
                    Bootstrap.ratioOfMeans(
                            values(metric, variant), values(metric, first), level, seed);
            case P50, P99, P999 ->
                    Bootstrap.ratio(
                            variant.size(),
                            first.size(),
                            merged(metric, variant),
                            merged(metric, first),
                            level,
                            seed);
        };
    }

    /// The metric of one variant, in requests/s, ns, bytes or threads; empty when the trials cannot
    /// show it.
    Optional<Interval> figure(Metric metric, List<TrialFigures> variant) {
        return switch (metric) {
            case THROUGHPUT, CPU_PER_REQUEST, PEAK_RSS, THREADS, ELAPSED, RAMP_UP ->
                    Bootstrap.mean(values(metric, variant), level, seed);
            case P50, P99, P999 ->
                    Bootstrap.statistic(variant.size(), merged(metric, variant), level, seed);
        };
    }

    /// The metric of one variant, without its interval; empty when no trial has it.
    static OptionalDouble middle(Metric metric, List<TrialFigures> trials) {
        return switch (metric) {
            case THROUGHPUT, CPU_PER_REQUEST, PEAK_RSS, THREADS, ELAPSED, RAMP_UP ->
                    Arrays.stream(values(metric, trials)).average();
            case P50, P99, P999 ->
                    percentile(
                            Histograms.merged(trials.stream().map(TrialFigures::responseTime)),
                            percent(metric));
        };
    }

    /// What is missing where there is no interval of a ratio.
    String ratioNeeds(Metric metric) {
        return needs(metric, Bootstrap.trialsForRatio(level), " of each");
    }

    /// What is missing where there is no interval of a figure.
    String figureNeeds(Metric metric) {
        return needs(metric, Bootstrap.trialsForMean(level), "");
    }

    private static String needs(Metric metric, int trialsOfPercentile, String ofEach) {
        return switch (metric) {
            case THROUGHPUT, CPU_PER_REQUEST, PEAK_RSS, THREADS, ELAPSED, RAMP_UP ->
                    "an interval needs at least two trials%s with %s observed"
                            .formatted(ofEach, metric.label());
            case P50, P99, P999 ->
                    "an interval of %s needs at least %d trials%s"
                            .formatted(metric.label(), trialsOfPercentile, ofEach);
        };
    }

    private static double[] values(Metric metric, List<TrialFigures> trials) {
        return trials.stream()
                .map(t -> of(metric, t))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .toArray();
    }

    /// The metric of one trial.
    static OptionalDouble of(Metric metric, TrialFigures trial) {
        return switch (metric) {
            case THROUGHPUT -> OptionalDouble.of(trial.throughput());
            case CPU_PER_REQUEST -> trial.cpuPerRequest();
            case PEAK_RSS -> trial.peakRss();
            case THREADS -> trial.threads();
            case RAMP_UP -> trial.rampUp();
            case ELAPSED -> trial.elapsed();
            case P50, P99, P999 -> percentile(trial.responseTime(), percent(metric));
        };
    }

    private static OptionalDouble percentile(Histogram histogram, double percent) {
        return histogram.getTotalCount() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of((double) histogram.getValueAtPercentile(percent));
    }

    /// Percentiles are not averaged: the trials of each draw are merged, and the percentile read
    /// from the whole.
    private static MergedPercentile merged(Metric metric, List<TrialFigures> trials) {
        return new MergedPercentile(
                trials.stream().map(TrialFigures::responseTime).toList(), percent(metric));
    }

    private static double percent(Metric metric) {
        return switch (metric) {
            case P50 -> 50;
            case P99 -> 99;
            case P999 -> 99.9;
            case THROUGHPUT, CPU_PER_REQUEST, PEAK_RSS, THREADS, ELAPSED, RAMP_UP ->
                    throw new IllegalArgumentException(metric.label() + " is no percentile");
        };
    }
}
