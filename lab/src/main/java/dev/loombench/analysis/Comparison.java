package dev.loombench.analysis;

import dev.loombench.spec.Metric;
import dev.loombench.stats.Bootstrap;
import dev.loombench.stats.Interval;
import dev.loombench.stats.TrialsNeeded;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/// Compares the trials of a variant with those of the first, by one metric.
///
/// A difference is claimed when the interval of the ratio leaves out 1 and the ratio itself lies
/// beyond the margin; no difference, when the whole interval lies within 1/(1 + margin) .. 1 +
/// margin; else it is undecided.
final class Comparison {
    /// More trials than this nobody runs: the forecast ends here.
    private static final int MOST_TRIALS = 1_000;

    private Comparison() {}

    static Verdict of(
            Metric metric,
            double margin,
            long seed,
            List<TrialFigures> variant,
            List<TrialFigures> first) {
        if (variant.isEmpty() || first.isEmpty()) {
            return new Verdict.NoEvidence("no trial of it was completed");
        }
        return ratio(metric, seed, variant, first)
                .map(r -> judged(metric, margin, r, variant.size(), first.size()))
                .orElseGet(() ->
                        new Verdict.NoEvidence(
                                "an interval needs at least two trials of each (four for a percentile), with the figure observed"));
    }

    private static Verdict judged(Metric metric, double margin, Interval ratio, int n, int m) {
        double low = 1 / (1 + margin);
        double high = 1 + margin;
        if (ratio.low() >= low && ratio.high() <= high) {
            return new Verdict.NoDifference(ratio, margin);
        }
        boolean leavesOutOne = ratio.low() > 1 || ratio.high() < 1;
        boolean beyondMargin = ratio.point() > high || ratio.point() < low;
        if (leavesOutOne && beyondMargin) {
            return ratio.point() > 1 == metric.higherIsBetter()
                    ? new Verdict.Better(ratio)
                    : new Verdict.Worse(ratio);
        }
        int trials = Math.min(n, m);
        return new Verdict.Undecided(
                ratio, trials, TrialsNeeded.forMargin(ratio, trials, margin, MOST_TRIALS));
    }

    private static Optional<Interval> ratio(
            Metric metric, long seed, List<TrialFigures> variant, List<TrialFigures> first) {
        return switch (metric) {
            case THROUGHPUT ->
                    ofMeans(seed, variant, first, t -> OptionalDouble.of(t.throughput()));
            case CPU_PER_REQUEST -> ofMeans(seed, variant, first, TrialFigures::cpuPerRequest);
            case PEAK_RSS -> ofMeans(seed, variant, first, TrialFigures::peakRss);
            case P50 -> ofPercentiles(seed, variant, first, 50);
            case P99 -> ofPercentiles(seed, variant, first, 99);
            case P999 -> ofPercentiles(seed, variant, first, 99.9);
        };
    }

    private interface Reading {
        OptionalDouble of(TrialFigures trial);
    }

    private static Optional<Interval> ofMeans(
            long seed, List<TrialFigures> variant, List<TrialFigures> first, Reading reading) {
        return Bootstrap.ratioOfMeans(values(variant, reading), values(first, reading), seed);
    }

    private static double[] values(List<TrialFigures> trials, Reading reading) {
        return trials.stream()
                .map(reading::of)
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .toArray();
    }

    /// Percentiles are not averaged: each resample of trials is merged, and the percentile read
    /// from the whole.
    private static Optional<Interval> ofPercentiles(
            long seed, List<TrialFigures> variant, List<TrialFigures> first, double percentile) {
        return Bootstrap.ratio(
                variant.size(),
                first.size(),
                percentileOf(variant, percentile),
                percentileOf(first, percentile),
                seed);
    }

    private static ToDoubleFunction<int[]> percentileOf(
            List<TrialFigures> trials, double percentile) {
        return drawn ->
                Histograms.merged(Arrays.stream(drawn).mapToObj(i -> trials.get(i).responseTime()))
                        .getValueAtPercentile(percentile);
    }
}
