package dev.loombench.stats;

import java.util.Arrays;

/// Variance of values that are nested in blocks: between the blocks, and within them.
///
/// With `m` blocks of `n` parts, the mean of all parts has the variance `(between + within / n) /
/// m`, so a longer block helps only as long as `within / n` counts. With `c` the time that a block
/// takes besides its parts and `p` that of a part, the variance for a given time is the smallest
/// for `n = sqrt(c / p * within / between)`.
///
/// Neighbouring parts may be alike, as the seconds of a queue: then `within (1 + r) / (1 - r)`
/// takes the place of `within`, r the correlation of neighbours in all blocks together, `(r1 + 1 /
/// n) / (1 - 1 / n)` of the measured r1, where it exceeds `1.645 / sqrt(m (n - 1))`, and at most
/// 0.9. Without it, what a longer block would average out seems to differ between blocks.
///
/// Sources: Kalibera and Jones, *Rigorous Benchmarking in Reasonable Time* (ISMM 2013), for two
/// levels; Box, Jenkins and Reinsel, *Time Series Analysis* (1994), section 2.1.
public final class NestedVariance {
    private static final double MAX_CORRELATION = 0.9;

    /// Quantile of the normal distribution that a correlation exceeds.
    private static final double QUANTILE = 1.645;

    private final double within;

    /// That of a long block's mean, times its parts.
    private final double ofMean;

    private final double[] means;
    private final int parts;

    private NestedVariance(double within, double ofMean, double[] means, int parts) {
        this.within = within;
        this.ofMean = ofMean;
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
        double within = Arrays.stream(x).mapToDouble(Descriptive::variance).average().orElseThrow();
        double r = correlation(x, parts);
        return new NestedVariance(
                within,
                within * (1 + r) / (1 - r),
                Arrays.stream(x).mapToDouble(Descriptive::mean).toArray(),
                parts);
    }

    /// Of neighbouring parts, 0 to 0.9; 0 where it may be chance, or nothing varies.
    private static double correlation(double[][] x, int parts) {
        double squares = 0;
        double products = 0;
        for (var block : x) {
            double mean = Descriptive.mean(block);
            squares += Descriptive.squaredDeviations(block);
            for (int i = 1; i < parts; i++) {
                products += (block[i - 1] - mean) * (block[i] - mean);
            }
        }
        double correlation = (products / squares + 1.0 / parts) / (1 - 1.0 / parts);
        return correlation > QUANTILE / Math.sqrt(x.length * (parts - 1.0))
                ? Math.min(correlation, MAX_CORRELATION)
                : 0;
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
        return Math.max(0, ofMeans - ofMean / parts);
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
        return Math.sqrt(block / part * ofMean / between);
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
        return (between + ofMean / number) * (block + number * part);
    }
}
