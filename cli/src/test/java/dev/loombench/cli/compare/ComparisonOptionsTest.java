package dev.loombench.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.observe.result.OptionalObservation;
import dev.loombench.spec.Defaults;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Metric;
import dev.loombench.spec.Phases;
import dev.loombench.spec.TrialCount;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.Units;
import dev.loombench.spec.yaml.ComparisonThreshold;
import dev.loombench.spec.yaml.SourceText;
import dev.loombench.spec.yaml.SpecReader;
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

    private static ExperimentSpec spec(String... arguments) {
        var options = CommandLine.populateCommand(new ComparisonOptions(), arguments);
        var traffic = options.traffic(options.requests());
        return options.spec("mine", SERVICES, traffic, options.levels().getFirst());
    }

    @Test
    void without_options_it_has_the_defaults() {
        var spec = spec();
        assertThat(spec.question()).isEqualTo("Which is best by throughput: a, b b?");
        assertThat(spec.load())
                .isEqualTo(new LoadModel.Closed(Defaults.COMPARISON_USERS, Duration.ZERO));
        assertThat(spec.phases())
                .isEqualTo(
                        new Phases(
                                Defaults.WARM_UP_MIN,
                                Defaults.COMPARISON_WARM_UP_MAX,
                                Defaults.MEASURE));
        assertThat(spec.trials()).isEqualTo(Defaults.COMPARISON_TRIALS);
        assertThat(spec.traffic().requests().getFirst().path()).isEqualTo("/");
    }

    @Test
    void options_take_the_place_of_the_defaults() {
        var spec =
                spec(
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
        var load = (LoadModel.Open) spec.load();
        assertThat(load.rate().text()).isEqualTo("0..2000/5s");
        assertThat(load.connections()).isEqualTo(30);
        assertThat(spec.phases())
                .isEqualTo(
                        new Phases(
                                Duration.ofSeconds(1),
                                Duration.ofSeconds(1),
                                Duration.ofSeconds(3)));
        assertThat(spec.trials()).isEqualTo(TrialCount.exactly(3).within(Duration.ofMinutes(5)));
        assertThat(spec.metric()).isEqualTo(Metric.P99);
        assertThat(spec("--metric", "p95").metric()).isEqualTo(Metric.P95);
    }

    @Test
    void warm_ups_grow_with_the_budget() {
        assertThat(spec("--budget", "25m").phases().warmUpMax()).isEqualTo(Duration.ofSeconds(160));
        assertThat(spec("--budget", "25m", "--warm-up", "9s").phases().warmUpMax())
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
        var plain = spec(arguments.toArray(String[]::new));
        var spec = plain.withFurther(ComparisonThreshold.claims("b b throughput<0.95x", plain));
        var file = ExperimentFile.of("compare", spec);
        var source = SourceText.of("mine", file.text(HERE).getBytes(StandardCharsets.UTF_8));
        assertThat(new SpecReader(List.of()).read(source, "mine", HERE))
                .isEqualTo(file.spec())
                .isEqualTo(spec);
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
        assertThatThrownBy(() -> spec(option, value))
                .isInstanceOf(SpecError.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void the_code_is_profiled_only_when_asked() {
        assertThat(spec().observe()).isEmpty();
        assertThat(spec("--profile").observe()).containsExactly(OptionalObservation.PROFILE);
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
