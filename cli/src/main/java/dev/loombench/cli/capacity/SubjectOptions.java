package dev.loombench.cli.capacity;

import static dev.loombench.base.Durations.shorter;

import dev.loombench.cli.compare.JarOptions;
import dev.loombench.cli.compare.ModelOption;
import dev.loombench.cli.compare.PlatformOptions;
import dev.loombench.cli.compare.RequestOptions;
import dev.loombench.cli.compare.ServiceArguments;
import dev.loombench.cli.compare.ServiceExperiments;
import dev.loombench.cli.compare.ServiceOptions;
import dev.loombench.cli.console.Installation;
import dev.loombench.cli.load.ImportOptions;
import dev.loombench.cli.option.VariantOption;
import dev.loombench.cli.option.WarmUpOption;
import dev.loombench.experiment.Defaults;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.Phases;
import dev.loombench.experiment.Scenario;
import dev.loombench.experiment.TrialCount;
import dev.loombench.experiment.yaml.ExperimentReader;
import dev.loombench.experiment.yaml.Overrides;
import dev.loombench.load.option.OptionValues;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Traffic;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Mixin;

/// The options of `loombench capacity` that describe its subject: services as in `compare`, or an
/// experiment.
public final class SubjectOptions {
    private static final String NAME = "services";

    /// The search replaces the rate and the length of the window.
    private static final LoadModel.Open LOAD =
            new LoadModel.Open(1, Defaults.ARRIVAL, Defaults.CONNECTIONS);

    private static final Phases PHASES =
            new Phases(Defaults.WARM_UP_MIN, Defaults.CAPACITY_WARM_UP_MAX, Duration.ofSeconds(1));

    @Mixin private JarOptions jar = new JarOptions();
    @Mixin private PlatformOptions platforms = new PlatformOptions();
    @Mixin private ServiceOptions services = new ServiceOptions();
    @Mixin private RequestOptions requests = new RequestOptions();

    @Mixin private VariantOption variants = new VariantOption();
    @Mixin private WarmUpOption warmUp = new WarmUpOption();

    /// The list of `--models`; empty when it is not given.
    public Optional<String> models() {
        return jar.models();
    }

    /// Whether the arguments name an experiment: a file or a bundled one.
    public static boolean isExperiment(List<String> arguments, Installation home) {
        var first = arguments.getFirst();
        return arguments.size() == 1
                && ServiceArguments.urlOf(first).isEmpty()
                && (Installation.isExperimentFile(first) || home.hasExperiment(first));
    }

    /// The experiment whose servers and requests are searched.
    ///
    /// @param modelOption of the jar
    /// @throws WrongInput when the arguments are wrong
    public Experiment experiment(
            List<String> arguments, ModelOption modelOption, Installation home, PrintWriter err) {
        var experiment =
                isExperiment(arguments, home)
                        ? ofExperiment(arguments.getFirst(), home)
                        : ofServices(arguments, modelOption, err);
        return warmUp.longest()
                .map(time -> withWarmUp(experiment, OptionValues.seconds("--warm-up", time)))
                .orElse(experiment);
    }

    private Experiment ofExperiment(String given, Installation home) {
        if (jar.isGiven()
                || platforms.isGiven()
                || services.isGiven()
                || requests.hasMoreThanPath()) {
            throw new WrongInput(
                    "with an experiment, only --variant, --path and --warm-up select what is measured; change the file for the rest");
        }
        var overrides =
                new Overrides(
                        Optional.empty(),
                        Optional.empty(),
                        requests.path(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        variants.variants());
        return new ExperimentReader(home.zoo().servers())
                .read(home.experimentFile(given), overrides)
                .experiment();
    }

    private Experiment ofServices(
            List<String> arguments, ModelOption modelOption, PrintWriter err) {
        if (!variants.variants().isEmpty()) {
            throw new WrongInput("--variant goes with an experiment");
        }
        var given =
                ServiceArguments.ofAnyNumber(
                        arguments, jar.settings(), modelOption, platforms.platforms());
        requests.requireFor(given.variants());
        var sent = requests.given();
        var traffic = requests.traffic(sent);
        var experiment =
                ServiceExperiments.experiment(
                        NAME,
                        "Which arrival rate do these services hold?",
                        services.start().variants(given.variants(), traffic),
                        new Scenario(load(traffic), traffic, PHASES),
                        TrialCount.exactly(2),
                        Metric.P99,
                        Set.of());
        sent.ifPresent(list -> ImportOptions.printNotes(list, Optional.empty(), err));
        given.print(err);
        return experiment;
    }

    private static LoadModel load(Traffic traffic) {
        return traffic.replay().isEmpty()
                ? LOAD
                : new LoadModel.Open(LOAD.rate(), Arrival.REPLAY, LOAD.connections());
    }

    private static Experiment withWarmUp(Experiment experiment, Duration longest) {
        var scenario = experiment.scenario();
        var phases = scenario.phases();
        if (phases.warmUpCycles().isPresent()) {
            throw new WrongInput("--warm-up does not apply to a warm-up in cycles");
        }
        return experiment.withScenario(
                new Scenario(
                        scenario.load(),
                        scenario.traffic(),
                        new Phases(shorter(phases.warmUpMin(), longest), longest, phases.measure()),
                        scenario.dependencies()));
    }
}
