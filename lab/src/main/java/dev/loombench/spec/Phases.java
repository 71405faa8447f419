package dev.loombench.spec;

import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.Units;
import java.time.Duration;
import java.util.OptionalLong;

/// The parts of a trial: warm-up until steady, but at least and at most so long; then the measured
/// window.
///
/// @param measure length of the window; where it ends by a number of requests, its greatest length
/// @param requests sent in the window, exactly; empty where time alone ends it
public record Phases(
        Duration warmUpAtLeast, Duration warmUpAtMost, Duration measure, OptionalLong requests) {
    public Phases {
        if (warmUpAtLeast.isNegative()) {
            throw new SpecError(
                    "warm-up at-least must not be negative, was " + Units.text(warmUpAtLeast));
        }
        if (warmUpAtMost.compareTo(warmUpAtLeast) < 0) {
            throw new SpecError(
                    "warm-up at-most (%s) must not be below at-least (%s)"
                            .formatted(Units.text(warmUpAtMost), Units.text(warmUpAtLeast)));
        }
        if (measure.isNegative() || measure.isZero()) {
            throw new SpecError("measure must be above 0, was " + Units.text(measure));
        }
        if (requests.isPresent() && requests.getAsLong() < 1) {
            throw new SpecError("requests must be at least 1, was " + requests.getAsLong());
        }
    }

    public Phases(Duration warmUpAtLeast, Duration warmUpAtMost, Duration measure) {
        this(warmUpAtLeast, warmUpAtMost, measure, OptionalLong.empty());
    }
}
