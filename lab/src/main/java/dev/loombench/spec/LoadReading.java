package dev.loombench.spec;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Reads the part of `load` that says who sends, and how often.
final class LoadReading {
    /// More than one machine could keep open, were it to use every port of 16 addresses.
    private static final int MOST_CONNECTIONS = 1_000_000;

    private static final Map<String, Arrival> ARRIVALS =
            Values.byName(
                    List.of(Arrival.values()), arrival -> arrival.name().toLowerCase(Locale.ROOT));

    private final Section load;

    LoadReading(Section load) {
        this.load = load;
    }

    Optional<LoadModel> model() {
        var users = load.read("users", Values.count(1, MOST_CONNECTIONS));
        var rate = load.read("rate", Values::rateAboveZero);
        var thinkTime = load.read("think-time", Values::duration, Defaults.THINK_TIME);
        var arrival = load.read("arrival", Values.oneOf(ARRIVALS, "arrival"), Defaults.ARRIVAL);
        var connections =
                load.read("connections", Values.count(1, MOST_CONNECTIONS), Defaults.CONNECTIONS);
        refuseMixture();
        if (load.has("users")) {
            return users.map(u -> new LoadModel.Closed(u, thinkTime));
        }
        return rate.map(r -> new LoadModel.Open(r, arrival, connections));
    }

    private void refuseMixture() {
        if (load.has("users") && load.has("rate")) {
            load.refuse(
                    "rate",
                    "users and rate exclude each other: either each of so many users awaits an"
                            + " answer (closed), or requests leave by the clock (open)");
        } else if (load.has("users")) {
            load.refuse("arrival", "arrival goes with rate; users send when they are answered");
            load.refuse("connections", "connections goes with rate; users have one each");
        } else if (load.has("rate")) {
            load.refuse("think-time", "think-time goes with users; rate alone spaces requests");
        } else {
            load.problems()
                    .add(
                            load.place(),
                            "load needs users, as in 400, or rate, as in 10k/s, and has neither");
        }
    }
}
