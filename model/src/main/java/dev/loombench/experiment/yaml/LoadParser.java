package dev.loombench.experiment.yaml;

import dev.loombench.experiment.Defaults;
import dev.loombench.requests.AccessLog;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.LoadProfile;
import dev.loombench.traffic.LoadProfileParser;
import dev.loombench.traffic.Replay;
import dev.loombench.traffic.ThinkTime;
import dev.loombench.yaml.MappingReader;
import dev.loombench.yaml.Node;
import dev.loombench.yaml.Values;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Parses the load model in `load`: users, rate or held connections.
final class LoadParser {
    private static final Map<String, Arrival> ARRIVALS =
            Values.byName(
                    List.of(Arrival.CONSTANT, Arrival.POISSON),
                    arrival -> arrival.name().toLowerCase(Locale.ROOT));

    private static final Map<String, ThinkTime.Distribution> DISTRIBUTIONS =
            Values.byName(
                    List.of(ThinkTime.Distribution.values()),
                    distribution -> distribution.name().toLowerCase(Locale.ROOT));

    private final MappingReader load;
    private final Optional<Node> warmUpLevel;
    private final Optional<Replay> replay;

    /// @param warmUpLevel value of `warm-up: level`, if any
    /// @param log to replay; empty where there is none, or it is wrong
    LoadParser(MappingReader load, Optional<Node> warmUpLevel, Optional<AccessLog.Replayed> log) {
        this.load = load;
        this.warmUpLevel = warmUpLevel;
        replay = log.map(AccessLog.Replayed::replay);
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
        double speed = load.read("speed", LoadParser::speed, 1.0);
        var heldConnections =
                load.read("held-connections", Values.count(1, LoadModel.MAX_CONNECTIONS));
        var connectRate = load.read("connect-rate", Values::rateAboveZero, Defaults.CONNECT_RATE);
        rejectConflicts();
        if (load.has("users")) {
            return users.map(u -> new LoadModel.Closed(u, thinkTime));
        }
        if (load.has("replay")) {
            return replay.flatMap(recorded -> load.has("rate") ? rate : recorded(recorded, speed))
                    .map(mean -> new LoadModel.Open(mean, Arrival.REPLAY, connections));
        }
        return load.has("held-connections")
                ? heldConnections.flatMap(n -> held(n, connectRate))
                : rate.map(r -> new LoadModel.Open(r, arrival, connections));
    }

    /// The mean rate of a log.
    private Optional<LoadProfile> recorded(Replay recorded, double speed) {
        var parser = LoadProfileParser.ofRates();
        var mean =
                load.problems()
                        .attempt(
                                load.location(load.has("speed") ? "speed" : "replay"),
                                () -> parser.checked(recorded.rate() * speed));
        return warmed(mean.map(LoadProfile::constant), parser);
    }

    private Optional<LoadModel> held(int connections, double connectRate) {
        return load.problems()
                .attempt(
                        load.location("connect-rate"),
                        () -> new LoadModel.HeldConnections(connections, connectRate));
    }

    private static double speed(Node node) {
        var text = Values.scalar(node);
        if (!text.matches("\\d{1,6}(\\.\\d{1,6})?") || Double.parseDouble(text) == 0) {
            throw new WrongInput(
                    "must be a number above 0, as in 2 or 0.5, was " + TextSanitizer.quoted(text));
        }
        return Double.parseDouble(text);
    }

    private Optional<LoadProfile> profile(String key, LoadProfileParser parser) {
        var profile = load.read(key, new StagesParser(parser)::read);
        return load.has(key) ? warmed(profile, parser) : profile;
    }

    /// The profile with the level of the warm-up, where one is given.
    private Optional<LoadProfile> warmed(Optional<LoadProfile> profile, LoadProfileParser parser) {
        if (warmUpLevel.isEmpty()) {
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
        if (load.has("replay")) {
            for (var key :
                    List.of("users", "think-time", "arrival", "held-connections", "connect-rate")) {
                load.reject(
                        key,
                        key
                                + " cannot be combined with replay: the file has the arrivals of an open load");
            }
            if (load.has("rate")) {
                load.reject("speed", "speed cannot be combined with rate: both set the mean rate");
            }
            return;
        }
        load.reject("speed", "speed needs replay: it is times the speed of the recorded arrivals");
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
                "connect-rate needs held-connections: it is the number of connections, or held streams, opened per second");
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
