package dev.loombench.cli.capacity;

import dev.loombench.cli.compare.ExperimentYaml;
import dev.loombench.cli.compare.JarOptions;
import dev.loombench.cli.compare.ModelOption;
import dev.loombench.cli.compare.OptionValues;
import dev.loombench.cli.compare.PlatformOptions;
import dev.loombench.cli.compare.RequestOptions;
import dev.loombench.cli.compare.ServiceArguments;
import dev.loombench.cli.compare.ServiceOptions;
import dev.loombench.cli.console.Installation;
import dev.loombench.cli.load.ImportOptions;
import dev.loombench.spec.Defaults;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Phases;
import dev.loombench.spec.Scenario;
import dev.loombench.spec.requests.GivenRequests;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.Units;
import dev.loombench.spec.yaml.Overrides;
import dev.loombench.spec.yaml.SourceText;
import dev.loombench.spec.yaml.SpecReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options of `loombench capacity` that describe its subject: services as in `compare`, or an
/// experiment.
public final class SubjectOptions {
    private static final String NAME = "services";

    @Mixin private JarOptions jar = new JarOptions();
    @Mixin private PlatformOptions platforms = new PlatformOptions();
    @Mixin private ServiceOptions services = new ServiceOptions();
    @Mixin private RequestOptions requests = new RequestOptions();

    @Option(
            names = "--variant",
            paramLabel = "NAME",
            description = "Of an experiment: only this variant. Repeatable.")
    private List<String> variants = List.of();

    @Option(
            names = "--warm-up",
            paramLabel = "TIME",
            description = {
                "Longest warm-up of a process, which ends when it is steady. Default: that of the"
                        + " experiment, or 8s."
            })
    private @Nullable String warmUp;

    /// The variants of one jar.
    public JarOptions jar() {
        return jar;
    }

    /// Whether the arguments name an experiment: a file or a bundled one.
    public static boolean isExperiment(List<String> arguments, Installation home) {
        var first = arguments.getFirst();
        return arguments.size() == 1
                && (first.endsWith(".yaml") || first.endsWith(".yml") || home.hasExperiment(first));
    }

    /// The experiment whose servers and requests are searched.
    ///
    /// @param modelOption of the jar
    /// @throws SpecError when the arguments are wrong
    public ExperimentSpec spec(
            List<String> arguments, ModelOption modelOption, Installation home, PrintWriter err) {
        var reader = new SpecReader(home.zoo().servers());
        var spec =
                isExperiment(arguments, home)
                        ? ofExperiment(arguments.getFirst(), home, reader)
                        : ofServices(arguments, modelOption, reader, err);
        return warmUp == null ? spec : withWarmUp(spec, OptionValues.seconds("--warm-up", warmUp));
    }

    private ExperimentSpec ofExperiment(String given, Installation home, SpecReader reader) {
        if (jar.isGiven()
                || platforms.isGiven()
                || services.isGiven()
                || requests.hasMoreThanPath()) {
            throw new SpecError(
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
                        variants);
        return reader.read(home.experimentFile(given), overrides).spec();
    }

    private ExperimentSpec ofServices(
            List<String> arguments, ModelOption modelOption, SpecReader reader, PrintWriter err) {
        if (!variants.isEmpty()) {
            throw new SpecError("--variant goes with an experiment");
        }
        var given =
                ServiceArguments.ofAnyNumber(
                        arguments, jar.settings(), modelOption, platforms.platforms());
        requests.pathOption()
                .ifPresent(option ->
                        given.variants().forEach(variant -> variant.requireNoPath(option)));
        var sent = requests.given();
        var load = new ArrayList<>(List.of("rate: 1"));
        load.addAll(requests.lines(sent, false));
        var yaml =
                new ExperimentYaml(
                                "Which arrival rate do these services hold?",
                                Optional.empty(),
                                services.ready(),
                                services.sameAnswers(),
                                services.environment(),
                                given.variants(),
                                load,
                                List.of(
                                        "measure: 1s",
                                        "warm-up: {min: %s, max: 8s}"
                                                .formatted(Units.text(Defaults.WARM_UP_MIN))),
                                List.of("trials: 2", "metric: p99"))
                        .render();
        sent.ifPresent(list -> ImportOptions.printNotes(list, Optional.empty(), err));
        given.print(err);
        return reader.read(
                        SourceText.of("command line", yaml.getBytes(StandardCharsets.UTF_8)),
                        NAME,
                        Path.of(""))
                .withValues(sent.map(GivenRequests::values).orElse(Map.of()));
    }

    private static ExperimentSpec withWarmUp(ExperimentSpec spec, Duration longest) {
        var scenario = spec.scenario();
        var phases = scenario.phases();
        var min = phases.warmUpMin().compareTo(longest) < 0 ? phases.warmUpMin() : longest;
        return spec.withScenario(
                new Scenario(
                        scenario.load(),
                        scenario.traffic(),
                        new Phases(min, longest, phases.measure()),
                        scenario.dependencies()));
    }
}
