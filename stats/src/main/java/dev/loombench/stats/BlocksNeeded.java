package dev.loombench.stats;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntToDoubleFunction;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/// Forecast of the number of blocks after which an interval is conclusive about a range with a
/// probability of 80 %: it lies within the range, or entirely outside of it.
///
/// Each block gives one value on a logarithmic scale. With δ their true mean, σ their standard
/// deviation, `[a, b]` the range and `w = t[n - 1] * s / sqrt(n)` the half-width of the interval,
/// the probability is
///
/// `E[P(a + w <= mean <= b - w) + P(mean < a - w) + P(mean > b + w)]`,
///
/// the mean over s, where `(n - 1) s² / σ²` is chi-squared with `n - 1` degrees of freedom.
///
/// The forecast assumes that δ is as estimated. The estimate of σ is uncertain, so the result is a
/// range too: its ends belong to the limits of an 80 % interval of σ. As the blocks at hand are
/// undecided, it is always more than these.
///
/// @param low blocks at the lower limit of σ; `LIMIT + 1` when even `LIMIT` are too few
/// @param high blocks at the upper limit of σ; `LIMIT + 1` when even `LIMIT` are too few
/// @param nearLimit whether `high` is beyond `LIMIT` and the mean within half a percent of an end
///   of the range: nearly no number of blocks is then enough
public record BlocksNeeded(int low, int high, boolean nearLimit) {
    /// Probability of a conclusive interval.
    public static final double POWER = 0.8;

    /// The most blocks that are forecast.
    public static final int LIMIT = 1_000;

    /// Even `LIMIT` blocks are too few.
    public static final BlocksNeeded BEYOND_LIMIT = new BlocksNeeded(LIMIT + 1, LIMIT + 1, false);

    /// Probability that the limits of σ contain the true σ.
    public static final double SIGMA_LEVEL = 0.8;

    /// A mean this close to an end of the range counts as near it: half a percent.
    private static final double NEAR = 0.005;

    /// Points of the distribution of s at which the probability is computed.
    private static final int QUADRATURE = 32;

    /// The estimate as if it were the true spread: near enough for where a search begins.
    private static final double[] AS_SIGMA = {1};

    /// Blocks where the search for that one begins.
    private static final int USUAL = 16;

    /// `s / σ` at those points, by the number of blocks.
    private static final Map<Integer, double[]> SPREADS = new ConcurrentHashMap<>();

    public BlocksNeeded {
        if (low < 2 || high < low) {
            throw new IllegalArgumentException("blocks from %d to %d".formatted(low, high));
        }
    }

    /// Whether no practical number of blocks is enough, even with the lower limit of σ.
    public boolean isBeyondLimit() {
        return low > LIMIT;
    }

    /// A range of values on a logarithmic scale; an end may be infinite.
    public record Range(double low, double high) {
        public Range {
            if (!(low < high)) {
                throw new IllegalArgumentException("from %s to %s".formatted(low, high));
            }
        }

        /// Ratios that count as equal: `1/(1 + margin) .. 1 + margin`.
        ///
        /// @param margin as in 0.03: no unit, above 0
        public static Range equivalent(double margin) {
            return new Range(-Math.log1p(margin), Math.log1p(margin));
        }

        /// Whether an end lies between two values.
        public boolean separates(double x, double y) {
            return x < low != y < low || x > high != y > high;
        }

        /// The distance of a value from the nearer end.
        public double distance(double x) {
            return Math.min(Math.abs(x - low), Math.abs(x - high));
        }
    }

    /// From the blocks of an undecided interval.
    ///
    /// @param x [n] one finite value per block on a logarithmic scale, at least two
    /// @param rounding of one value, to either side; the half-width is at least `rounding /
    ///   sqrt(n)`
    /// @param level of the interval
    public static BlocksNeeded of(double[] x, double rounding, Range range, double level) {
        return of(
                x.length,
                Descriptive.mean(x),
                SpreadInterval.of(x, SIGMA_LEVEL),
                rounding,
                range,
                level);
    }

    /// From the trials of an undecided [ratio][StudentT#ratio] of two samples that share no blocks:
    /// the number of trials of each. It is slightly too high, because the interval of two samples
    /// has up to twice the degrees of freedom of one of blocks.
    ///
    /// The logarithm of the ratio of one trial of each has the variance `sa² / mean(a)² + sb² /
    /// mean(b)²`, whose degrees of freedom are [Welch's][StudentT#freedom]. They are those of one
    /// trial of each, and not of the samples' means: of samples of three and thirty that vary alike
    /// 7.5, and not 2.4.
    ///
    /// @param a [n] at least two values above 0, any unit
    /// @param b [m] the same for the baseline
    /// @param rounding of a logarithm of a ratio of two trials, to either side
    /// @param level of the interval
    public static BlocksNeeded ofIndependent(
            double[] a, double[] b, double rounding, Range range, double level) {
        double ofA = relativeVariance(a);
        double ofB = relativeVariance(b);
        double freedom = StudentT.freedom(ofA, a.length - 1.0, ofB, b.length - 1.0);
        return of(
                Math.min(a.length, b.length),
                Math.log(Descriptive.mean(a) / Descriptive.mean(b)),
                SpreadInterval.of(Math.sqrt(ofA + ofB), freedom, SIGMA_LEVEL),
                rounding,
                range,
                level);
    }

    private static double relativeVariance(double[] x) {
        return Descriptive.variance(x) / Math.pow(Descriptive.mean(x), 2);
    }

    private static BlocksNeeded of(
            int blocks, double mean, Interval sigma, double rounding, Range range, double level) {
        int more =
                Math.max(
                        Math.min(blocks, LIMIT) + 1,
                        fewestByRounding(rounding, range.distance(mean)));
        int low = Math.max(more, fewest(mean, sigma.low(), range, level));
        int high = Math.max(more, fewest(mean, sigma.high(), range, level));
        return new BlocksNeeded(low, high, high > LIMIT && range.distance(mean) < NEAR);
    }

    /// Until two intervals are conclusive: the later of the two.
    public BlocksNeeded and(BlocksNeeded other) {
        return new BlocksNeeded(
                Math.max(low, other.low), Math.max(high, other.high), nearLimit || other.nearLimit);
    }

    /// Where at least so many are needed for another reason.
    ///
    /// @param blocks may be infinite
    public BlocksNeeded orMore(double blocks) {
        int fewest = (int) Math.min(blocks, LIMIT + 1);
        return new BlocksNeeded(Math.max(low, fewest), Math.max(high, fewest), nearLimit);
    }

    /// The smallest n with `rounding / sqrt(n)` below a distance, or `LIMIT + 1`.
    private static int fewestByRounding(double rounding, double distance) {
        double n = Math.pow(rounding / distance, 2);
        return n < LIMIT ? (int) n + 1 : LIMIT + 1;
    }

    /// The smallest number of blocks with a probability of at least [#POWER], or `LIMIT + 1`.
    ///
    /// @param mean true mean
    /// @param sigma true standard deviation, 0 or more
    static int fewest(double mean, double sigma, Range range, double level) {
        int guess = fewest(n -> power(n, mean, sigma, AS_SIGMA, range, level), USUAL);
        return fewest(n -> power(n, mean, sigma, range, level), guess);
    }

    /// The same from a number that may be right: by doubled steps from there, then by halves.
    ///
    /// @param power by the number of blocks; grows with it
    private static int fewest(IntToDoubleFunction power, int guess) {
        int low = 1; // too few
        int high = LIMIT + 1; // counts as enough
        int n = Math.min(guess, LIMIT);
        for (int step = 1; high - low > 1; step *= 2) {
            if (power.applyAsDouble(n) >= POWER) {
                high = n;
            } else {
                low = n;
            }
            if (low == 1) {
                n = Math.max(2, high - step);
            } else if (high > LIMIT) {
                n = Math.min(LIMIT, low + step);
            } else {
                n = (low + high) / 2;
            }
        }
        return high;
    }

    /// The probability that n blocks are conclusive.
    static double power(int n, double mean, double sigma, Range range, double level) {
        var spreads = sigma == 0 ? AS_SIGMA : SPREADS.computeIfAbsent(n, BlocksNeeded::spreads);
        return power(n, mean, sigma, spreads, range, level);
    }

    /// @param spreads values of `s / σ` that are equally likely
    private static double power(
            int n, double mean, double sigma, double[] spreads, Range range, double level) {
        if (sigma == 0) {
            return range.distance(mean) > 0 ? 1 : 0;
        }
        var distribution = NormalDistribution.of(mean, sigma / Math.sqrt(n));
        double t = StudentT.quantile(n - 1, level);
        double sum = 0;
        for (double spread : spreads) {
            double w = t * spread * sigma / Math.sqrt(n);
            double from = range.low + w;
            double to = range.high - w;
            sum += from < to ? distribution.probability(from, to) : 0;
            sum += distribution.cumulativeProbability(range.low - w);
            sum += distribution.survivalProbability(range.high + w);
        }
        return sum / spreads.length;
    }

    private static double[] spreads(int n) {
        var squared = ChiSquaredDistribution.of(n - 1.0);
        var spreads = new double[QUADRATURE];
        Arrays.setAll(
                spreads,
                i -> {
                    double p = (i + 0.5) / QUADRATURE;
                    return Math.sqrt(squared.inverseCumulativeProbability(p) / (n - 1));
                });
        return spreads;
    }
}
