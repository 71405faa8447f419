package dev.loombench.cli.compare;

import dev.loombench.spec.Defaults;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Metric;
import dev.loombench.spec.Phases;
import dev.loombench.spec.Scenario;
import dev.loombench.spec.TrialCount;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.LoadProfile;
import dev.loombench.spec.load.LoadProfileParser;
import dev.loombench.spec.load.TrafficSpec;
import dev.loombench.spec.requests.GivenRequests;
import dev.loombench.spec.text.SpecError;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options of `loombench compare` that describe the experiment.
public final class ComparisonOptions {
    @Option(
            names = {"-c", "--users"},
            paramLabel = "N",
            description = {
                "Users, each with a connection, that send again after each response. Several, as in"
                        + " 50,200,800: a comparison with each, and where a variant becomes"
                        + " better. With --rate"
                        + " connections. Default: 100; with --rate 1,000."
            })
    private @Nullable String users;

    @Option(
            names = {"-R", "--rate"},
            paramLabel = "RATE",
            description = "Requests per second, as in 500 or 10k, whatever the service does.")
    private @Nullable String rate;

    @Mixin private RequestOptions requests = new RequestOptions();

    @Mixin private ServiceOptions services = new ServiceOptions();

    @Option(
            names = "--trials",
            paramLabel = "N",
            description = {
                "Trials per variant, each in a new process or, for a URL, a round. Default: 4 to 10,"
                        + " until every comparison is decided or precise, within --budget."
            })
    private @Nullable String trials;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            description = {
                "Time of the comparison, for each number of users: it ends after the last round that"
                        + " fits, but not before the third. Default: 10m; with --trials none."
            })
    private @Nullable String budget;

    @Option(
            names = {"-d", "--duration"},
            paramLabel = "TIME",
            description = "Measured time per trial. Default: 10s.")
    private @Nullable String duration;

    @Option(
            names = "--warm-up",
            paramLabel = "TIME",
            description = {
                "Longest warm-up per trial, which ends when the service is steady. Default: 1m."
            })
    private @Nullable String warmUp;

    @Option(
            names = "--metric",
            paramLabel = "METRIC",
            description = {
                "Metric of the verdict, as in throughput, p99 or cpu-per-request. Default:"
                        + " throughput; with --rate p99."
            })
    private @Nullable String metric;

    /// The numbers of users, or of connections of a rate.
    public List<Integer> levels() {
        if (users == null) {
            return List.of(rate == null ? Defaults.COMPARISON_USERS : Defaults.CONNECTIONS);
        }
        return rate == null
                ? OptionValues.levels("--users", users)
                : List.of(OptionValues.count("--users", users));
    }

    /// The requests; empty when they are in a file that the experiment names.
    ///
    /// @throws SpecError when the options are wrong or contradict one another
    public Optional<GivenRequests> requests() {
        return requests.given();
    }

    /// The requests with what is expected of their responses.
    ///
    /// @param given as [#requests]
    public TrafficSpec traffic(Optional<GivenRequests> given) {
        return requests.traffic(given);
    }

    /// The experiment.
    ///
    /// @param level users, or connections of a rate
    /// @throws SpecError when an option is wrong, or does not go with one of the services
    public ExperimentSpec spec(
            String name, List<NamedCommand> services, TrafficSpec traffic, int level) {
        requests.pathOption()
                .ifPresent(option -> services.forEach(service -> service.requireNoPath(option)));
        var metric = metric();
        return Comparison.spec(
                name,
                Comparison.question(metric, services),
                this.services.start().variants(services, traffic),
                new Scenario(load(level), traffic, phases()),
                trials(),
                metric);
    }

    private Metric metric() {
        return Optional.ofNullable(metric)
                .map(label ->
                        OptionValues.of(
                                "--metric", () -> Metric.ofVerdict(label).requireApplicable(false)))
                .orElse(rate == null ? Defaults.METRIC : Metric.P99);
    }

    private LoadModel load(int level) {
        if (level < 1 || level > LoadModel.MAX_CONNECTIONS) {
            throw new SpecError(
                    "--users must be between 1 and %d, was %d"
                            .formatted(LoadModel.MAX_CONNECTIONS, level));
        }
        return rate == null
                ? new LoadModel.Closed(level, Defaults.THINK_TIME)
                : new LoadModel.Open(profile(rate), Defaults.ARRIVAL, level);
    }

    private static LoadProfile profile(String rate) {
        return OptionValues.of("--rate", () -> LoadProfileParser.ofRates().line(rate));
    }

    private Phases phases() {
        var longest =
                warmUp == null
                        ? Defaults.COMPARISON_WARM_UP_MAX
                        : OptionValues.seconds("--warm-up", warmUp);
        var measure =
                duration == null
                        ? Defaults.MEASURE
                        : OptionValues.secondsAboveZero("--duration", duration);
        return new Phases(shorter(longest, Defaults.WARM_UP_MIN), longest, measure);
    }

    private TrialCount trials() {
        var number = trials == null ? Defaults.COMPARISON_TRIALS : fixed(trials);
        return budget == null
                ? number
                : number.within(OptionValues.secondsAboveZero("--budget", budget));
    }

    private static TrialCount fixed(String trials) {
        int count = OptionValues.count("--trials", trials);
        if (count < 2) {
            throw new SpecError(
                    "--trials must be at least 2: a comparison needs blocks, was " + count);
        }
        return OptionValues.of("--trials", () -> TrialCount.exactly(count));
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }
}
