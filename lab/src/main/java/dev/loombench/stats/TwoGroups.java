package dev.loombench.stats;

import java.util.Arrays;
import java.util.Optional;

/// Two separated groups of values in a sample.
///
/// @param boundary between the groups; no value is equal to it
/// @param lower number of values below the boundary
/// @param upper number of values above it
/// @param distance of the groups' means, in the unit of the sample
public record TwoGroups(double boundary, int lower, int upper, double distance) {
    /// Among fewer, no group can be identified.
    private static final int MIN_VALUES = 5;

    /// The split of a sample with the largest separation, if that is above its threshold: the gap
    /// between two neighbouring values over the standard deviation within the groups, `gap / s`,
    /// `s² = (sum of squares below + sum of squares above) / (n - 2)`.
    ///
    /// Empty where neither group varies: values that agree exactly are rounded. The ends of the
    /// groups decide this, since the sum of squares of equal values need not be 0.
    ///
    /// @param x [n] any unit, as logarithms of a metric; not modified
    /// @param fewest values in a group, 1 or 2; empty for n below 5
    public static Optional<TwoGroups> of(double[] x, int fewest) {
        var sorted = x.clone();
        Arrays.sort(sorted);
        double largest = threshold(x.length, fewest);
        Optional<TwoGroups> groups = Optional.empty();
        for (int lower = fewest; lower <= sorted.length - fewest; lower++) {
            var below = Arrays.copyOf(sorted, lower);
            var above = Arrays.copyOfRange(sorted, lower, sorted.length);
            double separation = separation(below, above);
            if (separation > largest) {
                largest = separation;
                groups = Optional.of(of(below, above));
            }
        }
        return groups;
    }

    /// `1.6 + 17.5 / (n - 3)`, and 1.4 times that where a group may be a single value; infinite for
    /// n below 5.
    ///
    /// Fitted to the 99 % quantile of the largest separation in simulated samples of one group, of
    /// lognormal values and of normal ones with a spread of 5 % and 20 %, on logarithms. At n = 5,
    /// 8, 10 and 15, at most 1.2 % of such samples are above it, and 68, 99, 99.9 and 100 % of
    /// those with groups 13 standard deviations apart.
    private static double threshold(int n, int fewest) {
        return n < MIN_VALUES
                ? Double.POSITIVE_INFINITY
                : (1.6 + 17.5 / (n - 3)) * (fewest == 1 ? 1.4 : 1);
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
        double squares = squares(below) + squares(above);
        return gap / Math.sqrt(squares / (below.length + above.length - 2));
    }

    /// @param sorted at least one value
    private static boolean varies(double[] sorted) {
        return sorted[0] != sorted[sorted.length - 1];
    }

    private static double squares(double[] x) {
        double mean = Descriptive.mean(x);
        return Arrays.stream(x).map(v -> (v - mean) * (v - mean)).sum();
    }
}
