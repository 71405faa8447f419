package dev.loombench.spec;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.loombench.spec.text.SpecError;
import java.util.OptionalDouble;

/// How many trials of each variant there are: a fixed number, or as many rounds as it takes for
/// every comparison to be precise enough.
///
/// @param min trials of each variant, however precise they are
/// @param max trials of each variant, however imprecise they are
/// @param precision an interval is narrow enough when neither end lies further from its middle than
///   this, on a scale of ratios; no unit, as in 0.03; empty when the number is fixed
public record TrialCount(
        @JsonProperty("min") int min,
        @JsonProperty("max") int max,
        @JsonProperty("precision") OptionalDouble precision) {
    /// More trials than this nobody runs.
    public static final int MAX_TRIALS = 1_000;

    public TrialCount {
        if (min < 1 || max > MAX_TRIALS) {
            throw new SpecError(
                    "trials must be between 1 and %d, was %s"
                            .formatted(MAX_TRIALS, min == max ? min : min + " to " + max));
        }
        if (max < min) {
            throw new SpecError("trials max (%d) must not be below min (%d)".formatted(max, min));
        }
        if (precision.isPresent()) {
            if (!(precision.getAsDouble() > 0 && precision.getAsDouble() < 1)) {
                throw new SpecError(
                        "precision must be above 0 %% and below 100 %%, was %s %%"
                                .formatted(100 * precision.getAsDouble()));
            }
            if (min < 2) {
                throw new SpecError("trials min must be 2 or more: one trial shows no precision");
            }
        } else if (min != max) {
            throw new SpecError("trials from %d to %d needs a precision".formatted(min, max));
        }
    }

    /// So many trials of each variant, whatever they show.
    public static TrialCount exactly(int trials) {
        return new TrialCount(trials, trials, OptionalDouble.empty());
    }

    /// How often a run may ask whether it is precise enough: after each round from the least to the
    /// one before the last.
    public int analyses() {
        return max - min;
    }
}
