package dev.loombench.analysis.judge;

import dev.loombench.analysis.comparison.ConfidenceLevels;
import dev.loombench.stats.Descriptive;
import dev.loombench.stats.Interval;
import dev.loombench.stats.StudentT;
import java.util.List;
import java.util.Optional;

/// The values of one metric of one side.
///
/// @param values one per process or load, in the order of the files; at least one
/// @param rounding half of the unit that a value is written in
public record Sample(List<Double> values, double rounding) {
    /// A value that is rounded by nearly itself bounds nothing.
    private static final double MAX_SHARE = 0.9;

    public Sample {
        values = List.copyOf(values);
    }

    public double mean() {
        return Descriptive.mean(array());
    }

    /// Of the mean, at 95 %; empty with a single value, and where it is not informative.
    public Optional<Interval> interval() {
        return StudentT.interval(array(), ConfidenceLevels.LEVEL)
                .map(Interval::notBelowZero)
                .filter(Interval::informative);
    }

    /// The rounding of one value as a share of it.
    double roundingShare() {
        double mean = mean();
        return mean > 0 ? Math.min(MAX_SHARE, rounding / mean) : 0;
    }

    boolean isPositive() {
        return values.stream().allMatch(v -> v > 0);
    }

    double[] array() {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
