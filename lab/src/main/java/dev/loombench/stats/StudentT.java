package dev.loombench.stats;

import org.apache.commons.statistics.distribution.TDistribution;

/// Confidence intervals by Student's distribution, for samples too small to be resampled.
final class StudentT {
    private StudentT() {}

    /// `mean ± t[n - 1] * sqrt(s² / n)`.
    ///
    /// @param x [n] at least two finite values
    static Interval mean(double[] x, double level) {
        var mean = Descriptive.mean(x);
        var half = quantile(x.length - 1, level) * Math.sqrt(squaredError(x));
        return new Interval(mean - half, mean, mean + half);
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
    static Interval ratioOfMeans(double[] a, double[] b, double level) {
        var point = Descriptive.mean(a) / Descriptive.mean(b);
        var errorA = squaredError(a) / Math.pow(Descriptive.mean(a), 2);
        var errorB = squaredError(b) / Math.pow(Descriptive.mean(b), 2);
        var error = errorA + errorB;
        if (error == 0) {
            return new Interval(point, point, point);
        }
        var freedom =
                error
                        * error
                        / (errorA * errorA / (a.length - 1) + errorB * errorB / (b.length - 1));
        var factor = Math.exp(quantile(freedom, level) * Math.sqrt(error));
        return new Interval(point / factor, point, point * factor);
    }

    /// The t that a fraction `level` of Student's distribution lies within, on both sides of 0.
    static double quantile(double freedom, double level) {
        return TDistribution.of(freedom).inverseSurvivalProbability((1 - level) / 2);
    }

    /// Variance of the mean, `s² / n`.
    private static double squaredError(double[] x) {
        return Descriptive.variance(x) / x.length;
    }
}
