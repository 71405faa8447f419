package dev.loombench.stats;

import org.apache.commons.statistics.distribution.BinomialDistribution;

/// Tests of a value as a percentile of that which a sample is from, whatever its distribution.
///
/// The number of n values up to the true p-quantile is binomial (n, p). A value with so few of them
/// up to it that at most `(1 - level) / 2` of samples have as few is too small; one with so many
/// that at most as many samples have as many is too large. The values that are neither contain the
/// quantile with probability `level` or more: they lie between two ranks of the ordered sample.
///
/// No median of the distribution is farther from n p than the next whole number, so that a value is
/// not too small from n p on, and not too large up to there, which needs no tail of it.
///
/// Sources: David and Nagaraja, *Order Statistics* (2003), section 7.1; Kaas and Buhrman, *Mean,
/// Median and Mode in Binomial Distributions* (Statistica Neerlandica 34, 1980).
///
/// @param p as in 0.99
/// @param level as in 0.95
public record PercentileBounds(double p, double level) {

    /// @param n number of values, at least 1; beyond `Integer.MAX_VALUE` as that, with the same
    ///   share up to the value
    /// @param upTo how many of them are not larger than the value, at most n
    public boolean isTooSmall(long n, long upTo) {
        return (double) upTo < (double) n * p
                && of(n).cumulativeProbability(whole(upTo, n)) < tail();
    }

    /// The same at the other end; no value is where n is so small that all may be below the
    /// quantile.
    public boolean isTooLarge(long n, long upTo) {
        return (double) upTo > (double) n * p
                && of(n).survivalProbability(whole(upTo, n) - 1) <= tail();
    }

    /// The fewest values of which the largest may be too large, `ln tail / ln p`.
    public double fewest() {
        return Math.ceil(Math.log(tail()) / Math.log(p));
    }

    private double tail() {
        return (1 - level) / 2;
    }

    private BinomialDistribution of(long n) {
        return BinomialDistribution.of(whole(n, n), p);
    }

    private static int whole(long count, long n) {
        return n <= Integer.MAX_VALUE
                ? (int) count
                : (int) ((double) count / (double) n * Integer.MAX_VALUE);
    }
}
