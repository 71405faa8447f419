package dev.loombench.stats;

import java.util.Arrays;

/// Variance of values that are nested in blocks: between the blocks, and within them.
///
/// With `m` blocks of `n` parts, the mean of all parts has the variance `(between + within / n) /
/// m`, so a longer block helps only as long as `within / n` counts. With `c` the time that a block
/// takes besides its parts and `p` that of a part, the variance for a given time is the smallest
/// for `n = sqrt(c / p * within / between)`.
///
/// Source: Kalibera and Jones, *Rigorous Benchmarking in Reasonable Time* (ISMM 2013), for two
/// levels.
public final class NestedVariance {
    private final double within;
    private final double[] means;
    private final int parts;

    private NestedVariance(double within, double[] means, int parts) {
        this.within = within;
        this.means = means;
        this.parts = parts;
    }

    /// @param x [m][n] the parts of each block, at least two of two, any unit
    public static NestedVariance of(double[][] x) {
        int parts = x[0].length;
        if (x.length < 2 || parts < 2 || Arrays.stream(x).anyMatch(b -> b.length != parts)) {
            throw new IllegalArgumentException(
                    "%d blocks, the first of %d parts".formatted(x.length, parts));
        }
        return new NestedVariance(
                Arrays.stream(x).mapToDouble(Descriptive::variance).average().orElseThrow(),
                Arrays.stream(x).mapToDouble(Descriptive::mean).toArray(),
                parts);
    }

    /// Variance of the parts of a block around its mean, the unit squared.
    public double within() {
        return within;
    }

    /// The number of parts of each block, `n`.
    public int parts() {
        return parts;
    }

    /// Variance of the blocks' true means, the unit squared: what their parts do not explain, at
    /// least 0.
    ///
    /// @param ofMeans variance of the blocks' measured means
    private double withoutParts(double ofMeans) {
        return Math.max(0, ofMeans - within / parts);
    }

    /// Estimate of the variance between blocks, the unit squared.
    public double between() {
        return withoutParts(Descriptive.variance(means));
    }

    /// Interval of the variance between blocks: from that of the spread of their means.
    ///
    /// @param level share of such intervals that contain the true variance of the means
    public Interval between(double level) {
        var spread = SpreadInterval.of(means, level);
        return new Interval(
                withoutParts(spread.low() * spread.low()),
                between(),
                withoutParts(spread.high() * spread.high()));
    }

    /// The number of parts at which the mean is the most precise for its time.
    ///
    /// @param between variance between blocks, the unit squared
    /// @param block time of a block besides its parts, and `part` that of a part, in one unit
    /// @return infinite where blocks do not differ
    public double bestParts(double between, double block, double part) {
        return Math.sqrt(block / part * within / between);
    }

    /// The time for a given precision, as a share of that with the present number of parts.
    ///
    /// @param between variance between blocks, the unit squared
    /// @param number of parts of a block
    /// @param block time of a block besides its parts, and `part` that of a part, in one unit
    public double timeShare(double between, double number, double block, double part) {
        return time(between, number, block, part) / time(between, parts, block, part);
    }

    private double time(double between, double number, double block, double part) {
        return (between + within / number) * (block + number * part);
    }
}
