package dev.loombench.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.loombench.SampleService;
import dev.loombench.cli.ServiceFixture;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.observe.ScriptableProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Mistakes in a comparison of a service: each ends the run early, with a message of its own.
/// `CompareCommandIT` and `ServiceLaunchIT` have others.
class CompareMistakesIT extends ServiceFixture {
    static Stream<Arguments> services() {
        return Stream.of(
                arguments("ends", "b ended by itself with exit code 0 before it was ready"),
                arguments(
                        "stack-trace",
                        "b ended by itself with exit code 1 before it was ready.*java.lang.IllegalStateException: cannot connect to the database"),
                arguments("dies-on-request", "b: the server ended by itself with exit code 9"),
                arguments("created", "status 20[01] instead of the 20[01] of"),
                arguments("garbled-chunks", "no good response from 127.0.0.1:\\d+ \\(malformed"));
    }

    @ParameterizedTest
    @MethodSource("services")
    void a_service_that_cannot_be_measured(String mode, String message) {
        int code =
                compareQuickly(
                        "a=" + app,
                        "b=" + app + " --mode " + mode,
                        "--path",
                        "/hello",
                        "--ready",
                        mode.equals("dies-on-request") ? "/health" : "/hello");
        assertThat(code).isEqualTo(ExitCode.INVALID);
        assertThat(err.toString())
                .containsPattern("(?s)" + message)
                .contains("nothing was measured");
    }

    @Test
    void classes_of_a_newer_jdk_name_both_jdks_and_the_option() throws IOException {
        var newer = ScriptableProcess.java() + " -jar " + SampleService.jarOfNewerJdk(folder);
        assertThat(compare("a=" + newer, "b=" + newer)).isEqualTo(ExitCode.INVALID);
        assertThat(err.toString())
                .containsPattern("exit code 1 before it was ready; .* JDK 2\\d\\d or later")
                .contains("ran on JDK " + Runtime.version().feature())
                .contains("(--jdk)", "java.lang.UnsupportedClassVersionError");
    }

    @Test
    void virtual_threads_need_a_jdk_that_has_them() throws IOException {
        var jdk = folder.resolve("jdk");
        Files.createDirectories(jdk.resolve("bin"));
        Files.copy(Path.of(ScriptableProcess.java()), jdk.resolve("bin/java"));
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"17.0.1\"");
        SampleService.jar(folder);
        var file =
                Files.writeString(
                        folder.resolve("mine.yaml"),
                        """
                        question: Does it run?
                        service: {command: java -jar app.jar}
                        variants:
                          - {name: pool, expects: platform-threads, jdk: jdk}
                          - {name: virtual, expects: virtual-threads, jdk: jdk}
                        load: {users: 4, path: /hello}
                        """
                                .replace("jdk: jdk", "jdk: " + jdk));
        assertThat(execute("run", file.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("virtual: 17.0.1 in " + jdk + " has no virtual threads")
                .contains("expected JDK 21 or later; add --jdk ");
    }

    static Stream<Arguments> experiments() {
        return Stream.of(
                arguments(
                        "command: %s, working-directory: none",
                        ExitCode.USAGE, "a: no folder .*/none"),
                arguments(
                        "command: %s --mode never-listens, ready: {within: 500ms}",
                        ExitCode.INVALID,
                        "[ab] was not ready within 0.5 s: it does not listen on port \\d+"),
                arguments(
                        "command: %s, ready: {log: Started, within: 500ms}",
                        ExitCode.INVALID,
                        "[ab] was not ready within 0.5 s: it printed no line with \"Started\""),
                arguments(
                        "command: %s, environment: {TOKEN: \"${NO_SUCH_TOKEN}\"}",
                        ExitCode.USAGE, "the environment variable NO_SUCH_TOKEN is not set"));
    }

    @ParameterizedTest
    @MethodSource("experiments")
    void an_experiment_that_cannot_be_run(String service, int code, String message)
            throws IOException {
        var file =
                Files.writeString(
                        folder.resolve("mine.yaml"),
                        """
                        question: Does it run?
                        service: {%s}
                        variants: [{name: a}, {name: b}]
                        load: {users: 4, path: /hello}
                        phases: {warm-up: 300ms, measure: 300ms}
                        trials: 2
                        """
                                .formatted(service.formatted(app)));
        int found = execute("run", file.toString(), "--results", folder + "/results");
        assertThat(err.toString()).containsPattern(message);
        assertThat(found).isEqualTo(code);
    }
}
