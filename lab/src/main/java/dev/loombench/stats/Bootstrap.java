package dev.loombench.stats;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/// Confidence intervals over trials, by drawing the trials again and again with replacement.
///
/// A resample of few values varies less than the trials did, by `sqrt((n - 1) / n)`, and a normal
/// quantile forgets that the spread itself was estimated. The *expanded* percentile interval mends
/// both by taking quantiles further out: `p = Φ(-sqrt(n / (n - 1)) * t[v])` in place of `(1 -
/// level) / 2`, where `t[v]` is the quantile of Student's distribution with v degrees of freedom: n
/// - 1 for one sample, [Welch's][StudentT] for two, with n the size of the smaller.
///
/// What is drawn is whole trials. Drawing windows within a drawn trial as well would count the
/// spread within trials twice, since the spread between their means holds it already (Davison and
/// Hinkley, *Bootstrap Methods and their Application* (1997), section 3.8).
///
/// No quantile lies beyond the outermost resample, though. Where even the range of all resamples
/// misses the truth more than a third as often as the interval may, the answer is the [t
/// interval][StudentT]: at 95 %, a mean of fewer than 7 values, a ratio of 4 trials against 4.
///
/// Source: Hesterberg, *What Teachers Should Know About the Bootstrap* (2015), section 4.1.
public final class Bootstrap {
    /// Resamples an interval: the Monte Carlo error of its ends is then small beside its width.
    public static final int RESAMPLES = 10_000;

    /// Resamples where each costs a merge of histograms.
    static final int COSTLY_RESAMPLES = 4_000;

    /// Confidence level where none is given.
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
    /// a value is not finite and above 0 (a ratio to nothing has no meaning). Has no width when all
    /// values of each sample are equal.
    ///
    /// @param a [n] a figure a trial, any unit
    /// @param b [m] the same of the variant compared with
    /// @param level part of such intervals that hold the true ratio, above 0 and below 1
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
    /// There is no t interval to fall back on, so it is empty only with fewer trials than
    /// [#trialsForRatio]; near that number it is a little too narrow. Empty also when a statistic
    /// is not above 0.
    ///
    /// @param n trials behind the numerator
    /// @param m trials behind the denominator
    /// @param a statistic of a draw of trials, indices 0..n-1 with repetition
    /// @param b the same of the variant compared with, indices 0..m-1
    /// @param level part of such intervals that hold the true ratio, above 0 and below 1
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
        var each = singly(n, a);
        var other = singly(m, b);
        if (!allPositive(each) || !allPositive(other)) {
            return Optional.empty();
        }
        var point = a.applyAsDouble(all(n)) / b.applyAsDouble(all(m));
        var random = new SplittableRandom(seed);
        var resampled = new double[COSTLY_RESAMPLES];
        Arrays.setAll(
                resampled,
                _ -> a.applyAsDouble(draw(n, random)) / b.applyAsDouble(draw(m, random)));
        var freedom = StudentT.freedom(each, other);
        return Optional.of(expanded(resampled, point, Math.min(n, m), freedom, level));
    }

    /// Interval of any statistic of one variant's trials; empty with fewer of them than
    /// [#trialsForMean].
    ///
    /// @param n trials
    /// @param statistic of a draw of trials, indices 0..n-1 with repetition
    /// @param level part of such intervals that hold the truth, above 0 and below 1
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
        Arrays.setAll(resampled, _ -> statistic.applyAsDouble(draw(n, random)));
        return Optional.of(expanded(resampled, statistic.applyAsDouble(all(n)), n, n - 1, level));
    }

    /// The fewest trials of each of two variants that [#ratio] takes.
    public static int trialsForRatio(double level) {
        int n = 2;
        while (ratioRangeCoverage(n, n) < level) {
            n++;
        }
        return n;
    }

    /// The fewest trials that [#statistic] takes.
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

    /// The statistic of each trial by itself.
    private static double[] singly(int n, ToDoubleFunction<int[]> statistic) {
        return IntStream.range(0, n)
                .mapToDouble(i -> statistic.applyAsDouble(new int[] {i}))
                .toArray();
    }

    private static int[] draw(int n, SplittableRandom random) {
        return random.ints(n, 0, n).toArray();
    }

    /// Interval of `mean(x)` at [#LEVEL].
    ///
    /// @see #mean(double[], double, long)
    public static Optional<Interval> mean(double[] x, long seed) {
        return mean(x, LEVEL, seed);
    }

    /// Interval of `mean(x)`; empty with fewer than two values or when one is not finite. Has no
    /// width when all values are equal.
    ///
    /// @param x [n] a figure a trial, any unit
    /// @param level part of such intervals that hold the true mean, above 0 and below 1
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

    /// How often the range of all resampled means holds a symmetric sample's true mean: unless all
    /// values lie on one side of it, `1 - 2 / 2^n`.
    static double meanRangeCoverage(int n) {
        return 1 - Math.pow(2, 1 - n);
    }

    /// How often the range of all resampled ratios holds the truth: unless one sample, scaled to
    /// the same mean, lies wholly above the other, `1 - 2 / C(n + m, n)`.
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

    /// Linear between order statistics: Hyndman and Fan's type 7.
    private static double quantile(double[] sorted, double p) {
        var place = p * (sorted.length - 1);
        var below = (int) place;
        var above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
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
