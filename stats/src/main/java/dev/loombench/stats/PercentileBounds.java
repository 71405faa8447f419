package dev.loombench.stats;

import org.apache.commons.statistics.distribution.BinomialDistribution;

/// Ranks of the ordered values of a sample between which a percentile lies, whatever the
/// distribution of the values.
///
/// The number of values below the true p-quantile is binomial (n, p). So the quantile lies between
/// the `low`-th and the `high`-th smallest value with probability `level` or more, where `low` is
/// the largest rank whose value is above it in at most `(1 - level) / 2` of samples, and `high` the
/// smallest whose value is below it in at most as many.
///
/// Source: David and Nagaraja, *Order Statistics* (2003), section 7.1.
///
/// @param low rank from 1; 0 where the sample has no lower bound
/// @param high rank up to n; n + 1 where the sample has no upper bound
public record PercentileBounds(long low, long high) {

    /// @param n number of values, at least 1; beyond `Integer.MAX_VALUE` as that
    /// @param p as in 0.99
    /// @param level as in 0.95
    public static PercentileBounds of(long n, double p, double level) {
        int values = (int) Math.min(n, Integer.MAX_VALUE);
        var below = BinomialDistribution.of(values, p);
        double tail = (1 - level) / 2;
        return new PercentileBounds(
                below.inverseCumulativeProbability(tail),
                below.inverseSurvivalProbability(tail) + 1L);
    }
}
