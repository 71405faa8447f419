package dev.loombench.stats;

import java.util.Arrays;

/// Centre and spread of a sample.
public final class Descriptive {
    /// Makes the MAD of normal data estimate their standard deviation: `1 / Φ⁻¹(3/4)`.
    public static final double MAD_TO_SIGMA = 1.4826;

    private Descriptive() {}

    /// `sum(x) / n`.
    ///
    /// @param x [n] at least one value, any unit
    public static double mean(double[] x) {
        requireValues(x);
        return Arrays.stream(x).sum() / x.length;
    }

    /// The middle value; the mean of the two middle ones when n is even.
    ///
    /// @param x [n] at least one value, any unit; not modified
    public static double median(double[] x) {
        requireValues(x);
        var sorted = x.clone();
        Arrays.sort(sorted);
        var upper = sorted.length / 2;
        return sorted.length % 2 == 1
                ? sorted[upper]
                : sorted[upper - 1] + (sorted[upper] - sorted[upper - 1]) / 2;
    }

    /// Median absolute deviation, `median(|x[i] - median(x)|)`; half of the values are nearer to
    /// the median than this.
    ///
    /// @param x [n] at least one value, any unit
    /// @return same unit, at least 0
    public static double mad(double[] x) {
        var median = median(x);
        return median(Arrays.stream(x).map(v -> Math.abs(v - median)).toArray());
    }

    /// Unbiased variance, `sum((x[i] - mean)²) / (n - 1)`.
    ///
    /// @param x [n] at least two values, any unit
    /// @return the unit squared, at least 0
    public static double variance(double[] x) {
        if (x.length < 2) {
            throw new IllegalArgumentException("one value has no variance");
        }
        return squaredDeviations(x) / (x.length - 1);
    }

    /// `sum((x[i] - mean)²)`.
    ///
    /// @param x [n] at least one value, any unit
    /// @return the unit squared, at least 0
    static double squaredDeviations(double[] x) {
        var mean = mean(x);
        return Arrays.stream(x).map(v -> (v - mean) * (v - mean)).sum();
    }

    private static void requireValues(double[] x) {
        if (x.length == 0) {
            throw new IllegalArgumentException("an empty sample has no centre");
        }
    }
}
