package dev.loombench.stats;

/// Intervals that hold all together.
///
/// Of twenty comparisons at 95 %, one is wrong on average. By Bonferroni's inequality k intervals
/// at `1 - (1 - level) / k` each are all right at once with `level` or more, however they depend on
/// one another: comparisons with one common variant do. Dunnett's intervals would be a little
/// narrower, but assume normal figures of equal spread; Holm's procedure gives tests and no
/// intervals.
public final class Bonferroni {
    private Bonferroni() {}

    /// @param level that all of them are to hold with, as in 0.95
    /// @param intervals how many there are, at least 1
    /// @return the level of each
    public static double levelOfEach(double level, int intervals) {
        if (intervals < 1) {
            throw new IllegalArgumentException(intervals + " intervals");
        }
        return 1 - (1 - level) / intervals;
    }
}
