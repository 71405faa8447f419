package dev.loombench.stats;

import dev.loombench.stats.BlocksNeeded.Range;

/// The smallest difference that a number of blocks shows with a probability of [80
/// %][BlocksNeeded#POWER]: the true mean for which so many intervals exclude 0.
///
/// The probability depends on the ratio of mean and standard deviation alone, so the difference is
/// proportional to the standard deviation.
public final class SmallestDifference {
    /// Values on one side of "no difference". An interval within it or outside of it excludes 0.
    private static final Range BELOW_NONE = new Range(Double.NEGATIVE_INFINITY, 0);

    private static final double PRECISION = 1e-4;

    private SmallestDifference() {}

    /// @param blocks at least 2
    /// @param sigma standard deviation of a block's value, 0 or more, on a logarithmic scale
    /// @param level of the interval
    /// @return on the same scale; 0 without spread
    public static double of(int blocks, double sigma, double level) {
        double low = 0; // found too seldom
        double high = 1; // found often enough
        while (!isFound(blocks, high, level)) {
            low = high;
            high *= 2;
        }
        while (high - low > PRECISION * high) {
            double middle = (low + high) / 2;
            if (isFound(blocks, middle, level)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high * sigma;
    }

    /// @param mean in standard deviations
    private static boolean isFound(int blocks, double mean, double level) {
        return BlocksNeeded.power(blocks, mean, 1, BELOW_NONE, level) >= BlocksNeeded.POWER;
    }
}
