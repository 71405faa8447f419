package dev.loombench.stats;

/// Values of a series that lie far above most of it.
public final class Bursts {
    /// Relative to the median.
    private static final double MUCH = 1.5;

    /// And above the median, in standard deviations of most values.
    private static final double DEVIATIONS = 6;

    /// Standard deviation of a normal distribution by its median absolute deviation.
    private static final double BY_MEDIAN = 1.4826;

    private Bursts() {}

    /// The larger of 1.5 times the median, and the median and six standard deviations, these by the
    /// median absolute deviation: what is above is a burst.
    ///
    /// @param x [n] at least one value above 0; not modified
    /// @return same unit
    public static double limit(double[] x) {
        double median = Descriptive.median(x);
        return Math.max(MUCH * median, median + DEVIATIONS * BY_MEDIAN * Descriptive.mad(x));
    }
}
