package dev.loombench.spec;

import java.time.Duration;

/// The parts of a trial: warm-up until steady, but at least and at most so long; then the measured
/// window.
public record Phases(Duration warmUpAtLeast, Duration warmUpAtMost, Duration measure) {
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
    }
}
