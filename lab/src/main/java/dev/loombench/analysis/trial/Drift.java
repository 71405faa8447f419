package dev.loombench.analysis.trial;

import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.spec.Metric;
import java.util.OptionalDouble;

/// The change of a metric within the window of one trial: its [value][WindowPart] in the last third
/// of the window over that in the first.
public final class Drift {
    private Drift() {}

    /// The ratio, no unit; empty for a metric that has no value within a third, and without
    /// responses there.
    public static OptionalDouble of(Metric metric, Completed trial) {
        var first = WindowPart.value(metric, trial, WindowPart.of(trial, 0, 3));
        var last = WindowPart.value(metric, trial, WindowPart.of(trial, 2, 3));
        return last.isPresent() && first.isPresent() && first.getAsDouble() > 0
                ? positive(last.getAsDouble() / first.getAsDouble())
                : OptionalDouble.empty();
    }

    private static OptionalDouble positive(double value) {
        return value > 0 ? OptionalDouble.of(value) : OptionalDouble.empty();
    }
}
