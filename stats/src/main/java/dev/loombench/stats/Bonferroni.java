package dev.loombench.stats;

/// Confidence levels for simultaneous intervals.
///
/// Of twenty comparisons at 95 %, one is wrong on average. By Bonferroni's inequality, k intervals
/// at `1 - (1 - level) / k` each are all right at once with probability `level` or more, whatever
/// their dependence; comparisons with one common variant are dependent. Dunnett's intervals would
/// be slightly narrower, but assume normal data of equal variance. Holm's procedure gives tests and
/// no intervals.
public final class Bonferroni {
    private Bonferroni() {}

    /// @param level confidence level of all intervals together, as in 0.95
    /// @param intervals their number, at least 1
    /// @return the level of each interval
    public static double levelOfEach(double level, int intervals) {
        if (intervals < 1) {
            throw new IllegalArgumentException(intervals + " intervals");
        }
        return 1 - (1 - level) / intervals;
    }
}
