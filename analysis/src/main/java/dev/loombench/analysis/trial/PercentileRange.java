package dev.loombench.analysis.trial;

import dev.loombench.analysis.trial.correlation.InflationBeyond;
import dev.loombench.analysis.trial.correlation.PercentileInflation;
import dev.loombench.analysis.trial.correlation.SeriesInflation;
import dev.loombench.experiment.Metric;
import dev.loombench.load.result.RecordedValues;
import dev.loombench.stats.PercentileBounds;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.LongToDoubleFunction;
import org.HdrHistogram.Histogram;

/// Where the responses of trials, ordered by their times, bound a percentile.
///
/// Of N responses that [correlate][PercentileInflation] by I, N / I are independent. A value at
/// which I has another size is [tested][PercentileBounds] with that; the range contains all that
/// may be the percentile.
///
/// Of an arriving request's percentile p, weighted by time, the evidence is the requests sent that
/// took as long: E of them, less by their correlation, so that I is at least `N (1 - p) / E`. In a
/// pause, one response to each user stands for all that would have arrived.
///
/// @param low ns; 0 without a lower bound
/// @param high ns; infinite without an upper bound
public record PercentileRange(double low, double high) {
    /// Of a standard error to either side.
    private static final double ONE_SIGMA = 0.6827;

    /// Independent responses beyond an arriving request's percentile from which on it has a
    /// standard error.
    private static final double ENOUGH = 10;

    /// @param trials with responses
    /// @param metric a percentile
    /// @param level as in 0.95
    public static PercentileRange of(List<TrialFigures> trials, Metric metric, double level) {
        return of(merged(trials), series(trials), metric.percent(), level);
    }

    /// @param latency of the trials merged
    private static PercentileRange of(
            Latency latency, SeriesInflation series, double percent, double level) {
        return of(
                latency.judged(percent),
                new PercentileBounds(percent / 100, level),
                inflation(latency, series, percent));
    }

    /// @param inflation of a value, ns
    static PercentileRange of(
            Histogram times, PercentileBounds bounds, LongToDoubleFunction inflation) {
        var scan = new Scan(times.getTotalCount(), bounds, inflation);
        RecordedValues.forEach(times, scan);
        return new PercentileRange(scan.low, scan.high);
    }

    /// Of a value, ns.
    private static LongToDoubleFunction inflation(
            Latency latency, SeriesInflation series, double percent) {
        var inflation = PercentileInflation.of(series, latency.responseTime(), percent);
        double least = latency.isBound(percent) ? ofEvidence(latency, series.beyond(), percent) : 1;
        return value -> Math.max(least, inflation.at(value));
    }

    /// The number of trials like these that have an upper bound; infinite without responses.
    public static double trialsUntilBounded(
            List<TrialFigures> trials, Metric metric, double level) {
        var latency = merged(trials);
        double percent = metric.percent();
        var times = latency.judged(percent);
        if (times.getTotalCount() == 0) {
            return Double.POSITIVE_INFINITY;
        }
        double factor =
                inflation(latency, series(trials), percent)
                        .applyAsDouble(times.getValueAtPercentile(percent));
        double ofEach = (double) times.getTotalCount() / factor / trials.size();
        return Math.ceil(new PercentileBounds(percent / 100, level).fewest() / ofEach);
    }

    /// Tests each value, in ascending order, as the percentile.
    private static final class Scan implements RecordedValues.Visitor {
        private final long total;
        private final PercentileBounds bounds;
        private final LongToDoubleFunction inflation;

        private long passed;
        private boolean foundLow;

        /// The smallest value that is not too small.
        private double low;

        /// The smallest of the values that are, with all larger ones, too large.
        private double high = Double.POSITIVE_INFINITY;

        Scan(long total, PercentileBounds bounds, LongToDoubleFunction inflation) {
            this.total = total;
            this.bounds = bounds;
            this.inflation = inflation;
        }

        @Override
        public void visit(long value, long count) {
            double factor = inflation.applyAsDouble(value);
            long independent = Math.max(1, (long) (total / factor));
            if (passed == 0 && !bounds.isTooSmall(independent, 0)) {
                foundLow = true;
            }
            passed += count;
            double upTo = of(independent);
            if (!foundLow && !bounds.isTooSmall(independent, (long) Math.ceil(upTo))) {
                foundLow = true;
                low = value;
            }
            if (!bounds.isTooLarge(independent, (long) upTo)) {
                high = Double.POSITIVE_INFINITY;
            } else if (Double.isInfinite(high)) {
                high = value;
            }
        }

        /// As large a share of the independent responses as of all. A part of one is whole in the
        /// test where that keeps the value in the range, and none in the other.
        private double of(long independent) {
            return independent == total || passed == total
                    ? (double) Math.min(passed, independent)
                    : (double) passed * independent / total;
        }
    }

    /// Where the responses of two variants bound the ratio of their percentiles: each bound is as
    /// far from the ratio of the merged percentiles as those of the two together, on a logarithmic
    /// scale. 0 or infinite where so few responses have none; empty without responses.
    ///
    /// Source: Zou and Donner, *Construction of confidence limits about effect measures: a general
    /// approach* (Statistics in Medicine 27, 2008).
    public static Optional<PercentileRange> ofRatio(
            List<TrialFigures> variant, List<TrialFigures> first, Metric metric, double level) {
        var numerator = Logs.of(variant, metric, level);
        var denominator = Logs.of(first, metric, level);
        double point = numerator.point - denominator.point;
        double low = point - Math.hypot(numerator.below(), denominator.above());
        double high = point + Math.hypot(numerator.above(), denominator.below());
        return Double.isNaN(low) || Double.isNaN(high)
                ? Optional.empty()
                : Optional.of(new PercentileRange(Math.exp(low), Math.exp(high)));
    }

    /// A percentile with its bounds, as logarithms; NaN without responses. A bound may be infinite.
    private record Logs(double low, double point, double high) {
        static Logs of(List<TrialFigures> trials, Metric metric, double level) {
            var latency = merged(trials);
            double percent = metric.percent();
            var times = latency.judged(percent);
            if (times.getTotalCount() == 0) {
                return new Logs(Double.NaN, Double.NaN, Double.NaN);
            }
            var range = PercentileRange.of(latency, series(trials), percent, level);
            return new Logs(
                    Math.log(range.low),
                    Math.log(Histograms.percentile(times, percent).orElse(Double.NaN)),
                    Math.log(range.high));
        }

        double below() {
            return Math.max(0, point - low);
        }

        double above() {
            return Math.max(0, high - point);
        }
    }

    private static Latency merged(List<TrialFigures> trials) {
        return Latency.merged(trials.stream().map(TrialFigures::latency).toList());
    }

    private static SeriesInflation series(List<TrialFigures> trials) {
        return WindowSeconds.inflation(trials.stream().map(t -> t.latency().seconds()).toList());
    }

    /// The inflation where few of the requests sent are evidence of an arriving one.
    private static double ofEvidence(Latency latency, InflationBeyond beyond, double percent) {
        double expected = latency.judged(percent).getTotalCount() * (100 - percent) / 100;
        return expected / evidence(latency, beyond, percent);
    }

    /// The standard error of the logarithm of one trial's percentile: half of the distance between
    /// its bounds. Infinite without a bound, or where few of the requests sent are evidence of an
    /// arriving one; empty without responses.
    static OptionalDouble standardError(TrialFigures trial, Metric metric) {
        var latency = trial.latency();
        double percent = metric.percent();
        if (latency.judged(percent).getTotalCount() == 0) {
            return OptionalDouble.empty();
        }
        var series = series(List.of(trial));
        if (latency.isBound(percent) && evidence(latency, series.beyond(), percent) < ENOUGH) {
            return OptionalDouble.of(Double.POSITIVE_INFINITY);
        }
        return OptionalDouble.of(of(latency, series, percent, ONE_SIGMA).half());
    }

    /// Half of the distance between the bounds, of logarithms; infinite without one of them.
    public double half() {
        return Math.log(high / low) / 2;
    }

    /// The number of independent responses to requests sent that took at least the percentile.
    private static double evidence(Latency latency, InflationBeyond beyond, double percent) {
        long value = latency.judged(percent).getValueAtPercentile(percent);
        return latency.asLong(percent) / beyond.of(value - 1);
    }
}
