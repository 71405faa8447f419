package dev.loombench.result.foreign;

import dev.loombench.text.WrongInput;
import java.util.List;

/// A metric of one benchmark in one result.
///
/// @param benchmark what was measured, with its parameters
/// @param decides whether the metric decides, unless the user names another one
/// @param values one per process, or one of the whole load; at least one, 0 or in the range of what
///   is measured
/// @param rounding half of the unit that a value is written in; 0 where that is negligible
public record ForeignFigure(
        String benchmark,
        ForeignMetric metric,
        boolean decides,
        List<Double> values,
        double rounding) {
    /// Beyond these, squares have no `double`; no tool measures such values.
    private static final double LEAST = 1e-30;

    private static final double MOST = 1e30;

    public ForeignFigure {
        values = List.copyOf(values);
        if (values.isEmpty() || !values.stream().allMatch(ForeignFigure::isMeasured)) {
            throw new WrongInput(
                    "%s of %s must be one number or more, each 0 or from %.0e to %.0e"
                            .formatted(metric.name(), benchmark, LEAST, MOST));
        }
    }

    private static boolean isMeasured(double value) {
        return value == 0 || (value >= LEAST && value <= MOST);
    }

    /// A single value that is not rounded.
    static ForeignFigure of(String benchmark, ForeignMetric metric, boolean decides, double value) {
        return new ForeignFigure(benchmark, metric, decides, List.of(value), 0);
    }
}
