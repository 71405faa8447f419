package dev.loombench.spec;

import dev.loombench.spec.text.SpecError;
import java.util.OptionalDouble;

/// How many trials of each variant there are: a fixed number, or as many rounds as it takes for
/// every comparison to be precise enough.
///
/// @param atLeast trials of each variant, however precise they are
/// @param atMost trials of each variant, however imprecise they are
/// @param precision an interval is narrow enough when neither end lies further from its middle than
///   this, on a scale of ratios; no unit, as in 0.03; empty when the number is fixed
public record Repetition(int atLeast, int atMost, OptionalDouble precision) {
    /// More trials than this nobody runs.
    public static final int MOST = 1_000;

    public Repetition {
        if (atLeast < 1 || atMost > MOST) {
            throw new SpecError(
                    "repeat must be between 1 and %d, was %s"
                            .formatted(
                                    MOST, atLeast == atMost ? atLeast : atLeast + " to " + atMost));
        }
        if (atMost < atLeast) {
            throw new SpecError(
                    "repeat at-most (%d) must not be below at-least (%d)"
                            .formatted(atMost, atLeast));
        }
        if (precision.isPresent()) {
            if (!(precision.getAsDouble() > 0 && precision.getAsDouble() < 1)) {
                throw new SpecError(
                        "precision must be above 0 %% and below 100 %%, was %s %%"
                                .formatted(100 * precision.getAsDouble()));
            }
            if (atLeast < 2) {
                throw new SpecError(
                        "repeat at-least must be 2 or more: one trial shows no precision");
            }
        } else if (atLeast != atMost) {
            throw new SpecError(
                    "repeat from %d to %d needs a precision".formatted(atLeast, atMost));
        }
    }

    /// So many trials of each variant, whatever they show.
    public static Repetition exactly(int trials) {
        return new Repetition(trials, trials, OptionalDouble.empty());
    }

    /// How often a run may ask whether it is precise enough: after each round from the least to the
    /// one before the last.
    public int looks() {
        return atMost - atLeast;
    }
}
