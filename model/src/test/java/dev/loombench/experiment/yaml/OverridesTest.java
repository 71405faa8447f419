package dev.loombench.experiment.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.experiment.AdjustedExperiment;
import dev.loombench.experiment.TrialCount;
import dev.loombench.experiment.variant.ServerDescription;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.LoadModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverridesTest {
    private static final String EXPERIMENT =
            """
            question: Which one is faster?
            service: {command: "sleep {port}"}
            variants: [{name: a}, {name: b, args: x}, {name: c, args: y}]
            load: {users: 400, think-time: 5ms, path: /hello}
            trials: {min: 3, max: 10}
            expect: [{claim: b throughput above a, article: none}, {claim: c throughput above a, article: none}]
            """;

    @TempDir Path folder;

    /// @param options `--connections 5`, and so on
    private static Overrides overrides(String... options) {
        return new Overrides(
                option("--connections", options),
                option("--rate", options),
                option("--path", options),
                option("--trials", options),
                option("--duration", options),
                option("--warm-up", options),
                option("--variant", options)
                        .map(names -> List.of(names.split(",")))
                        .orElse(List.of()));
    }

    private static Optional<String> option(String name, String... options) {
        return Arrays.stream(options)
                .filter(o -> o.startsWith(name + " "))
                .map(o -> o.substring(name.length() + 1))
                .findFirst();
    }

    private AdjustedExperiment read(String yaml, String... options) throws IOException {
        var file = Files.writeString(folder.resolve("mine.yaml"), yaml);
        return new ExperimentReader(List.<ServerDescription>of()).read(file, overrides(options));
    }

    @Test
    void the_longest_warm_up_is_replaced_and_the_shortest_where_it_is_longer() throws IOException {
        var longer = read(PHASES, "--warm-up 40s");
        assertThat(longer.experiment().phases().warmUpMax()).isEqualTo(Duration.ofSeconds(40));
        assertThat(longer.experiment().phases().warmUpMin()).isEqualTo(Duration.ofSeconds(10));
        assertThat(longer.changes()).containsExactly("longest warm-up: 40s instead of 14s");
        var shorter = read(PHASES, "--warm-up 4s");
        assertThat(shorter.experiment().phases().warmUpMin()).isEqualTo(Duration.ofSeconds(4));
        assertThat(shorter.experiment().phases().warmUpMax()).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void a_fixed_warm_up_is_replaced_as_one_whose_limits_are_equal() throws IOException {
        var fixed = PHASES.replace("{min: 10s, max: 14s}", "20s");
        var shorter = read(fixed, "--warm-up 5s");
        assertThat(shorter.experiment().phases().warmUpMin()).isEqualTo(Duration.ofSeconds(5));
        assertThat(shorter.experiment().phases().warmUpMax()).isEqualTo(Duration.ofSeconds(5));
        assertThat(shorter.changes()).containsExactly("longest warm-up: 5s instead of 20s");
        var longer = read(fixed, "--warm-up 40s");
        assertThat(longer.experiment().phases().warmUpMin()).isEqualTo(Duration.ofSeconds(20));
        assertThat(longer.experiment().phases().warmUpMax()).isEqualTo(Duration.ofSeconds(40));
        assertThat(error(PHASES.replace("{min: 10s, max: 14s}", ""), "--warm-up 5s"))
                .contains("mine.yaml:5", "warm-up");
    }

    private static final String PHASES =
            """
            question: Which one is faster?
            service: {command: "sleep {port}"}
            variants: [{name: a}, {name: b, args: x}]
            load: {users: 400, path: /hello}
            phases: {warm-up: {min: 10s, max: 14s}}
            """;

    private String error(String yaml, String... options) {
        var thrown =
                assertThatExceptionOfType(WrongInput.class)
                        .isThrownBy(() -> read(yaml, options))
                        .actual();
        return thrown.getMessage();
    }

    @Test
    void without_options_the_experiment_is_as_written() throws IOException {
        var adjusted = read(EXPERIMENT);
        assertThat(adjusted.changes()).isEmpty();
        assertThat(adjusted.experiment().load())
                .isInstanceOfSatisfying(
                        LoadModel.Closed.class, c -> assertThat(c.connections()).isEqualTo(400));
    }

    @Test
    void values_of_the_command_line_replace_those_of_the_file() throws IOException {
        var adjusted =
                read(
                        EXPERIMENT,
                        "--connections 1k",
                        "--path /price?id=1",
                        "--trials 4",
                        "--duration 20s");
        var experiment = adjusted.experiment();
        assertThat(experiment.load())
                .isInstanceOfSatisfying(
                        LoadModel.Closed.class,
                        closed -> {
                            assertThat(closed.connections()).isEqualTo(1_000);
                            assertThat(closed.thinkTime().mean()).isEqualTo(Duration.ofMillis(5));
                        });
        assertThat(experiment.traffic().requests().getFirst().path()).isEqualTo("/price?id=1");
        assertThat(experiment.trials()).isEqualTo(TrialCount.exactly(4));
        assertThat(experiment.phases().measure()).isEqualTo(Duration.ofSeconds(20));
        assertThat(adjusted.changes())
                .containsExactly(
                        "users: 1k instead of 400",
                        "path: /price?id=1 instead of /hello",
                        "trials: 4 instead of a mapping",
                        "window: 20s");
    }

    /// A longer warm-up is asked for the metrics that were not steady.
    @Test
    void a_warm_up_of_the_command_line_is_for_all_metrics() throws IOException {
        var yaml = PHASES.replace("max: 14s", "max: 14s, others: 12s");
        assertThat(read(yaml).experiment().phases().warmUpOfAll())
                .isEqualTo(Duration.ofSeconds(12));
        var adjusted = read(yaml, "--warm-up 30s");
        assertThat(adjusted.experiment().phases().warmUpOfAll()).isEqualTo(Duration.ofSeconds(30));
        assertThat(adjusted.changes()).containsExactly("longest warm-up: 30s instead of 14s");
    }

    /// A budget for the trials of the file would end a run of more of them.
    @Test
    void a_number_of_trials_is_measured_whatever_the_budget_of_the_file_is() throws IOException {
        var adjusted = read(EXPERIMENT + "budget: 10m\n", "--trials 20");
        assertThat(adjusted.experiment().trials()).isEqualTo(TrialCount.exactly(20));
        assertThat(adjusted.changes())
                .containsExactly("trials: 20 instead of a mapping", "budget: none instead of 10m");
        assertThat(
                        read(EXPERIMENT + "budget: 10m\n", "--duration 20s")
                                .experiment()
                                .trials()
                                .budget())
                .contains(Duration.ofMinutes(10));
    }

    @Test
    void a_rate_replaces_users_and_users_replace_a_rate() throws IOException {
        var open = read(EXPERIMENT, "--rate 500");
        assertThat(open.experiment().load()).isInstanceOf(LoadModel.Open.class);
        assertThat(open.changes()).containsExactly("rate: 500 instead of users 400");
        var closed =
                read(
                        EXPERIMENT.replace(
                                "users: 400, think-time: 5ms",
                                "rate: 2k, arrival: poisson, connections: 7"),
                        "--connections 9");
        assertThat(closed.experiment().load()).isInstanceOf(LoadModel.Closed.class);
        assertThat(closed.changes()).containsExactly("users: 9 instead of rate 2k");
    }

    @Test
    void a_log_gets_another_rate_and_other_connections() throws IOException {
        var entry =
                "192.0.2.7 - - [12/Nov/2026:06:25:24 +0000] \"GET /a HTTP/1.1\" 200 612 \"-\" \"-\"\n";
        Files.writeString(folder.resolve("access.log"), entry.repeat(5));
        var yaml =
                EXPERIMENT.replace("users: 400, think-time: 5ms", "replay: access.log, speed: 2");
        assertThat(read(yaml, "--rate 500").changes())
                .containsExactly("rate: 500 instead of speed 2");
        assertThat(read(yaml, "--connections 9").changes()).containsExactly("connections: 9");
        assertThat(error(yaml.replace("speed: 2", "speed: 999999")))
                .contains("mine.yaml:4", "must be at most 1,000,000 requests/s");
    }

    /// As with `load`, `compare` and `capacity`.
    @Test
    void with_a_rate_connections_are_its_own() throws IOException {
        var open = read(EXPERIMENT, "--rate 500", "--connections 30");
        assertThat(open.experiment().load())
                .isInstanceOfSatisfying(
                        LoadModel.Open.class, o -> assertThat(o.connections()).isEqualTo(30));
        assertThat(open.changes())
                .containsExactly("rate: 500 instead of users 400", "connections: 30");
    }

    @Test
    void a_single_request_gets_the_path() throws IOException {
        var adjusted =
                read(
                        EXPERIMENT.replace("path: /hello", "request: {method: PUT, path: /hello}"),
                        "--path /price");
        var request = adjusted.experiment().traffic().requests().getFirst();
        assertThat(request.method()).isEqualTo("PUT");
        assertThat(request.path()).isEqualTo("/price");
    }

    @Test
    void the_other_variants_and_their_claims_are_left_out() throws IOException {
        var adjusted = read(EXPERIMENT, "--variant a,c");
        assertThat(adjusted.experiment().variants())
                .extracting(Variant::name)
                .containsExactly("a", "c");
        assertThat(adjusted.experiment().claims())
                .singleElement()
                .satisfies(c -> assertThat(c.text()).startsWith("c "));
        assertThat(adjusted.changes()).containsExactly("variants: without b");
        assertThat(read(EXPERIMENT, "--variant c,b,a").changes()).isEmpty();
    }

    @Test
    void the_rules_of_the_file_apply() {
        assertThat(error(EXPERIMENT, "--trials 1"))
                .contains("mine.yaml:5", "needs at least 2 trials per variant, was 1");
        assertThat(error(EXPERIMENT, "--path price")).contains("mine.yaml:4", "price");
        assertThat(error(PHASES.replace("min: 10s", "min: never"), "--warm-up 40s"))
                .startsWith(folder + "/mine.yaml:")
                .contains("min: \"never\" is not a duration");
    }

    @Test
    void mistakes_name_the_option() {
        assertThat(error(EXPERIMENT, "--connections many")).startsWith("--connections: ");
        assertThat(error(EXPERIMENT, "--rate fast")).startsWith("--rate: ");
        assertThat(error(EXPERIMENT, "--duration long")).startsWith("--duration: ");
        assertThat(error(EXPERIMENT, "--duration 0s")).startsWith("--duration: ").endsWith("0s");
        assertThat(error(EXPERIMENT, "--trials 0")).isEqualTo("--trials: must be above 0, was 0");
        assertThat(error(EXPERIMENT, "--connections 0")).startsWith("--connections: ");
        assertThat(error(EXPERIMENT, "--rate 0/s")).startsWith("--rate: ");
        assertThat(error(EXPERIMENT, "--variant aa"))
                .isEqualTo(
                        "mine has no variant \"aa\", only \"a\", \"b\", \"c\"; did you mean \"a\"?");
        assertThat(error(EXPERIMENT, "--variant other"))
                .isEqualTo("mine has no variant \"other\", only \"a\", \"b\", \"c\"");
        assertThat(error(EXPERIMENT.replace("path: /hello", "requests: [{path: /a}]"), "--path /b"))
                .isEqualTo("--path does not go with the several paths of requests");
        assertThat(
                        error(
                                EXPERIMENT.replace(
                                        "users: 400, think-time: 5ms", "held-connections: 5"),
                                "--connections 6"))
                .isEqualTo(
                        "--connections, --rate and --path do not apply to an experiment with held-connections");
    }

    @Test
    void a_path_with_a_secret_is_refused_unless_a_variable_stands_for_it() throws IOException {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> read(EXPERIMENT, "--path /a?b=1&token=sesame"))
                .withMessageContaining("the path /a?b=1&token=*** may have a secret")
                .withMessageContaining("${TOKEN}");
        assertThat(read(EXPERIMENT, "--path /a?token=${TOKEN}").changes())
                .containsExactly("path: /a?token=${TOKEN} instead of /hello");
    }
}
