package dev.loombench.cli.compare;

import static dev.loombench.base.Durations.shorter;

import dev.loombench.cli.option.LoadLevelOptions;
import dev.loombench.cli.option.ProfileOption;
import dev.loombench.cli.option.TrialOptions;
import dev.loombench.cli.option.WarmUpOption;
import dev.loombench.experiment.ComparisonTime;
import dev.loombench.experiment.Defaults;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.Phases;
import dev.loombench.experiment.Scenario;
import dev.loombench.experiment.TrialCount;
import dev.loombench.load.option.OptionValues;
import dev.loombench.requests.GivenRequests;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.LoadProfile;
import dev.loombench.traffic.LoadProfileParser;
import dev.loombench.traffic.Traffic;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options of `loombench compare` that describe the experiment.
public final class ComparisonOptions {
    private static final String CONNECTIONS = LoadLevelOptions.CONNECTIONS.getFirst();

    @Mixin private LoadLevelOptions level = new LoadLevelOptions();

    @Mixin private RequestOptions requests = new RequestOptions();

    @Mixin private ServiceOptions services = new ServiceOptions();

    @Mixin private TrialOptions trials = new TrialOptions();

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            description = {
                "Time of the comparison, for each number of users: it ends after the last round that"
                        + " fits, and not before "
                        + TrialCount.BUDGET_MIN
                        + " have ended. Default: 10m; with --trials none. Warm-ups may be as long as "
                        + Defaults.COMPARISON_TRIALS_MIN
                        + " rounds allow."
            })
    private @Nullable String budget;

    @Mixin private WarmUpOption warmUp = new WarmUpOption();

    @Option(
            names = "--metric",
            paramLabel = "METRIC",
            description = {
                "Metric of the verdict, as in throughput, p99 or cpu-per-request. Default:"
                        + " throughput; with --rate p99."
            })
    private @Nullable String metric;

    @Mixin private ProfileOption profile = new ProfileOption();

    /// The numbers of users, or of connections of a rate.
    public List<Integer> levels() {
        boolean isClosed = level.rate().isEmpty() && !requests.replays();
        return level.connections()
                .map(given ->
                        isClosed
                                ? OptionValues.levels(CONNECTIONS, given)
                                : List.of(OptionValues.count(CONNECTIONS, given)))
                .orElse(List.of(isClosed ? Defaults.COMPARISON_USERS : Defaults.CONNECTIONS));
    }

    /// The requests; empty when they are in a file that the experiment names.
    ///
    /// @throws WrongInput when the options are wrong or contradict one another
    public Optional<GivenRequests> requests() {
        return requests.given();
    }

    /// The requests with what is expected of their responses.
    ///
    /// @param given as [#requests]
    public Traffic traffic(Optional<GivenRequests> given) {
        return requests.traffic(given);
    }

    /// The experiment.
    ///
    /// @param level users, or connections of a rate
    /// @throws WrongInput when an option is wrong, or does not go with one of the services
    public Experiment experiment(
            String name, List<NamedCommand> services, Traffic traffic, int level) {
        requests.requireFor(services);
        var metric = metric();
        return ServiceExperiments.experiment(
                name,
                ServiceExperiments.question(metric, services),
                this.services.start().variants(services, traffic),
                new Scenario(load(level, traffic), traffic, phases(services.size())),
                trials(),
                metric,
                profile.observed());
    }

    private Metric metric() {
        return Optional.ofNullable(metric)
                .map(label ->
                        OptionValues.of(
                                "--metric", () -> Metric.ofVerdict(label).requireApplicable(false)))
                .orElse(
                        level.rate().isEmpty() && !requests.replays()
                                ? Defaults.METRIC
                                : Metric.P99);
    }

    private LoadModel load(int connections, Traffic traffic) {
        if (connections < 1 || connections > LoadModel.MAX_CONNECTIONS) {
            throw new WrongInput(
                    "%s must be between 1 and %d, was %d"
                            .formatted(CONNECTIONS, LoadModel.MAX_CONNECTIONS, connections));
        }
        if (traffic.replay().isPresent()) {
            return requests.replayed(traffic.replay().get(), level.rate(), connections);
        }
        return level.rate()
                .<LoadModel>map(
                        rate -> new LoadModel.Open(profile(rate), Defaults.ARRIVAL, connections))
                .orElseGet(() -> new LoadModel.Closed(connections, Defaults.THINK_TIME));
    }

    private static LoadProfile profile(String rate) {
        return OptionValues.of("--rate", () -> LoadProfileParser.ofRates().line(rate));
    }

    /// @param variants among which the budget is shared out
    private Phases phases(int variants) {
        var measure =
                trials.duration().map(OptionValues::measuredTimeAboveZero).orElse(Defaults.MEASURE);
        var longest =
                warmUp.longest()
                        .map(time -> OptionValues.seconds("--warm-up", time))
                        .orElseGet(() -> longestWarmUp(variants, measure));
        var phases = new Phases(shorter(longest, Defaults.WARM_UP_MIN), longest, measure);
        return warmUp.longest().isPresent() || budget != null
                ? phases
                : phases.withWarmUpOthers(Defaults.COMPARISON_WARM_UP_OTHERS);
    }

    private Duration longestWarmUp(int variants, Duration measure) {
        return trials().budget()
                .map(time -> ComparisonTime.longestWarmUp(time, variants, measure))
                .orElse(Defaults.COMPARISON_WARM_UP_MAX);
    }

    private TrialCount trials() {
        var number =
                trials.trials().map(ComparisonOptions::fixed).orElse(Defaults.COMPARISON_TRIALS);
        return budget == null
                ? number
                : number.within(OptionValues.secondsAboveZero("--budget", budget));
    }

    private static TrialCount fixed(String trials) {
        int count = OptionValues.count("--trials", trials);
        if (count < 2) {
            throw new WrongInput(
                    "--trials must be at least 2: a comparison needs blocks, was " + count);
        }
        return OptionValues.of("--trials", () -> TrialCount.exactly(count));
    }
}
