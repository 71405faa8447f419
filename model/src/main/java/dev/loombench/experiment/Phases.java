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
/// @param warmUpOthers time after which the warm-up no longer waits for the metrics that do not
///   decide the experiment; empty where it waits for all of them until its maximum
/// @param warmUpCycles the parts of the warm-up; empty for an uninterrupted load
/// @param measure length of the window; its maximum length if it ends after a number of requests
/// @param requests exact number of requests in the window; empty if only time ends it
public record Phases(
        Duration warmUpMin,
        Duration warmUpMax,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Duration> warmUpOthers,
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
        if (warmUpMax.compareTo(Units.MAX_DURATION) > 0) {
            throw new WrongInput(
                    "the warm-up must take at most %d days, was %,d"
                            .formatted(Units.MAX_DURATION.toDays(), warmUpMax.toDays()));
        }
        if (warmUpOthers.filter(others -> others.compareTo(warmUpMax) > 0).isPresent()) {
            throw new WrongInput(
                    "warm-up others (%s) must not be above max (%s)"
                            .formatted(Units.text(warmUpOthers.get()), Units.text(warmUpMax)));
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
        this(warmUpMin, warmUpMax, Optional.empty(), Optional.empty(), measure, requests);
    }

    /// With a warm-up that waits no longer than this for the metrics that do not decide.
    public Phases withWarmUpOthers(Duration others) {
        return new Phases(
                warmUpMin, warmUpMax, Optional.of(others), warmUpCycles, measure, requests);
    }

    /// The longest time that the warm-up waits for all metrics.
    public Duration warmUpOfAll() {
        return warmUpOthers.orElse(warmUpMax);
    }
}
