package dev.loombench.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.yaml.ExperimentReader;
import dev.loombench.requests.GivenRequests;
import dev.loombench.requests.secret.RequestSecrets;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import dev.loombench.yaml.SourceText;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// The file of a comparison, and what its services start with.
class ExperimentFileTest {
    private static final Path HERE = Path.of("");

    private static StartSettings start(String... arguments) {
        return CommandLine.populateCommand(new ServiceOptions(), arguments).start();
    }

    private static NamedCommand command(String name) {
        return new NamedCommand(name, List.of("./a", "{port}"), Optional.empty());
    }

    /// @param header may be a secret
    private static Experiment experiment(
            StartSettings start, String header, NamedCommand... services) {
        var secrets = new RequestSecrets(Set.of());
        var request =
                new Request(
                        "GET",
                        "/",
                        Map.of("X-Token", secrets.literalHeader("X-Token", header)),
                        "",
                        Request.DEFAULT_TIMEOUT);
        var given = GivenRequests.of(List.of(request), secrets);
        var traffic = given.traffic();
        return ServiceExperiments.byDefault(
                "mine", "Which?", start.variants(List.of(services), traffic), traffic, 7);
    }

    private static Experiment read(String yaml) {
        return new ExperimentReader(List.of())
                .read(SourceText.of("test", yaml.getBytes(StandardCharsets.UTF_8)), "mine", HERE);
    }

    @Test
    void a_url_is_connected_to_at_another_address() {
        var start = start("--connect-to", "127.0.0.1:8443");
        var service = NamedCommand.ofUrl("https://shop.example");
        var text = ExperimentFile.of("compare", experiment(start, "sesame", service)).text(HERE);
        var endpoint = read(text).variants().getFirst().endpoint().orElseThrow();
        assertThat(endpoint.url()).isEqualTo("https://shop.example");
        assertThat(endpoint.connectTo()).contains("127.0.0.1:8443");
        assertThatThrownBy(() -> experiment(start, "sesame", command("a")))
                .isInstanceOf(WrongInput.class)
                .hasMessageStartingWith("--connect-to goes with URLs");
        assertThatThrownBy(() -> start("--connect-to", "http://a"))
                .isInstanceOf(WrongInput.class)
                .hasMessageStartingWith("--connect-to: must be like 127.0.0.1:8443");
    }

    @Test
    void a_file_has_variables_in_place_of_secrets_and_names_them() {
        var start = start("--env", "DB_PASSWORD=sesame", "--env=MODE=a=b", "--env", "HOME");
        var file = ExperimentFile.of("compare", experiment(start, "sesame-2", command("a")));
        assertThat(file.text(HERE))
                .startsWith(
                        """
                        # Secrets are not in this file. Before loombench run, export their values: X_TOKEN, DB_PASSWORD.
                        # Written by loombench compare.
                        """)
                .contains("\"DB_PASSWORD\": \"${DB_PASSWORD}\"", "\"MODE\": \"a=b\"")
                .contains("\"HOME\": \"${HOME}\"", "\"X-Token\": \"${X_TOKEN}\"")
                .doesNotContain("sesame");
        assertThat(read(file.text(HERE))).isEqualTo(file.experiment());
    }

    @Test
    void a_file_says_that_its_commands_have_secrets() {
        var service =
                new NamedCommand("a", List.of("./a", "--token=sesame", "{port}"), Optional.empty());
        var file = ExperimentFile.of("compare", experiment(start(), "sesame-2", service));
        assertThat(file.text(HERE))
                .startsWith("# Commands in this file have values that may be secrets")
                .contains("# Other secrets are not in this file.", "--token=sesame")
                .doesNotContain("sesame-2");
    }

    @Test
    void a_value_of_the_environment_with_a_password_is_not_written() {
        var start = start("--env", "DATABASE_URL=postgres://ada:sesame@h/db");
        assertThat(ExperimentFile.of("compare", experiment(start, "b", command("a"))).text(HERE))
                .contains("\"DATABASE_URL\": \"${DATABASE_URL}\"")
                .doesNotContain("sesame");
    }

    @Test
    void options_of_a_jvm_with_a_password_are_not_those_of_the_lab() {
        var start = start("--env", "JAVA_TOOL_OPTIONS=-Ddb.password=sesame");
        assertThat(ExperimentFile.of("compare", experiment(start, "b", command("a"))).text(HERE))
                .contains("\"JAVA_TOOL_OPTIONS\": \"${SECRET_JAVA_TOOL_OPTIONS}\"")
                .doesNotContain("sesame");
    }

    @Test
    void a_value_that_looks_random_is_not_written() {
        var start = start("--env", "X=wJalrXUtnFEMI/K7MDENG/bPx", "--env", "MODE=fast");
        assertThat(ExperimentFile.of("compare", experiment(start, "b", command("a"))).text(HERE))
                .contains("\"X\": \"${X}\"", "\"MODE\": \"fast\"")
                .doesNotContain("wJalr");
    }

    @Test
    void a_variable_of_a_service_and_one_of_requests_have_different_names() {
        var file =
                ExperimentFile.of(
                        "compare", experiment(start("--env", "X_TOKEN=a"), "b", command("a")));
        assertThat(file.secrets()).containsExactly("X_TOKEN", "SERVICE_X_TOKEN");
        assertThat(file.text(HERE)).contains("\"X_TOKEN\": \"${SERVICE_X_TOKEN}\"");
    }

    @Test
    void without_secrets_the_experiment_is_that_of_the_options() {
        var start = start("--ready", "log:up", "--ready-within", "5", "--same-answers", "off");
        var traffic = Traffic.of(Request.get("/", Request.DEFAULT_TIMEOUT));
        var experiment =
                ServiceExperiments.byDefault(
                        "mine",
                        "Which?",
                        start.variants(List.of(command("a"), command("b")), traffic),
                        traffic,
                        7);
        var file = ExperimentFile.of("compare", experiment);
        assertThat(file.experiment()).isEqualTo(experiment);
        assertThat(file.text(HERE)).startsWith("# Written by loombench compare.\nquestion: ");
        assertThat(read(file.text(HERE))).isEqualTo(experiment);
    }

    @Test
    void the_same_command_finds_its_file_and_another_one_is_refused(@TempDir Path folder) {
        var file = folder.resolve("mine.yaml");
        var first = ExperimentFile.of("compare", experiment(start(), "", command("a")));
        first.write(file);
        first.write(file);
        assertThat(file).hasContent(first.text(folder));
        var other = ExperimentFile.of("compare", experiment(start(), "", command("b")));
        assertThatThrownBy(() -> other.write(file))
                .isInstanceOf(WrongInput.class)
                .hasMessageEndingWith("exists already; name a new file");
        assertThat(file).hasContent(first.text(folder));
    }

    @Test
    void a_variable_has_a_name_and_goes_with_a_service_that_is_started() {
        assertMistake("--env must be like NAME=VALUE or NAME, was \"a-b\"", "--env", "a-b=1");
        assertMistake("--env A: must not contain line breaks", "--env", "A=b\u0007");
        assertMistake("--env A was given twice", "--env", "A=b", "--env", "A");
        assertThatThrownBy(() ->
                        experiment(start("--env", "A=1"), "", NamedCommand.ofUrl("http://h:1")))
                .hasMessage("--env does not go with a URL, whose service already runs");
        assertThatThrownBy(() ->
                        experiment(start("--ready", "port"), "", NamedCommand.ofUrl("http://h:1")))
                .hasMessageStartingWith("--ready and --ready-within do not go with a URL");
    }

    /// No message shows a line of a text that the user did not write.
    @Test
    void mistakes_name_the_option() {
        assertMistake("--ready must be a /PATH, port or log:TEXT, was \"x\"", "--ready", "x");
        assertMistake("--ready: path must begin with /", "--ready", "/a b");
        assertMistake("--ready: must not be blank", "--ready", "log: ");
        assertMistake("--ready-within must be above 0", "--ready-within", "0");
        assertMistake(
                "--same-answers: \"bdy\" is not a level; did you mean \"body\"?",
                "--same-answers",
                "bdy");
        assertThatThrownBy(() -> new NamedCommand("a", List.of("sh", "-c", ""), Optional.empty()))
                .hasMessage("an argument of \"a\": must not be blank");
    }

    private static void assertMistake(String message, String... arguments) {
        assertThatThrownBy(() -> start(arguments))
                .isInstanceOf(WrongInput.class)
                .hasMessageStartingWith(message);
    }
}
