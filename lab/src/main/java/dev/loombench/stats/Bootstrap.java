package dev.loombench.stats;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/// Bootstrap confidence intervals over trials: trials are resampled with replacement.
///
/// A resample of few values varies less than the trials did, by `sqrt((n - 1) / n)`, and a normal
/// quantile ignores that the spread was estimated too. The *expanded* percentile interval corrects
/// both by using more extreme quantiles: `p = Φ(-sqrt(n / (n - 1)) * t[v])` in place of `(1 -
/// level) / 2`, where `t[v]` is the quantile of Student's distribution with v degrees of freedom:
/// `n - 1` for one sample, [Welch's][StudentT] for two, with n the size of the smaller.
///
/// Whole trials are resampled. Resampling windows within a trial as well would count the spread
/// within trials twice, because the spread between their means contains it already (Davison and
/// Hinkley, *Bootstrap Methods and their Application* (1997), section 3.8).
///
/// No quantile lies beyond the most extreme resample. Where even the range of all resamples misses
/// the true value more than a third as often as the interval may, the [t interval][StudentT] is
/// returned: at 95 %, for a mean of fewer than 7 values and a ratio of 4 trials to 4.
///
/// Source: Hesterberg, *What Teachers Should Know About the Bootstrap* (2015), section 4.1.
public final class Bootstrap {
    /// Resamples per interval: the Monte Carlo error of its ends is then small compared with its
    /// width.
    public static final int RESAMPLES = 10_000;

    /// Resamples per interval where each resample merges histograms.
    static final int COSTLY_RESAMPLES = 4_000;

    /// Default confidence level.
    public static final double LEVEL = 0.95;

    private Bootstrap() {}

    /// Interval of `mean(a) / mean(b)` at [#LEVEL].
    ///
    /// @see #ratioOfMeans(double[], double[], double, long)
    public static Optional<Interval> ratioOfMeans(double[] a, double[] b, long seed) {
        return ratioOfMeans(a, b, LEVEL, seed);
    }

    /// Interval of `mean(a) / mean(b)` of two independent samples.
    ///
    /// Empty with fewer than two values in either sample (a single trial shows no spread) and when
    /// a value is not finite and above 0 (the ratio is then undefined). Has zero width when all
    /// values of each sample are equal.
    ///
    /// @param a [n] one value per trial, any unit
    /// @param b [m] the same for the baseline variant
    /// @param level share of such intervals that contain the true ratio, above 0 and below 1
    /// @param seed equal seeds give equal intervals
    /// @return no unit
    public static Optional<Interval> ratioOfMeans(double[] a, double[] b, double level, long seed) {
        requireLevel(level);
        if (a.length < 2 || b.length < 2 || !allPositive(a) || !allPositive(b)) {
            return Optional.empty();
        }
        if (1 - ratioRangeCoverage(a.length, b.length) > (1 - level) / 3) {
            return Optional.of(StudentT.ratioOfMeans(a, b, level));
        }
        var random = new SplittableRandom(seed);
        var resampled = new double[RESAMPLES];
        Arrays.setAll(resampled, _ -> resampledMean(a, random) / resampledMean(b, random));
        var point = Descriptive.mean(a) / Descriptive.mean(b);
        var freedom = StudentT.freedom(a, b);
        return Optional.of(
                expanded(resampled, point, Math.min(a.length, b.length), freedom, level));
    }

    /// Interval of a ratio of any two statistics of trials, such as percentiles of merged
    /// histograms.
    ///
    /// There is no t interval to fall back on, so the result is empty with fewer trials than
    /// [#trialsForRatio]; near that number the interval is slightly too narrow. Also empty when a
    /// statistic is not above 0.
    ///
    /// @param n trials behind the numerator
    /// @param m trials behind the denominator
    /// @param a statistic of a resample, given as trial indices 0..n-1 with repetition
    /// @param b the same for the baseline variant, indices 0..m-1
    /// @param level share of such intervals that contain the true ratio, above 0 and below 1
    /// @param seed equal seeds give equal intervals
    /// @return no unit
    public static Optional<Interval> ratio(
            int n,
            int m,
            ToDoubleFunction<int[]> a,
            ToDoubleFunction<int[]> b,
            double level,
            long seed) {
        requireLevel(level);
        if (ratioRangeCoverage(n, m) < level) {
            return Optional.empty();
        }
        var eachA = ofEach(n, a);
        var eachB = ofEach(m, b);
        if (!allPositive(eachA) || !allPositive(eachB)) {
            return Optional.empty();
        }
        var point = a.applyAsDouble(all(n)) / b.applyAsDouble(all(m));
        var random = new SplittableRandom(seed);
        var resampled = new double[COSTLY_RESAMPLES];
        Arrays.setAll(
                resampled,
                _ -> a.applyAsDouble(resample(n, random)) / b.applyAsDouble(resample(m, random)));
        var freedom = StudentT.freedom(eachA, eachB);
        return Optional.of(expanded(resampled, point, Math.min(n, m), freedom, level));
    }

    /// Interval of any statistic of one variant's trials; empty with fewer trials than
    /// [#trialsForMean].
    ///
    /// @param n trials
    /// @param statistic of a resample, given as trial indices 0..n-1 with repetition
    /// @param level share of such intervals that contain the true value, above 0 and below 1
    /// @param seed equal seeds give equal intervals
    /// @return in the unit of the statistic
    public static Optional<Interval> statistic(
            int n, ToDoubleFunction<int[]> statistic, double level, long seed) {
        requireLevel(level);
        if (meanRangeCoverage(n) < level) {
            return Optional.empty();
        }
        var random = new SplittableRandom(seed);
        var resampled = new double[COSTLY_RESAMPLES];
        Arrays.setAll(resampled, _ -> statistic.applyAsDouble(resample(n, random)));
        return Optional.of(expanded(resampled, statistic.applyAsDouble(all(n)), n, n - 1, level));
    }

    /// The fewest trials of each of two variants that [#ratio] accepts.
    public static int trialsForRatio(double level) {
        int n = 2;
        while (ratioRangeCoverage(n, n) < level) {
            n++;
        }
        return n;
    }

    /// The fewest trials that [#statistic] accepts.
    public static int trialsForMean(double level) {
        int n = 2;
        while (meanRangeCoverage(n) < level) {
            n++;
        }
        return n;
    }

    private static int[] all(int n) {
        return IntStream.range(0, n).toArray();
    }

    /// The statistic of each trial alone.
    private static double[] ofEach(int n, ToDoubleFunction<int[]> statistic) {
        return IntStream.range(0, n)
                .mapToDouble(i -> statistic.applyAsDouble(new int[] {i}))
                .toArray();
    }

    private static int[] resample(int n, SplittableRandom random) {
        return random.ints(n, 0, n).toArray();
    }

    /// Interval of `mean(x)` at [#LEVEL].
    ///
    /// @see #mean(double[], double, long)
    public static Optional<Interval> mean(double[] x, long seed) {
        return mean(x, LEVEL, seed);
    }

    /// Interval of `mean(x)`; empty with fewer than two values or when one is not finite. Has zero
    /// width when all values are equal.
    ///
    /// @param x [n] one value per trial, any unit
    /// @param level share of such intervals that contain the true mean, above 0 and below 1
    /// @param seed equal seeds give equal intervals
    /// @return in the unit of x
    public static Optional<Interval> mean(double[] x, double level, long seed) {
        requireLevel(level);
        if (x.length < 2 || !Arrays.stream(x).allMatch(Double::isFinite)) {
            return Optional.empty();
        }
        if (1 - meanRangeCoverage(x.length) > (1 - level) / 3) {
            return Optional.of(StudentT.mean(x, level));
        }
        var random = new SplittableRandom(seed);
        var resampled = new double[RESAMPLES];
        Arrays.setAll(resampled, _ -> resampledMean(x, random));
        return Optional.of(expanded(resampled, Descriptive.mean(x), x.length, x.length - 1, level));
    }

    /// `p = Φ(-sqrt(n / (n - 1)) * t[freedom])`, t at `(1 + level) / 2`.
    static double expandedTail(int n, double freedom, double level) {
        var t = StudentT.quantile(freedom, level);
        return NormalDistribution.of(0, 1).cumulativeProbability(-Math.sqrt(n / (n - 1.0)) * t);
    }

    /// Probability that the range of all resampled means contains a symmetric sample's true mean,
    /// that is, that not all values lie on one side of it: `1 - 2 / 2^n`.
    static double meanRangeCoverage(int n) {
        return 1 - Math.pow(2, 1 - n);
    }

    /// Probability that the range of all resampled ratios contains the true one, that is, that
    /// neither sample, scaled to the same mean, lies entirely above the other: `1 - 2 / C(n + m,
    /// n)`.
    static double ratioRangeCoverage(int n, int m) {
        var orders = 1.0;
        for (int i = 1; i <= n; i++) {
            orders *= (m + i) / (double) i;
        }
        return 1 - 2 / orders;
    }

    private static Interval expanded(
            double[] resampled, double point, int n, double freedom, double level) {
        Arrays.sort(resampled);
        var tail = expandedTail(n, freedom, level);
        DoubleUnaryOperator quantile = p -> quantile(resampled, p);
        return new Interval(
                Math.min(point, quantile.applyAsDouble(tail)),
                point,
                Math.max(point, quantile.applyAsDouble(1 - tail)));
    }

    /// Linear interpolation between order statistics: Hyndman and Fan's type 7.
    private static double quantile(double[] sorted, double p) {
        var position = p * (sorted.length - 1);
        var below = (int) position;
        var above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
    }

    private static double resampledMean(double[] x, SplittableRandom random) {
        var sum = 0.0;
        for (int i = 0; i < x.length; i++) {
            sum += x[random.nextInt(x.length)];
        }
        return sum / x.length;
    }

    private static boolean allPositive(double[] x) {
        return Arrays.stream(x).allMatch(v -> v > 0 && Double.isFinite(v));
    }

    private static void requireLevel(double level) {
        if (!(level > 0 && level < 1)) {
            throw new IllegalArgumentException("level " + level);
        }
    }
}
