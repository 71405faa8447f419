package dev.loombench.traffic;

import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import java.time.Duration;

/// The pause of a user between a response and the next request.
///
/// @param mean 0 or more
public record ThinkTime(Duration mean, Distribution distribution) {
    public static final ThinkTime NONE = constant(Duration.ZERO);

    /// The distribution of the pauses of a user.
    public enum Distribution {
        /// Every pause is equal to the mean.
        CONSTANT,
        /// Exponential pauses from the recorded seed, with a sequence for each user: models people
        /// who act independently.
        EXPONENTIAL
    }

    public ThinkTime {
        if (mean.isNegative()) {
            throw new WrongInput("think-time must not be negative, was " + Units.text(mean));
        }
    }

    public static ThinkTime constant(Duration time) {
        return new ThinkTime(time, Distribution.CONSTANT);
    }

    public boolean isZero() {
        return mean.isZero();
    }

    /// The think time as text: `2s` or `2s exponential`.
    public String text() {
        return switch (distribution) {
            case CONSTANT -> Units.text(mean);
            case EXPONENTIAL -> Units.text(mean) + " exponential";
        };
    }
}
