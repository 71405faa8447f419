package dev.loombench.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.spec.text.SpecError;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// The experiment of a comparison, as it is read and as it is written.
class ExperimentYamlTest {
    private static ExperimentYaml yaml(Map<String, String> environment, NamedCommand variant) {
        return new ExperimentYaml(
                "Which?",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                environment,
                List.of(variant),
                List.of("users: 1", "path: \"/?token=${TOKEN}\""),
                List.of("measure: 1s"),
                List.of());
    }

    private static Map<String, String> environment(String... arguments) {
        var options = new ServiceOptions();
        new CommandLine(options).parseArgs(arguments);
        return options.environment();
    }

    @Test
    void a_file_has_variables_in_place_of_secrets_and_names_them() {
        var environment =
                environment("--env", "DB_PASSWORD=sesame", "--env=MODE=a=b", "--env", "HOME");
        var yaml = yaml(environment, new NamedCommand("a", List.of("./a"), Optional.empty()));
        assertThat(yaml.render())
                .contains(
                        "service:\n  environment: {\"DB_PASSWORD\": \"sesame\", \"MODE\": \"a=b\", \"HOME\": \"${HOME}\"}\n");
        assertThat(yaml.withoutSecrets(List.of("TOKEN")))
                .startsWith(
                        "# Secrets are not in this file. Before loombench run, export their values: TOKEN, DB_PASSWORD.\n")
                .contains("\"DB_PASSWORD\": \"${DB_PASSWORD}\", \"MODE\": \"a=b\"")
                .doesNotContain("sesame");
        assertThat(yaml.withoutSecrets(List.of("DB_PASSWORD")))
                .contains("DB_PASSWORD, SERVICE_DB_PASSWORD.", "\"${SERVICE_DB_PASSWORD}\"");
    }

    @Test
    void without_secrets_both_are_the_same() {
        var yaml =
                yaml(
                        new LinkedHashMap<>(),
                        new NamedCommand("a", List.of("./a"), Optional.empty()));
        assertThat(yaml.withoutSecrets(List.of())).isEqualTo(yaml.render()).contains("service: {}");
    }

    @Test
    void a_url_with_a_secret_is_a_note() {
        assertThat(printed("http://h:1/a?token=sesame")).contains("a URL has a value that may be");
        assertThat(printed("http://h:1/a?page=1")).doesNotContain("loombench:");
    }

    private static String printed(String url) {
        var err = new StringWriter();
        new ServiceArguments(List.of(NamedCommand.ofUrl(url)), List.of())
                .print(new PrintWriter(err));
        return err.toString();
    }

    @Test
    void a_variable_has_a_name_and_goes_with_a_service_that_is_started() {
        assertThatThrownBy(() -> environment("--env", "a-b=1"))
                .isInstanceOf(SpecError.class)
                .hasMessage("--env must be like NAME=VALUE or NAME, was \"a-b\"");
        assertThatThrownBy(() -> yaml(Map.of("A", "1"), NamedCommand.ofUrl("http://h:1")))
                .hasMessage("--env does not go with a URL, whose service already runs");
    }
}
