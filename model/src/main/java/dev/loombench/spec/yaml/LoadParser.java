package dev.loombench.spec.yaml;

import dev.loombench.spec.Defaults;
import dev.loombench.spec.load.Arrival;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.LoadProfile;
import dev.loombench.spec.load.LoadProfileParser;
import dev.loombench.spec.load.ThinkTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Parses the load model in `load`: users, rate or held connections.
final class LoadParser {
    private static final Map<String, Arrival> ARRIVALS =
            Values.byName(
                    List.of(Arrival.values()), arrival -> arrival.name().toLowerCase(Locale.ROOT));

    private static final Map<String, ThinkTime.Distribution> DISTRIBUTIONS =
            Values.byName(
                    List.of(ThinkTime.Distribution.values()),
                    distribution -> distribution.name().toLowerCase(Locale.ROOT));

    private final MappingReader load;
    private final Optional<Node> warmUpLevel;

    /// @param warmUpLevel value of `warm-up: level`, if any
    LoadParser(MappingReader load, Optional<Node> warmUpLevel) {
        this.load = load;
        this.warmUpLevel = warmUpLevel;
    }

    Optional<LoadModel> model() {
        var users = profile("users", LoadProfileParser.ofUsers(LoadModel.MAX_CONNECTIONS));
        var rate = profile("rate", LoadProfileParser.ofRates());
        var thinkTime = thinkTime();
        var arrival =
                load.read("arrival", Values.oneOf(ARRIVALS, "value of arrival"), Defaults.ARRIVAL);
        var connections =
                load.read(
                        "connections",
                        Values.count(1, LoadModel.MAX_CONNECTIONS),
                        Defaults.CONNECTIONS);
        var heldConnections =
                load.read("held-connections", Values.count(1, LoadModel.MAX_CONNECTIONS));
        var connectRate = load.read("connect-rate", Values::rateAboveZero, Defaults.CONNECT_RATE);
        rejectConflicts();
        if (load.has("users")) {
            return users.map(u -> new LoadModel.Closed(u, thinkTime));
        }
        return load.has("held-connections")
                ? heldConnections.map(n -> new LoadModel.HeldConnections(n, connectRate))
                : rate.map(r -> new LoadModel.Open(r, arrival, connections));
    }

    private Optional<LoadProfile> profile(String key, LoadProfileParser parser) {
        var profile = load.read(key, new StagesParser(parser)::read);
        if (!load.has(key) || warmUpLevel.isEmpty()) {
            return profile;
        }
        var node = warmUpLevel.get();
        return load.problems()
                .attempt(node.location(), () -> parser.levelAboveZero(Values.scalar(node)))
                .flatMap(level -> profile.map(p -> p.withWarmUp(level)));
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
                                        Values.oneOf(DISTRIBUTIONS, "value of distribution"),
                                        ThinkTime.Distribution.CONSTANT)))
                .orElse(ThinkTime.NONE);
    }

    private void rejectConflicts() {
        if (load.has("held-connections")) {
            for (var key : List.of("users", "rate", "think-time", "arrival", "connections")) {
                load.reject(
                        key,
                        key
                                + " cannot be combined with held-connections: each connection"
                                + " carries one request");
            }
            warmUpLevel.ifPresent(node ->
                    load.problems()
                            .add(
                                    node.location(),
                                    "level cannot be combined with held-connections: a single user warms"
                                            + " the server up"));
            return;
        }
        load.reject(
                "connect-rate",
                "connect-rate needs held-connections: it is the number of connections opened per second");
        if (load.has("users") && load.has("rate")) {
            load.reject(
                    "rate",
                    "users and rate cannot be combined: either each user waits for its response"
                            + " (closed model), or requests leave by the clock (open model)");
        } else if (load.has("users")) {
            load.reject("arrival", "arrival needs rate: users send after each response");
            load.reject("connections", "connections needs rate: users have one connection each");
        } else if (load.has("rate")) {
            load.reject(
                    "think-time",
                    "think-time needs users: with rate, only the rate spaces requests");
        } else {
            load.problems()
                    .add(
                            load.location(),
                            "load needs one of users, as in 400, rate, as in 10k/s, and"
                                    + " held-connections, as in 19k");
        }
    }
}
