package dev.loombench.stats.series;

import dev.loombench.stats.Interval;
import dev.loombench.stats.StudentT;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The slope of the straight lines through several groups of points, each of which has a level of
/// its own: `y = a[g] + b * x + e` with `var(e) = s²`.
///
/// `b = sum(Sxy[g]) / sum(Sxx[g])` with sums of squares about the means of the group, `s²` from the
/// residuals with `n - groups - 1` degrees of freedom, and `var(b) = s² / sum(Sxx[g])` (analysis of
/// covariance).
///
/// Source: Snedecor and Cochran, *Statistical Methods*, 8th ed. (1989), chapter 18.
public final class CommonSlope {
    private CommonSlope() {}

    /// The points of one group.
    ///
    /// @param x [n] any unit
    /// @param y [n] any unit
    public record Group(List<Double> x, List<Double> y) {
        public Group {
            x = List.copyOf(x);
            y = List.copyOf(y);
            if (x.size() != y.size()) {
                throw new IllegalArgumentException("%d x and %d y".formatted(x.size(), y.size()));
            }
        }

        private static double mean(List<Double> values) {
            return values.stream().mapToDouble(v -> v).average().orElse(0);
        }

        /// `sum((p - mean(p)) * (q - mean(q)))`.
        private static double sum(List<Double> p, List<Double> q) {
            double meanP = mean(p);
            double meanQ = mean(q);
            return IntStream.range(0, p.size())
                    .mapToDouble(i -> (p.get(i) - meanP) * (q.get(i) - meanQ))
                    .sum();
        }
    }

    /// Interval of the slope, y per x; empty where the points have no degrees of freedom, or no two
    /// points of a group differ in x.
    ///
    /// @param level share of such intervals that contain the true slope, above 0 and below 1
    public static Optional<Interval> of(List<Group> groups, double level) {
        var filled = groups.stream().filter(g -> !g.x().isEmpty()).toList();
        int freedom = filled.stream().mapToInt(g -> g.x().size() - 1).sum() - 1;
        double xx = filled.stream().mapToDouble(g -> Group.sum(g.x(), g.x())).sum();
        if (freedom < 1 || xx <= 0) {
            return Optional.empty();
        }
        double xy = filled.stream().mapToDouble(g -> Group.sum(g.x(), g.y())).sum();
        double yy = filled.stream().mapToDouble(g -> Group.sum(g.y(), g.y())).sum();
        double slope = xy / xx;
        double residual = Math.max(0, yy - slope * xy);
        double half = StudentT.quantile(freedom, level) * Math.sqrt(residual / freedom / xx);
        return Optional.of(new Interval(slope - half, slope, slope + half));
    }
}
