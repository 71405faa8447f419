package dev.loombench.spec.load;

import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.Units;
import java.time.Duration;

/// How long a user pauses between an answer and the next request.
///
/// @param mean 0 or more
public record ThinkTime(Duration mean, Distribution distribution) {
    public static final ThinkTime NONE = constant(Duration.ZERO);

    /// How the pauses of a user vary.
    public enum Distribution {
        /// Each as long as the mean.
        CONSTANT,
        /// Exponential, from a recorded seed, a sequence for each user: as people are when nothing
        /// paces them.
        EXPONENTIAL
    }

    public ThinkTime {
        if (mean.isNegative()) {
            throw new SpecError("think-time must not be negative, was " + Units.text(mean));
        }
    }

    public static ThinkTime constant(Duration time) {
        return new ThinkTime(time, Distribution.CONSTANT);
    }

    public boolean isZero() {
        return mean.isZero();
    }

    /// As in `2s` or `2s exponential`.
    public String text() {
        return switch (distribution) {
            case CONSTANT -> Units.text(mean);
            case EXPONENTIAL -> Units.text(mean) + " exponential";
        };
    }
}
