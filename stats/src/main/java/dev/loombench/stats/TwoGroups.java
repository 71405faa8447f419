package dev.loombench.stats;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/// Two separated groups of values in a sample of logarithms.
///
/// @param boundary between the groups; no value is equal to it
/// @param lower number of values below the boundary
/// @param upper number of values above it
/// @param distance of the groups' means, of logarithms
public record TwoGroups(double boundary, int lower, int upper, double distance) {
    /// Among fewer, none can lie apart from others that agree.
    private static final int MIN_VALUES = 3;

    /// Standard errors of a single value that noise explains.
    private static final double NOISE_FACTOR = 6;

    /// Gap between logarithms that three values of one group with a spread of 20 % seldom have.
    private static final double WIDE_GAP = 0.45;

    /// Among fewer, two groups of two have the threshold of a single value.
    private static final int MIN_VALUES_OF_PAIRS = 5;

    /// Fewer values than this have too few degrees of freedom of their own.
    private static final int ENOUGH_VALUES = 5;

    /// How many times the standard deviation of another sample that within the groups may be for
    /// the other to count.
    private static final double ALIKE = 2;

    /// The split of a sample whose separation is highest above its threshold, if any is: the gap
    /// between two neighbouring values over the standard deviation within the groups, `gap / s`,
    /// `s² = (sum of squares below + sum of squares above) / (n - 2)`. The gap is at least 6 times
    /// the noise.
    ///
    /// Empty where neither group varies: values that agree exactly are rounded. The ends of the
    /// groups decide this, since the sum of squares of equal values need not be 0.
    ///
    /// @param x [n] logarithms of a metric; not modified
    /// @param noise standard error of a single logarithm; 0 where it is unknown
    public static Optional<TwoGroups> of(double[] x, double noise) {
        return highest(x, _ -> noise, List.of());
    }

    /// The same with the noise of each value, and with other samples. The noise of a split is the
    /// larger of the medians of both groups, as the values of one group may be the noisy ones.
    ///
    /// Three or four values hardly show how much they vary. Of other samples, the one that varies
    /// most counts, with the variance o² and f degrees of freedom: where the standard deviation s
    /// within the groups is at most twice o, so that they may vary alike, a split is also one if
    /// `gap / max(s, pooled)` is above the threshold of n + f values.
    ///
    /// @param x [n] as above
    /// @param noise [n] standard error of each logarithm; empty where it is unknown
    /// @param others logarithms of the same metric of other samples, whatever their levels
    public static Optional<TwoGroups> of(
            double[] x, OptionalDouble[] noise, List<double[]> others) {
        return highest(
                x,
                from ->
                        Math.max(
                                median(x, noise, value -> value < from),
                                median(x, noise, value -> value >= from)),
                others);
    }

    /// The upper median of the known ones; 0 without any.
    private static double median(double[] x, OptionalDouble[] noise, DoublePredicate group) {
        var known =
                IntStream.range(0, x.length)
                        .filter(i -> group.test(x[i]))
                        .mapToObj(i -> noise[i])
                        .flatMapToDouble(OptionalDouble::stream)
                        .sorted()
                        .toArray();
        return known.length == 0 ? 0 : known[known.length / 2];
    }

    /// @param noise of a split, by the lowest value of its upper group
    private static Optional<TwoGroups> highest(
            double[] x, DoubleUnaryOperator noise, List<double[]> others) {
        var sorted = x.clone();
        Arrays.sort(sorted);
        double highest = 1;
        Optional<TwoGroups> groups = Optional.empty();
        for (int lower = 1; sorted.length >= MIN_VALUES && lower < sorted.length; lower++) {
            var below = Arrays.copyOf(sorted, lower);
            var above = Arrays.copyOfRange(sorted, lower, sorted.length);
            double gap = above[0] - below[lower - 1];
            double excess = Math.max(excess(below, above), pooledExcess(below, above, others));
            if (excess > highest && gap >= NOISE_FACTOR * noise.applyAsDouble(above[0])) {
                highest = excess;
                groups = Optional.of(of(below, above));
            }
        }
        return groups;
    }

    /// The separation over its threshold.
    private static double excess(double[] below, double[] above) {
        double gap = above[0] - below[below.length - 1];
        return separation(below, above)
                / threshold(below.length + above.length, Math.min(below.length, above.length), gap);
    }

    /// The same by the other sample that varies most too; 0 where it does not count.
    private static double pooledExcess(double[] below, double[] above, List<double[]> others) {
        var other =
                others.stream()
                        .filter(o -> o.length > 2)
                        .max(Comparator.comparingDouble(Descriptive::variance))
                        .filter(TwoGroups::variesAtAll);
        int n = below.length + above.length;
        if (n >= ENOUGH_VALUES || other.isEmpty() || (!varies(below) && !varies(above))) {
            return 0;
        }
        int freedom = other.get().length - 1;
        double squares =
                Descriptive.squaredDeviations(below) + Descriptive.squaredDeviations(above);
        double ofOther = Descriptive.squaredDeviations(other.get());
        double own = squares / (n - 2);
        if (own > ALIKE * ALIKE * ofOther / freedom) {
            return 0;
        }
        double gap = above[0] - below[below.length - 1];
        double pooled = (squares + ofOther) / (n - 2 + freedom);
        return gap / Math.sqrt(Math.max(own, pooled)) / thresholdOfOne(n + freedom);
    }

    private static boolean variesAtAll(double[] x) {
        var range = Arrays.stream(x).summaryStatistics();
        return range.getMin() != range.getMax();
    }

    /// `1.6 + 17.5 / (n - 3)`; where the smaller group is a single value, or n below 5, `4 + 116 /
    /// (n - 2)^2.1`. Of three values 160, and 40 for a gap of at least 0.45.
    ///
    /// Fitted to the 99 % quantile of the largest separation in simulated samples of one group, of
    /// lognormal values and of normal ones with a spread of 1 % to 20 %, on logarithms; for n = 3
    /// so that at most 2.5 % of these have groups. The separation has no scale, so from four values
    /// on any spread gives the same share. Three values have one degree of freedom and no test
    /// without a scale finds much: a gap of 0.45, a factor of 1.57, is rare where the spread is at
    /// most 20 %, and so needs less.
    private static double threshold(int n, int fewest, double gap) {
        if (n == MIN_VALUES) {
            return gap >= WIDE_GAP ? 40 : 160;
        }
        return fewest == 1 || n < MIN_VALUES_OF_PAIRS ? thresholdOfOne(n) : 1.6 + 17.5 / (n - 3);
    }

    private static double thresholdOfOne(int n) {
        return 4 + 116 / Math.pow(n - 2, 2.1);
    }

    private static TwoGroups of(double[] below, double[] above) {
        return new TwoGroups(
                (below[below.length - 1] + above[0]) / 2,
                below.length,
                above.length,
                Descriptive.mean(above) - Descriptive.mean(below));
    }

    private static double separation(double[] below, double[] above) {
        if (!varies(below) && !varies(above)) {
            return 0;
        }
        double gap = above[0] - below[below.length - 1];
        double squares =
                Descriptive.squaredDeviations(below) + Descriptive.squaredDeviations(above);
        return gap / Math.sqrt(squares / (below.length + above.length - 2));
    }

    /// @param sorted at least one value
    private static boolean varies(double[] sorted) {
        return sorted[0] != sorted[sorted.length - 1];
    }
}
