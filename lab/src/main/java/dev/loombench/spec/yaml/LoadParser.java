package dev.loombench.spec.yaml;

import dev.loombench.spec.Defaults;
import dev.loombench.spec.load.Arrival;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.LoadProfile;
import dev.loombench.spec.load.ThinkTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Reads the part of `load` that says who sends, and how often.
final class LoadParser {
    /// More than one machine could keep open, were it to use every port of 16 addresses.
    private static final int MAX_CONNECTIONS = 1_000_000;

    private static final Map<String, Arrival> ARRIVALS =
            Values.byName(
                    List.of(Arrival.values()), arrival -> arrival.name().toLowerCase(Locale.ROOT));

    private static final Map<String, ThinkTime.Distribution> DISTRIBUTIONS =
            Values.byName(
                    List.of(ThinkTime.Distribution.values()),
                    distribution -> distribution.name().toLowerCase(Locale.ROOT));

    private final MappingReader load;
    private final Optional<Node> warmUpLevel;

    /// @param warmUpLevel what `warm-up: level` holds, if anything
    LoadParser(MappingReader load, Optional<Node> warmUpLevel) {
        this.load = load;
        this.warmUpLevel = warmUpLevel;
    }

    Optional<LoadModel> model() {
        var users = profile("users", LoadProfileParser.ofUsers(MAX_CONNECTIONS));
        var rate = profile("rate", LoadProfileParser.ofRates());
        var thinkTime = thinkTime();
        var arrival = load.read("arrival", Values.oneOf(ARRIVALS, "arrival"), Defaults.ARRIVAL);
        var connections =
                load.read("connections", Values.count(1, MAX_CONNECTIONS), Defaults.CONNECTIONS);
        var hold = load.read("held-connections", Values.count(1, MAX_CONNECTIONS));
        var pace = load.read("connect-rate", Values::rateAboveZero, Defaults.CONNECT_RATE);
        rejectConflicts();
        if (load.has("users")) {
            return users.map(u -> new LoadModel.Closed(u, thinkTime));
        }
        return load.has("held-connections")
                ? hold.map(h -> new LoadModel.HeldConnections(h, pace))
                : rate.map(r -> new LoadModel.Open(r, arrival, connections));
    }

    private Optional<LoadProfile> profile(String key, LoadProfileParser reading) {
        var course = load.read(key, reading::node);
        if (!load.has(key) || warmUpLevel.isEmpty()) {
            return course;
        }
        var node = warmUpLevel.get();
        return load.problems()
                .attempt(node.location(), () -> reading.levelAboveZero(Values.scalar(node)))
                .flatMap(level -> course.map(c -> c.withWarmUp(level)));
    }

    private ThinkTime thinkTime() {
        if (!load.has("think-time") || load.holdsScalar("think-time")) {
            return ThinkTime.constant(
                    load.read("think-time", Values::duration, Defaults.THINK_TIME));
        }
        var section = load.section("think-time", "think-time", Keys.THINK_TIME);
        return section.map(s ->
                        new ThinkTime(
                                s.require("mean", Values::duration).orElse(Defaults.THINK_TIME),
                                s.read(
                                        "distribution",
                                        Values.oneOf(DISTRIBUTIONS, "distribution"),
                                        ThinkTime.Distribution.CONSTANT)))
                .orElse(ThinkTime.NONE);
    }

    private void rejectConflicts() {
        if (load.has("held-connections")) {
            for (var key : List.of("users", "rate", "think-time", "arrival", "connections")) {
                load.reject(
                        key,
                        key
                                + " does not go with held-connections: each connection carries one"
                                + " request");
            }
            warmUpLevel.ifPresent(node ->
                    load.problems()
                            .add(
                                    node.location(),
                                    "level does not go with held-connections: a single user warms up"));
            return;
        }
        load.reject(
                "connect-rate",
                "connect-rate goes with held-connections: connections opened per second");
        if (load.has("users") && load.has("rate")) {
            load.reject(
                    "rate",
                    "users and rate exclude each other: either each of so many users awaits an"
                            + " answer (closed), or requests leave by the clock (open)");
        } else if (load.has("users")) {
            load.reject("arrival", "arrival goes with rate; users send when they are answered");
            load.reject("connections", "connections goes with rate; users have one each");
        } else if (load.has("rate")) {
            load.reject("think-time", "think-time goes with users; rate alone spaces requests");
        } else {
            load.problems()
                    .add(
                            load.location(),
                            "load needs users, as in 400, or rate, as in 10k/s, or held-connections,"
                                    + " as in 19k, and has none of them");
        }
    }
}
