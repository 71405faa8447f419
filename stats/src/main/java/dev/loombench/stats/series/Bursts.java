package dev.loombench.stats.series;

import dev.loombench.stats.Descriptive;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/// Values of a series that lie far above most of it.
public final class Bursts {
    /// Relative to the median.
    private static final double MUCH = 1.5;

    /// And above the median, in standard deviations of most values.
    private static final double DEVIATIONS = 6;

    private Bursts() {}

    /// The larger of 1.5 times the median, and the median and six standard deviations, these by the
    /// median absolute deviation: what is above is a burst.
    ///
    /// @param x [n] at least one value above 0; not modified
    /// @return same unit
    public static double limit(double[] x) {
        double median = Descriptive.median(x);
        double deviation = Descriptive.MAD_TO_SIGMA * Descriptive.mad(x);
        return Math.max(MUCH * median, median + DEVIATIONS * deviation);
    }

    /// The probability that as many bursts or more coincide with those of another series, if each
    /// comes at any time.
    ///
    /// @param same bursts that do
    /// @param all bursts
    /// @param each probability of one, 0..1
    public static double chance(int same, int all, double each) {
        return BinomialDistribution.of(all, each).survivalProbability(same - 1);
    }
}
