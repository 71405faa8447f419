package dev.loombench.stats;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.statistics.distribution.TDistribution;

/// Confidence intervals from Student's distribution.
public final class StudentT {
    /// Of whole degrees of freedom: few, and used for every interval; each is a search for a root.
    private static final Map<Quantile, Double> QUANTILES = new ConcurrentHashMap<>();

    private StudentT() {}

    /// [#mean], empty with fewer than two values or when one is not finite.
    ///
    /// @param x [n] one value per trial, any unit
    /// @param level share of such intervals that contain the true mean, above 0 and below 1
    public static Optional<Interval> interval(double[] x, double level) {
        return x.length < 2 || !Arrays.stream(x).allMatch(Double::isFinite)
                ? Optional.empty()
                : Optional.of(mean(x, level));
    }

    /// `mean ± t[n - 1] * sqrt(s² / m)`; empty below two values.
    ///
    /// @param sample of n values, any unit
    /// @param averaged m, of how many such values the mean is taken
    /// @param level share of such intervals that contain the true mean, above 0 and below 1
    public static Optional<Interval> interval(Moments sample, double averaged, double level) {
        if (sample.count() < 2) {
            return Optional.empty();
        }
        var half =
                quantile((double) sample.count() - 1, level)
                        * Math.sqrt(sample.variance() / averaged);
        return Optional.of(new Interval(sample.mean() - half, sample.mean(), sample.mean() + half));
    }

    /// `mean ± t[n - 1] * sqrt(s² / n)`.
    ///
    /// @param x [n] at least two finite values
    static Interval mean(double[] x, double level) {
        var mean = Descriptive.mean(x);
        var half = quantile(x.length - 1, level) * Math.sqrt(squaredError(x));
        return new Interval(mean - half, mean, mean + half);
    }

    /// [#ratioOfMeans] of two independent samples; empty with fewer than two values in either, and
    /// when a value is not finite and above 0.
    ///
    /// @param a [n] one value per trial, any unit
    /// @param b [m] the same for the baseline
    /// @param level share of such intervals that contain the true ratio, above 0 and below 1
    public static Optional<Interval> ratio(double[] a, double[] b, double level) {
        return a.length < 2 || b.length < 2 || !allPositive(a) || !allPositive(b)
                ? Optional.empty()
                : Optional.of(ratioOfMeans(a, b, level));
    }

    private static boolean allPositive(double[] x) {
        return Arrays.stream(x).allMatch(v -> v > 0 && Double.isFinite(v));
    }

    /// `exp(ln(mean(a) / mean(b)) ± t[v] * sqrt(ea + eb))`, where `e = s² / (n * mean²)` is the
    /// variance of the logarithm of a mean (delta method) and `v = (ea + eb)² / (ea² / (n - 1) +
    /// eb² / (m - 1))`.
    ///
    /// Source: Welch, *The Generalization of "Student's" Problem when Several Different Population
    /// Variances are Involved* (1947).
    ///
    /// @param a [n] at least two values above 0
    /// @param b [m] at least two values above 0
    private static Interval ratioOfMeans(double[] a, double[] b, double level) {
        var point = Descriptive.mean(a) / Descriptive.mean(b);
        var errorA = relativeError(a);
        var errorB = relativeError(b);
        var error = errorA + errorB;
        var factor = Math.exp(quantile(freedom(a, b), level) * Math.sqrt(error));
        return new Interval(point / factor, point, point * factor);
    }

    /// Welch's degrees of freedom of that ratio, `v` above: between the smaller sample's `n - 1`
    /// and `n + m - 2`, which is also the value when neither sample varies.
    ///
    /// @param a [n] at least two values above 0
    /// @param b [m] at least two values above 0
    static double freedom(double[] a, double[] b) {
        return freedom(relativeError(a), a.length - 1.0, relativeError(b), b.length - 1.0);
    }

    /// Welch's degrees of freedom of the sum of two variances, `(a + b)² / (a² / ofA + b² / ofB)`;
    /// where both are 0, those of both together.
    ///
    /// @param a estimate of a variance with `ofA` degrees of freedom
    /// @param b the same with `ofB` of them
    static double freedom(double a, double ofA, double b, double ofB) {
        double sum = a + b;
        return sum == 0 ? ofA + ofB : sum * sum / (a * a / ofA + b * b / ofB);
    }

    /// Probability that Student's t is at least as far from 0, on either side.
    ///
    /// @param freedom degrees of freedom, above 0
    static double twoSided(double t, double freedom) {
        return Math.min(1, 2 * TDistribution.of(freedom).survivalProbability(Math.abs(t)));
    }

    /// The width of the interval of a mean over `to` values as a share of that over `from` values
    /// with the same spread: `t[to - 1] / t[from - 1] * sqrt(from / to)`.
    ///
    /// @param from at least two values
    /// @param to at least two values
    /// @param level share of such intervals that contain the true mean, above 0 and below 1
    public static double narrowing(int from, int to, double level) {
        return quantile(to - 1, level) / quantile(from - 1, level) * Math.sqrt((double) from / to);
    }

    /// The t such that Student's distribution has probability `level` between -t and t.
    public static double quantile(double freedom, double level) {
        return freedom == Math.rint(freedom)
                ? QUANTILES.computeIfAbsent(new Quantile(freedom, level), Quantile::value)
                : new Quantile(freedom, level).value();
    }

    private record Quantile(double freedom, double level) {
        double value() {
            return TDistribution.of(freedom).inverseSurvivalProbability((1 - level) / 2);
        }
    }

    /// Variance of the logarithm of the mean, `s² / (n * mean²)`.
    private static double relativeError(double[] x) {
        return squaredError(x) / Math.pow(Descriptive.mean(x), 2);
    }

    /// Variance of the mean, `s² / n`.
    private static double squaredError(double[] x) {
        return Descriptive.variance(x) / x.length;
    }
}
