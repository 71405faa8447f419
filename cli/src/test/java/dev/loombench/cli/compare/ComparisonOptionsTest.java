package dev.loombench.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.experiment.Defaults;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.Phases;
import dev.loombench.experiment.TrialCount;
import dev.loombench.experiment.yaml.ComparisonThreshold;
import dev.loombench.experiment.yaml.ExperimentReader;
import dev.loombench.observe.result.OptionalObservation;
import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.LoadModel;
import dev.loombench.yaml.SourceText;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// The experiment that the options of `loombench compare` describe.
class ComparisonOptionsTest {
    private static final Path HERE = Path.of("");
    private static final List<NamedCommand> SERVICES =
            List.of(
                    new NamedCommand("a", List.of("./a", "{port}"), Optional.empty()),
                    new NamedCommand("b  b", List.of("./b", "{port}"), Optional.empty()));

    private static Experiment experiment(String... arguments) {
        var options = CommandLine.populateCommand(new ComparisonOptions(), arguments);
        var traffic = options.traffic(options.requests());
        return options.experiment("mine", SERVICES, traffic, options.levels().getFirst());
    }

    @Test
    void without_options_it_has_the_defaults() {
        var experiment = experiment();
        assertThat(experiment.question()).isEqualTo("Which is best by throughput: a, b b?");
        assertThat(experiment.load())
                .isEqualTo(new LoadModel.Closed(Defaults.COMPARISON_USERS, Duration.ZERO));
        assertThat(experiment.phases())
                .isEqualTo(
                        new Phases(
                                        Defaults.WARM_UP_MIN,
                                        Defaults.COMPARISON_WARM_UP_MAX,
                                        Defaults.MEASURE)
                                .withWarmUpOthers(Defaults.COMPARISON_WARM_UP_OTHERS));
        assertThat(experiment("--warm-up", "60s").phases().warmUpOthers()).isEmpty();
        assertThat(experiment("--budget", "20m").phases().warmUpOthers()).isEmpty();
        assertThat(experiment.trials()).isEqualTo(Defaults.COMPARISON_TRIALS);
        assertThat(experiment.traffic().requests().getFirst().path()).isEqualTo("/");
    }

    @Test
    void options_take_the_place_of_the_defaults() {
        var experiment =
                experiment(
                        "-R",
                        "0..2k/5s",
                        "-c",
                        "30",
                        "-d",
                        "3",
                        "--warm-up",
                        "1s",
                        "--trials",
                        "3",
                        "--budget",
                        "5m");
        var load = (LoadModel.Open) experiment.load();
        assertThat(load.rate().text()).isEqualTo("0..2000/5s");
        assertThat(load.connections()).isEqualTo(30);
        assertThat(experiment.phases())
                .isEqualTo(
                        new Phases(
                                Duration.ofSeconds(1),
                                Duration.ofSeconds(1),
                                Duration.ofSeconds(3)));
        assertThat(experiment.trials())
                .isEqualTo(TrialCount.exactly(3).within(Duration.ofMinutes(5)));
        assertThat(experiment.metric()).isEqualTo(Metric.P99);
        assertThat(experiment("--metric", "p95").metric()).isEqualTo(Metric.P95);
    }

    @Test
    void warm_ups_grow_with_the_budget() {
        assertThat(experiment("--budget", "25m").phases().warmUpMax())
                .isEqualTo(Duration.ofSeconds(160));
        assertThat(experiment("--budget", "25m", "--warm-up", "9s").phases().warmUpMax())
                .isEqualTo(Duration.ofSeconds(9));
    }

    static Stream<List<String>> commandLines() {
        return Stream.of(
                List.of(),
                List.of("-R", "100/min", "--path", "/a?b=$1"),
                List.of("-R", "0..2k/5s,5k/1m", "-c", "30", "--metric", "cpu-per-request"),
                List.of("--trials", "3", "--budget", "90", "-d", "1500ms", "--warm-up", "0"),
                List.of("-X", "PUT", "-H", "X-A: b", "--body", "{\"a\": \"é\n\"}"),
                List.of("--expect-status", "2xx,404", "--expect-body", ": #"),
                List.of("--ready", "/up", "--ready-within", "5s", "--same-answers", "off"),
                List.of("--env", "A=b: c", "--env", "PATH"));
    }

    @ParameterizedTest
    @MethodSource("commandLines")
    void its_file_is_read_as_the_same_experiment(List<String> arguments) {
        var plain = experiment(arguments.toArray(String[]::new));
        var experiment =
                plain.withFurther(ComparisonThreshold.claims("b b throughput<0.95x", plain));
        var file = ExperimentFile.of("compare", experiment);
        var source = SourceText.of("mine", file.text(HERE).getBytes(StandardCharsets.UTF_8));
        assertThat(new ExperimentReader(List.of()).read(source, "mine", HERE))
                .isEqualTo(file.experiment())
                .isEqualTo(experiment);
    }

    /// No message shows a line of a text that the user did not write.
    @ParameterizedTest
    @CsvSource({
        "--connections must be between 1 and 1000000, -c, 0",
        "--connections must be between 1 and 1000000, -c, 2M",
        "--rate: \"fast\" is not a rate, -R, fast",
        "--rate: must be at most, -R, 2000k",
        "--duration must be above 0, -d, 0",
        "--trials: trials must be between 1 and 1000, --trials, 1001",
        "--budget must be above 0, --budget, 0s",
        "--metric: \"speed\" is not a metric, --metric, speed",
        "--metric: \"\" is not a metric, --metric, ''",
        "--metric: \"p99: 5\" is not a metric, --metric, p99: 5",
        "--metric: the metric elapsed needs load, --metric, elapsed",
        "--metric: capacity is a metric of claims, --metric, capacity",
        "--expect-status: expected statuses must be, --expect-status, good",
        "--expect-body must not be empty, --expect-body, ''"
    })
    void mistakes_name_the_option(String message, String option, String value) {
        assertThatThrownBy(() -> experiment(option, value))
                .isInstanceOf(WrongInput.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void the_code_is_profiled_only_when_asked() {
        assertThat(experiment().observe()).isEmpty();
        assertThat(experiment("--profile").observe()).containsExactly(OptionalObservation.PROFILE);
    }

    @Test
    void the_help_names_the_defaults() {
        var command = new CommandLine(new ComparisonOptions()).getCommandSpec();
        assertHelp(
                command.findOption("--connections"),
                "of compare %d, with --rate %d"
                        .formatted(Defaults.COMPARISON_USERS, Defaults.CONNECTIONS));
        assertHelp(command.findOption("--duration"), "else " + text(Defaults.MEASURE));
        assertHelp(
                command.findOption("--warm-up"),
                "else %s; of services %s, or longer with a longer --budget, and %s in capacity"
                        .formatted(
                                text(Defaults.WARM_UP_MAX),
                                text(Defaults.COMPARISON_WARM_UP_MAX),
                                text(Defaults.CAPACITY_WARM_UP_MAX)));
        var trials = Defaults.COMPARISON_TRIALS;
        assertHelp(
                command.findOption("--trials"),
                "of compare %d to %d".formatted(trials.min(), trials.max()));
        assertHelp(
                command.findOption("--budget"), "Default: " + text(trials.budget().orElseThrow()));
    }

    private static String text(Duration time) {
        return Units.text(time);
    }

    private static void assertHelp(OptionSpec option, String text) {
        assertThat(String.join(" ", option.description())).contains(text);
    }
}
