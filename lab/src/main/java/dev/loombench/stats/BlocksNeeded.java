package dev.loombench.stats;

import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/// Forecast of the number of blocks after which a comparison is conclusive with a probability of
/// 80 %.
///
/// A comparison is conclusive when the interval of the ratio leaves out 1 (the variants differ) or
/// lies within `1/(1 + margin) .. 1 + margin` (they are equivalent). With δ the true logarithm of
/// the ratio, σ the standard deviation of the block's logarithms, `L = ln(1 + margin)` and `w =
/// t[n - 1] * s / sqrt(n)` the half-width of the interval, it is inconclusive when `max(0, L - w) <=
/// |mean| <= w`. The probability of that is the mean over s, `(n - 1) s² / σ²` being chi-squared
/// with `n - 1` degrees of freedom, of a difference of normal probabilities.
///
/// The forecast assumes that δ is as estimated. The estimate of σ is uncertain, so the result is a
/// range: its ends belong to the limits of an 80 % interval of σ.
///
/// @param low blocks at the lower limit of σ
/// @param high blocks at the upper limit of σ
public record BlocksNeeded(int low, int high) {
    /// Probability of a conclusive comparison.
    public static final double POWER = 0.8;

    /// The limit of the forecast: more blocks are not practical.
    public static final int LIMIT = 1_000;

    /// Probability that the range contains the number that belongs to the true σ.
    private static final double RANGE_LEVEL = 0.8;

    /// Points of the distribution of s at which the probability is computed.
    private static final int QUADRATURE = 64;

    public BlocksNeeded {
        if (low < 2 || high < low) {
            throw new IllegalArgumentException("blocks from %d to %d".formatted(low, high));
        }
    }

    /// From the blocks of an inconclusive comparison.
    ///
    /// @param a [n] one value above 0 per block, at least two blocks
    /// @param b [n] the baseline variant in the same blocks
    /// @param margin as in 0.03: no unit, above 0
    /// @param level of the interval
    /// @return each end is `LIMIT + 1` when even `LIMIT` blocks are too few
    public static BlocksNeeded of(double[] a, double[] b, double margin, double level) {
        var d = PairedRatio.logRatios(a, b);
        double mean = Descriptive.mean(d);
        double s = Math.sqrt(Descriptive.variance(d));
        var squared = ChiSquaredDistribution.of(d.length - 1);
        double tail = (1 - RANGE_LEVEL) / 2;
        double lowest = s * Math.sqrt((d.length - 1) / squared.inverseSurvivalProbability(tail));
        double highest =
                s * Math.sqrt((d.length - 1) / squared.inverseCumulativeProbability(tail));
        return new BlocksNeeded(
                fewest(mean, lowest, margin, level), fewest(mean, highest, margin, level));
    }

    /// The smallest number of blocks with a probability of at least [#POWER], or `LIMIT + 1`.
    ///
    /// @param mean true mean of the logarithms
    /// @param sigma their true standard deviation, 0 or more
    static int fewest(double mean, double sigma, double margin, double level) {
        if (power(LIMIT, mean, sigma, margin, level) < POWER) {
            return LIMIT + 1;
        }
        int low = 1; // too few
        int high = LIMIT; // enough
        while (high - low > 1) {
            int middle = (low + high) / 2;
            if (power(middle, mean, sigma, margin, level) >= POWER) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    /// The probability that n blocks are conclusive.
    static double power(int n, double mean, double sigma, double margin, double level) {
        if (sigma == 0) {
            return 1;
        }
        var squared = ChiSquaredDistribution.of(n - 1.0);
        double error = sigma / Math.sqrt(n);
        double t = StudentT.quantile(n - 1, level);
        double equivalent = Math.log1p(margin);
        double sum = 0;
        for (int i = 0; i < QUADRATURE; i++) {
            double p = (i + 0.5) / QUADRATURE;
            double s = Math.sqrt(squared.inverseCumulativeProbability(p) / (n - 1));
            double width = t * error * s;
            double from = Math.max(0, equivalent - width);
            sum += 1 - (from < width ? between(from, width, Math.abs(mean), error) : 0);
        }
        return sum / QUADRATURE;
    }

    /// The probability that the absolute value of a normal variable lies between two limits.
    private static double between(double from, double to, double mean, double sigma) {
        var normal = NormalDistribution.of(mean, sigma);
        return normal.probability(from, to) + normal.probability(-to, -from);
    }
}
