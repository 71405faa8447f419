package dev.loombench.stats;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.FDistribution;

/// Confidence intervals of the means of several groups with one common spread.
///
/// `mean(g) ± t[n - k] * s / sqrt(n[g])` for k groups of n values in all, `s² = sum of squares
/// within the groups / (n - k)`.
public final class GroupedMeans {
    /// Share of groups with the same noise that have an interval of their own.
    private static final double NOISIER = 0.05;

    private GroupedMeans() {}

    /// @param groups at least one value each, any unit
    /// @param level with which all intervals together contain the true means (Bonferroni)
    /// @return one interval per group, without limits where no group has two values
    public static List<Interval> intervals(List<double[]> groups, double level) {
        int values = groups.stream().mapToInt(g -> g.length).sum();
        int freedom = values - groups.size();
        double half = freedom == 0 ? Double.POSITIVE_INFINITY : halfWidth(groups, freedom, level);
        return groups.stream()
                .map(g -> {
                    double mean = Descriptive.mean(g);
                    double width = half / Math.sqrt(g.length);
                    return new Interval(mean - width, mean, mean + width);
                })
                .toList();
    }

    /// The same, but a group whose variance is above that of the others by more than chance (a test
    /// by F at 5 %) has an interval of its own spread: `mean(g) ± t[n[g] - 1] * s(g) / sqrt(n[g])`.
    ///
    /// @param groups as above
    public static List<Interval> intervalsWithNoisyGroups(List<double[]> groups, double level) {
        var common = intervals(groups, level);
        double each = Bonferroni.levelOfEach(level, groups.size());
        return IntStream.range(0, groups.size())
                .mapToObj(i ->
                        isNoisier(i, groups)
                                ? StudentT.interval(groups.get(i), each).orElse(common.get(i))
                                : common.get(i))
                .toList();
    }

    private static boolean isNoisier(int index, List<double[]> groups) {
        double others = 0;
        int freedom = 0;
        for (int i = 0; i < groups.size(); i++) {
            if (i != index) {
                others += squares(groups.get(i));
                freedom += groups.get(i).length - 1;
            }
        }
        int own = groups.get(index).length - 1;
        if (own == 0 || freedom == 0) {
            return false;
        }
        double ratio = squares(groups.get(index)) / own / (others / freedom);
        return ratio > FDistribution.of(own, freedom).inverseSurvivalProbability(NOISIER);
    }

    /// Of the mean of a single value.
    private static double halfWidth(List<double[]> groups, int freedom, double level) {
        double squares = groups.stream().mapToDouble(GroupedMeans::squares).sum();
        double t = StudentT.quantile(freedom, Bonferroni.levelOfEach(level, groups.size()));
        return t * Math.sqrt(squares / freedom);
    }

    private static double squares(double[] x) {
        double mean = Descriptive.mean(x);
        return Arrays.stream(x).map(v -> (v - mean) * (v - mean)).sum();
    }
}
