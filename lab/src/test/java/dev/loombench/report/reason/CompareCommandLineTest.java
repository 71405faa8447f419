package dev.loombench.report.reason;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.yaml.SourceText;
import dev.loombench.spec.yaml.SpecReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CompareCommandLineTest {
    private static final String PROPERTY = "spring.datasource.hikari.maximum-pool-size";
    private static final String PHASES =
            """
            phases:
              measure: 10s
              warm-up: {min: 2s, max: 60s}
            trials: {min: 4, max: 10}
            budget: 10m
            metric: throughput
            """;
    private static final String VIRTUAL_OR_NOT =
            """
            question: Which is best?
            service: {}
            variants:
              - name: "false"
                command: ["java", "-jar", "app.jar", "--server.port={port}", "--spring.threads.virtual.enabled=false"]
              - name: "true"
                command: ["java", "-jar", "app.jar", "--server.port={port}", "--spring.threads.virtual.enabled=true"]
            """;

    private static ExperimentSpec spec(String yaml) {
        return new SpecReader(List.of())
                .read(
                        SourceText.of("test", yaml.getBytes(StandardCharsets.UTF_8)),
                        "compare",
                        Path.of(""));
    }

    private static Optional<String> command(String yaml) {
        var spec = spec(yaml);
        return CompareCommandLine.of(spec, spec.variants().getFirst(), PROPERTY, List.of(10L, 50L));
    }

    @Test
    void the_user_s_arguments_stay_and_the_setting_is_added() {
        assertThat(command(VIRTUAL_OR_NOT + "load: {users: 50, path: /orders/1}\n" + PHASES))
                .contains(
                        "loombench compare app.jar --set spring.datasource.hikari.maximum-pool-size=10,50"
                                + " --set spring.threads.virtual.enabled=false,true -c 50 --path /orders/1");
    }

    @Test
    void a_setting_that_is_compared_already_gets_the_new_values() {
        var yaml = VIRTUAL_OR_NOT.replace("spring.threads.virtual.enabled", PROPERTY);
        assertThat(
                        command(
                                yaml.replace("size=false", "size=10")
                                                .replace("size=true", "size=20")
                                        + "load: {users: 100, path: /}\n"
                                        + PHASES))
                .contains("loombench compare app.jar --set " + PROPERTY + "=10,50");
    }

    @Test
    void options_that_differ_from_the_defaults_are_repeated() {
        assertThat(
                        command(
                                VIRTUAL_OR_NOT
                                        + """
                                        load: {rate: 2k, connections: 300, path: "/a?b=$$1", expect-status: "2xx,302", expect-body: an order}
                                        phases:
                                          measure: 2s
                                          warm-up: {min: 1s, max: 1s}
                                        trials: 3
                                        metric: throughput
                                        """))
                .get()
                .asString()
                .endsWith(
                        " --rate 2000 -c 300 --path '/a?b=$1' --expect-status 2xx,302 --expect-body 'an order' -d 2s"
                                + " --warm-up 1s --trials 3 --metric throughput");
    }

    /// Of a run that its budget ended, 5 of 10 blocks.
    @Test
    void the_number_of_trials_is_left_out_where_the_budget_ends_them() {
        var load = "load: {users: 100, path: /}\n";
        var command = "loombench compare app.jar --set " + PROPERTY + "=10,50";
        assertThat(command(VIRTUAL_OR_NOT + load + PHASES.replace("max: 10}", "max: 5}")))
                .get()
                .asString()
                .startsWith(command)
                .doesNotContain("--trials", "--budget");
        assertThat(command(VIRTUAL_OR_NOT + load + PHASES.replace("10m", "20m")))
                .get()
                .asString()
                .endsWith(" --trials 4 --budget 20m");
    }

    @Test
    void other_commands_are_compared_with_themselves() {
        var yaml =
                VIRTUAL_OR_NOT.replace("\"java\", \"-jar\"", "\"java\", \"-Xmx1g\", \"-jar\"")
                        + "load: {users: 100, path: /}\n"
                        + PHASES;
        var command =
                "java -Xmx1g -jar app.jar --server.port={port} --spring.threads.virtual.enabled=false --"
                        + PROPERTY;
        assertThat(command(yaml))
                .contains(
                        "loombench compare 'size-10=%s=10' 'size-50=%s=50'"
                                .formatted(command, command));
    }

    @Test
    void a_load_that_compare_has_no_options_for_has_no_command() {
        assertThat(
                        command(
                                VIRTUAL_OR_NOT
                                        + "load: {users: 50, think-time: 10ms, path: /}\n"
                                        + PHASES))
                .isEmpty();
        assertThat(
                        command(
                                VIRTUAL_OR_NOT
                                        + "load: {users: 50, request: {path: /, headers: {A: b}}}\n"
                                        + PHASES))
                .isEmpty();
    }

    /// The settings are compared on the platform of the variant.
    @Test
    void the_jdk_and_the_processors_of_the_variant_are_repeated() {
        var load = "load: {users: 100, path: /}\n" + PHASES;
        var command = "loombench compare app.jar --set " + PROPERTY + "=10,50";
        assertThat(command(onPlatforms("jdk: 21, cpus: count 1", "jdk: 25, cpus: count 1") + load))
                .contains(command + " --jdk 21 --cpus 1");
        assertThat(command(onPlatforms("cpus: quota 2", "cpus: quota 0.5") + load))
                .contains(command + " --cpus 2.0");
        assertThat(command(onPlatforms("cpus: 0-1", "cpus: 0-1") + load))
                .as("no option chooses processors by number")
                .isEmpty();
    }

    private static String onPlatforms(String first, String second) {
        var yaml =
                """
                question: Which is best?
                service: {}
                variants:
                """;
        var variant = "  - {name: %s, command: 'java -jar app.jar --server.port={port}', %s}%n";
        return yaml + variant.formatted("a", first) + variant.formatted("b", second);
    }
}
