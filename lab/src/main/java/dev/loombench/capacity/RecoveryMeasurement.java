package dev.loombench.capacity;

import dev.loombench.analysis.capacity.objective.Recovery;
import dev.loombench.analysis.capacity.objective.RecoveryDetector;
import dev.loombench.run.server.ServerFailed;
import dev.loombench.run.trial.ProbedServer;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.LoadProfile;
import dev.loombench.traffic.LoadProfile.Stage;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// The measurement of the time that a server needs after an overload.
final class RecoveryMeasurement {
    /// Arrivals during the overload, as a multiple of the capacity.
    private static final double OVERLOAD = 1.5;

    /// Arrivals after it.
    private static final double AFTER = 0.8;

    private static final Duration LIMIT = Duration.ofSeconds(60);

    /// After the limit, the seconds in which a recovery would still show.
    private static final Duration CERTAINTY = Duration.ofSeconds(4);

    private RecoveryMeasurement() {}

    /// Overloads the server, and waits until it holds the objectives again.
    ///
    /// @param answered share of the requests that have a good response without an overload, 0..1
    static Recovery run(
            CapacitySettings settings,
            double capacity,
            double answered,
            ProbedServer server,
            long seed)
            throws InterruptedException, ServerFailed {
        var overload = settings.recovery();
        var profile =
                LoadProfile.of(
                                List.of(
                                        Stage.at(OVERLOAD * capacity, overload),
                                        Stage.at(AFTER * capacity, Duration.ZERO)))
                        .withWarmUp(AFTER * capacity);
        // Recorded arrivals have a constant mean rate, and an overload ends.
        var arrival = settings.arrival() == Arrival.REPLAY ? Arrival.POISSON : settings.arrival();
        var load = new LoadModel.Open(profile, arrival, settings.connections());
        var detector = new RecoveryDetector(settings.objectives(), answered * AFTER * capacity);
        var origin = new Origin();
        var end = overload.plus(LIMIT).plus(CERTAINTY);
        server.drive(
                load,
                seed,
                second -> {
                    double from = origin.seconds(second.window().startNanos()) - seconds(overload);
                    if (from > -0.5) {
                        detector.add(from, second.responseTime());
                    }
                },
                elapsed -> detector.recovered().isPresent() || elapsed.compareTo(end) >= 0);
        var recovered = detector.recovered();
        return new Recovery(
                OVERLOAD * capacity,
                seconds(overload),
                AFTER * capacity,
                recovered.isPresent() && recovered.getAsDouble() > seconds(LIMIT)
                        ? OptionalDouble.empty()
                        : recovered,
                seconds(LIMIT));
    }

    private static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }

    /// The start of the first second, from which times count.
    private static final class Origin {
        private OptionalLong first = OptionalLong.empty();

        /// Seconds since the instant of the first call. For one thread.
        double seconds(long at) {
            if (first.isEmpty()) {
                first = OptionalLong.of(at);
            }
            return (at - first.getAsLong()) / 1e9;
        }
    }
}
