package dev.loombench.cli.load;

import dev.loombench.experiment.Defaults;
import dev.loombench.load.option.OptionValues;
import dev.loombench.load.option.PaceOptions;
import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.LoadProfile;
import dev.loombench.traffic.LoadProfileParser;
import dev.loombench.traffic.ThinkTime;
import dev.loombench.traffic.ThinkTime.Distribution;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options of `loombench load` that select the load model.
final class LoadModelOptions {
    private static final String CONNECT_RATE_NEEDS_HOLD =
            "--connect-rate goes with --hold: connections, or streams, opened per second";

    @Mixin private PaceOptions pace = new PaceOptions();

    @Option(
            names = "--think-distribution",
            paramLabel = "KIND",
            description =
                    "Think times: constant (default), or exponential with the mean --think-time.")
    private @Nullable String thinkDistribution;

    @Option(
            names = "--hold",
            description = {
                "Held connections: open the connections one after the other at --connect-rate, send"
                        + " one request on each, and keep all open to the end. With --http2 --streams N,"
                        + " held streams of --sse or gRPC, N on each connection."
            })
    private boolean hold;

    @Option(
            names = "--connect-rate",
            paramLabel = "RATE",
            description = "Connections, or streams, opened per second with --hold. Default: 1k.")
    private @Nullable String connectRate;

    @Option(
            names = "--warm-up-at",
            paramLabel = "LEVEL",
            description = {
                "Rate or users of the warm-up. Default: the first level above 0 of the profile."
            })
    private @Nullable String warmUpAt;

    /// @param threads of the load generator
    /// @throws WrongInput when the options contradict one another
    LoadModel model(int threads) {
        if (hold) {
            return heldConnections();
        }
        refuse(connectRate, CONNECT_RATE_NEEDS_HOLD);
        return rate().map(rate -> open(rate, threads)).orElseGet(this::closed);
    }

    /// The options of recorded arrivals: the mean rate, and the connections.
    ///
    /// @throws WrongInput when an option of another load is given
    void requireReplay() {
        if (hold || pace.arrival().isPresent()) {
            throw new WrongInput(
                    "--hold and --arrival do not go with --replay, which has the arrivals");
        }
        refuse(connectRate, CONNECT_RATE_NEEDS_HOLD);
        refuse(pace.thinkTime(), "--think-time does not go with --replay: the log sets the pace");
        refuse(thinkDistribution, "--think-distribution goes with --think-time");
        refuse(warmUpAt, "--warm-up-at does not go with --replay, which warms up at its mean rate");
    }

    /// Whether requests are held.
    boolean holds() {
        return hold;
    }

    Optional<String> rate() {
        return pace.rate();
    }

    int connections() {
        return OptionValues.count("--connections", pace.connections());
    }

    private LoadModel heldConnections() {
        if (pace.arrival().isPresent()
                || rate().isPresent()
                || pace.thinkTime().isPresent()
                || thinkDistribution != null
                || warmUpAt != null) {
            throw new WrongInput(
                    "--hold sends one request on each connection or stream, and takes only -c and"
                            + " --connect-rate");
        }
        double opened =
                Optional.ofNullable(connectRate)
                        .map(text -> OptionValues.of("--connect-rate", () -> Units.rate(text)))
                        .orElse(Defaults.CONNECT_RATE);
        return new LoadModel.HeldConnections(connections(), opened);
    }

    private LoadModel closed() {
        if (pace.arrival().isPresent()) {
            throw new WrongInput("--arrival needs --rate: without it, responses set the pace");
        }
        var users =
                profile(
                        LoadProfileParser.ofUsers(LoadModel.MAX_CONNECTIONS),
                        "--connections",
                        pace.connections());
        return new LoadModel.Closed(users, thinkTime());
    }

    private LoadModel open(String requestedRate, int threads) {
        refuse(pace.thinkTime(), "--think-time does not go with --rate: the clock sets the pace");
        refuse(thinkDistribution, "--think-distribution goes with --think-time");
        var profile = profile(LoadProfileParser.ofRates(threads), "--rate", requestedRate);
        return new LoadModel.Open(profile, pace.arrival().orElse(Defaults.ARRIVAL), connections());
    }

    private LoadProfile profile(LoadProfileParser parser, String option, String text) {
        try {
            var profile = parser.line(text);
            return warmUpAt == null ? profile : profile.withWarmUp(parser.levelAboveZero(warmUpAt));
        } catch (WrongInput e) {
            throw new WrongInput(option + ": " + e.getMessage());
        }
    }

    private static void refuse(@Nullable String given, String why) {
        refuse(Optional.ofNullable(given), why);
    }

    private static void refuse(Optional<String> given, String why) {
        if (given.isPresent()) {
            throw new WrongInput(why);
        }
    }

    private ThinkTime thinkTime() {
        if (pace.thinkTime().isEmpty()) {
            refuse(thinkDistribution, "--think-distribution goes with --think-time");
            return ThinkTime.NONE;
        }
        return new ThinkTime(
                OptionValues.seconds("--think-time", pace.thinkTime().get()), distribution());
    }

    private Distribution distribution() {
        return switch (thinkDistribution) {
            case null -> Distribution.CONSTANT;
            case "constant" -> Distribution.CONSTANT;
            case "exponential" -> Distribution.EXPONENTIAL;
            default ->
                    throw new WrongInput(
                            "--think-distribution must be constant or exponential, was \""
                                    + thinkDistribution
                                    + "\"");
        };
    }
}
