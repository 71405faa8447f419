package dev.loombench.analysis.comparison;

import dev.loombench.analysis.trial.PercentileRange;
import dev.loombench.stats.BlocksNeeded;
import dev.loombench.stats.BlocksNeeded.Range;
import dev.loombench.stats.Descriptive;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Values on a logarithmic scale.
///
/// @param rounding of one of them, to either side
record LogSample(List<Double> values, double rounding) {
    /// @param bounds by the responses of all, of a percentile: of n times as many responses they
    ///   are `sqrt(n)` times as near, as rounding is
    static LogSample of(double[] values, double rounding, Optional<PercentileRange> bounds) {
        double half = bounds.map(PercentileRange::half).filter(Double::isFinite).orElse(0.0);
        return new LogSample(
                Arrays.stream(values).boxed().toList(),
                Math.max(rounding, half * Math.sqrt(values.length)));
    }

    BlocksNeeded needed(Range range, double level) {
        return values.size() < Estimates.MIN_TRIALS
                ? BlocksNeeded.BEYOND_LIMIT
                : BlocksNeeded.of(array(), rounding, range, level);
    }

    /// Whether an end of a range lies between the mean and that without the effect of the windows'
    /// ends.
    boolean isSeparated(double ends, Range range) {
        return values.size() >= Estimates.MIN_TRIALS && range.separates(mean(), mean() + ends);
    }

    double mean() {
        return Descriptive.mean(array());
    }

    private double[] array() {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
