package dev.loombench.report.reason;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.experiment.variant.Variant;
import dev.loombench.experiment.yaml.ExperimentReader;
import dev.loombench.result.Invocation;
import dev.loombench.yaml.SourceText;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AgainWithSettingTest {
    private static final String PROPERTY = "spring.datasource.hikari.maximum-pool-size";
    private static final String COMMAND =
            "java -jar app.jar --server.port={port} --spring.threads.virtual.enabled=false";

    private static Variant variant(String subject) {
        var yaml =
                """
                question: Which is best?
                service: {}
                variants:
                  - {name: a, %s}
                load: {users: 100, path: /}
                """
                        .formatted(subject);
        return new ExperimentReader(List.of())
                .read(
                        SourceText.of("test", yaml.getBytes(StandardCharsets.UTF_8)),
                        "compare",
                        Path.of(""))
                .variants()
                .getFirst();
    }

    private static Optional<String> again(String command, String... words) {
        return AgainWithSetting.of(
                new Invocation(List.of(words)),
                variant("command: '%s'".formatted(command)),
                PROPERTY,
                List.of(10L, 50L));
    }

    /// Also those that no YAML has, as requests of a HAR.
    @Test
    void the_command_line_stays_and_the_setting_is_added() {
        assertThat(
                        again(
                                COMMAND,
                                "compare",
                                "app.jar",
                                "--models=pool:200,virtual",
                                "-c=50",
                                "--har=shop.har",
                                "--write=mine.yaml",
                                "--fail-if=virtual<0.95x"))
                .contains(
                        "loombench compare app.jar --models pool:200,virtual -c 50 --har shop.har --set %s=10,50"
                                .formatted(PROPERTY));
    }

    @Test
    void a_setting_that_is_compared_already_gets_the_new_values() {
        assertThat(
                        again(
                                COMMAND + " --" + PROPERTY + "=20",
                                "compare",
                                "--set=" + PROPERTY + "=20,30",
                                "app.jar"))
                .contains("loombench compare --set %s=10,50 app.jar".formatted(PROPERTY));
    }

    @Test
    void other_commands_are_compared_with_themselves() {
        var command = COMMAND + " --" + PROPERTY;
        assertThat(again(COMMAND, "compare", "a=" + COMMAND, "new.jar", "-R=2k", "--jdk=21,25"))
                .contains(
                        "loombench compare 'size-10=%s=10' 'size-50=%s=50' -R 2k --jdk 21,25"
                                .formatted(command, command));
    }

    /// `--set` and `--models` cannot both choose it.
    @Test
    void a_setting_that_the_models_choose_is_in_the_command_of_the_variant() {
        var command = COMMAND + " --" + PROPERTY;
        assertThat(again(command + "=200", "compare", "app.jar", "--models=pool:200,virtual"))
                .contains(
                        "loombench compare 'size-10=%s=10' 'size-50=%s=50'"
                                .formatted(command, command));
    }

    /// Names of properties may be written in several forms, and be system properties.
    @Test
    void another_form_of_the_setting_is_replaced() {
        var command = COMMAND + " --" + PROPERTY;
        assertThat(
                        again(
                                COMMAND.replace("-jar", "-D%s=9 -jar".formatted(PROPERTY))
                                        + " --spring.datasource.hikari.maximumPoolSize=10",
                                "compare",
                                "a=" + COMMAND,
                                "new.jar"))
                .contains(
                        "loombench compare 'size-10=%s=10' 'size-50=%s=50'"
                                .formatted(command, command));
    }

    @Test
    void other_commands_of_the_lab_have_no_options_for_it() {
        assertThat(again(COMMAND, "run", "mine.yaml")).isEmpty();
        assertThat(again(COMMAND)).isEmpty();
        assertThat(
                        AgainWithSetting.of(
                                new Invocation(List.of("compare", "http://a:1/", "http://a:2/")),
                                variant("url: 'http://a:1/'"),
                                PROPERTY,
                                List.of(10L, 50L)))
                .isEmpty();
    }
}
