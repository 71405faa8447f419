package dev.loombench.experiment;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/// The parts of a trial: warm-up until the server is steady, within limits; then the measured
/// window.
///
/// @param warmUpCycles the parts of the warm-up; empty for an uninterrupted load
/// @param measure length of the window; its maximum length if it ends after a number of requests
/// @param requests exact number of requests in the window; empty if only time ends it
public record Phases(
        Duration warmUpMin,
        Duration warmUpMax,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<WarmUpCycles> warmUpCycles,
        Duration measure,
        OptionalLong requests) {
    public Phases {
        if (warmUpMin.isNegative()) {
            throw new WrongInput("warm-up min must not be negative, was " + Units.text(warmUpMin));
        }
        if (warmUpMax.compareTo(warmUpMin) < 0) {
            throw new WrongInput(
                    "warm-up max (%s) must not be below min (%s)"
                            .formatted(Units.text(warmUpMax), Units.text(warmUpMin)));
        }
        if (warmUpCycles.isPresent() && warmUpMax.compareTo(warmUpCycles.get().load()) < 0) {
            throw new WrongInput(
                    "warm-up max (%s) must not be below load (%s)"
                            .formatted(
                                    Units.text(warmUpMax), Units.text(warmUpCycles.get().load())));
        }
        if (measure.isNegative() || measure.isZero()) {
            throw new WrongInput("measure must be above 0, was " + Units.text(measure));
        }
        if (requests.isPresent() && requests.getAsLong() < 1) {
            throw new WrongInput("requests must be at least 1, was " + requests.getAsLong());
        }
    }

    public Phases(Duration warmUpMin, Duration warmUpMax, Duration measure) {
        this(warmUpMin, warmUpMax, measure, OptionalLong.empty());
    }

    public Phases(Duration warmUpMin, Duration warmUpMax, Duration measure, OptionalLong requests) {
        this(warmUpMin, warmUpMax, Optional.empty(), measure, requests);
    }
}
