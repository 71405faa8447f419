package dev.loombench.stats;

import java.util.List;

/// Confidence intervals of the means of several groups with one common spread.
///
/// `mean(g) ± t[n - k] * s / sqrt(n[g])` for k groups of n values in all, `s² = sum of squares
/// within the groups / (n - k)`.
public final class GroupedMeans {
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

    /// Of the mean of a single value.
    private static double halfWidth(List<double[]> groups, int freedom, double level) {
        double squares = groups.stream().mapToDouble(Descriptive::squaredDeviations).sum();
        double t = StudentT.quantile(freedom, Bonferroni.levelOfEach(level, groups.size()));
        return t * Math.sqrt(squares / freedom);
    }
}
