package dev.loombench.stats;

import java.util.Arrays;

/// The mean difference of two variants that ran in the same blocks, where sampling alone makes each
/// value vary by an amount that is known.
///
/// `d[i] = a[i] - b[i]`, `mean(d) ± t[n - 1] * sqrt(max(s², v) / n)`, s the standard deviation of d
/// and v the mean variance of a difference by sampling. With few blocks, s is at times smaller than
/// what counting samples causes by itself, so that rare frames would seem to differ.
///
/// The differences are linear, not those of logarithms: a frame may be missing in a variant, and
/// the differences of what a frame calls add up to its own.
///
/// @param mean of the differences, the unit of the values
/// @param error standard error of the mean; 0 where nothing varies
/// @param blocks at least 2
public record PairedDifference(double mean, double error, int blocks) {
    public PairedDifference {
        if (!Double.isFinite(mean) || !(error >= 0) || blocks < 2) {
            throw new IllegalArgumentException(
                    "mean %s, error %s, %d blocks".formatted(mean, error, blocks));
        }
    }

    /// @param a [n] one value per block, any unit; at least two
    /// @param b [n] the baseline in the same blocks
    /// @param sampling [n] variance of each difference by sampling alone, the unit squared
    public static PairedDifference of(double[] a, double[] b, double[] sampling) {
        if (a.length != b.length || a.length != sampling.length) {
            throw new IllegalArgumentException(
                    "%d values paired with %d, variances of %d"
                            .formatted(a.length, b.length, sampling.length));
        }
        var d = new double[a.length];
        Arrays.setAll(d, i -> a[i] - b[i]);
        double variance = Math.max(Descriptive.variance(d), Descriptive.mean(sampling));
        return new PairedDifference(Descriptive.mean(d), Math.sqrt(variance / d.length), d.length);
    }

    /// Probability of a mean at least as far from 0 where there is no difference; 1 where nothing
    /// varies and the mean is 0.
    public double pValue() {
        if (error == 0) {
            return mean == 0 ? 1 : 0;
        }
        return StudentT.twoSided(mean / error, blocks - 1);
    }

    /// @param level share of such intervals that contain the true difference, above 0 and below 1
    public Interval interval(double level) {
        double half = StudentT.quantile(blocks - 1, level) * error;
        return new Interval(mean - half, mean, mean + half);
    }
}
