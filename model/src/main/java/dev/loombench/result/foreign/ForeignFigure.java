package dev.loombench.result.foreign;

import dev.loombench.spec.text.SpecError;
import java.util.List;

/// A metric of one benchmark in one result.
///
/// @param benchmark what was measured, with its parameters
/// @param decides whether the metric decides, unless the user names another one
/// @param values one per process, or one of the whole load; at least one, 0 or more
/// @param rounding half of the unit that a value is written in; 0 where that is negligible
public record ForeignFigure(
        String benchmark,
        ForeignMetric metric,
        boolean decides,
        List<Double> values,
        double rounding) {
    public ForeignFigure {
        values = List.copyOf(values);
        if (values.isEmpty() || !values.stream().allMatch(v -> v >= 0 && Double.isFinite(v))) {
            throw new SpecError(
                    "%s of %s must be one number or more, none of them below 0"
                            .formatted(metric.name(), benchmark));
        }
    }

    /// A single value that is not rounded.
    static ForeignFigure of(
            String benchmark, ForeignMetric metric, boolean decides, double value) {
        return new ForeignFigure(benchmark, metric, decides, List.of(value), 0);
    }
}
