package dev.loombench.experiment;

import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import java.time.Duration;

/// A warm-up in parts: the load pauses between them, so that the compilers of a small machine catch
/// up.
///
/// @param load length of each part, longer than [#RAMP]
/// @param pause length of each pause, above 0
public record WarmUpCycles(Duration load, Duration pause) {
    /// Time after a pause until the load is complete again.
    public static final Duration RAMP = Duration.ofSeconds(1);

    public WarmUpCycles {
        if (load.compareTo(RAMP) <= 0) {
            throw new WrongInput(
                    "warm-up load must be above %s, in which the load starts again, was %s"
                            .formatted(Units.text(RAMP), Units.text(load)));
        }
        if (pause.isNegative() || pause.isZero()) {
            throw new WrongInput("warm-up pause must be above 0, was " + Units.text(pause));
        }
    }

    /// The length of that many parts and the pauses between them.
    public Duration length(int cycles) {
        return load.multipliedBy(cycles).plus(pause.multipliedBy(cycles - 1L));
    }
}
