package dev.loombench.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.RunningService;
import dev.loombench.cli.CommandFixture;
import dev.loombench.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Loads of a service whose process is observed.
@EnabledOnOs(OS.LINUX)
class LoadPidIT extends CommandFixture {
    @TempDir Path folder;
    private RunningService service;

    @BeforeEach
    void start() throws IOException {
        service = RunningService.start(folder);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private int load(String... more) {
        var words = new ArrayList<>(List.of("-c", "4", "-d", "1s", "--warm-up", "300ms"));
        words.addAll(List.of(more));
        words.add(service.url("/hello"));
        return alone(new LoadCommand()).execute(words.toArray(String[]::new));
    }

    private JsonNode server() {
        return json().at("/server");
    }

    @Test
    void the_server_is_observed_by_its_pid() {
        load("--pid", String.valueOf(service.pid()), "-o", "json");
        var server = server();
        assertThat(server.at("/pid").asLong()).isEqualTo(service.pid());
        assertThat(server.at("/ended").asBoolean()).isFalse();
        assertThat(server.at("/cpuPerRequestMicros").asDouble()).isPositive();
        assertThat(server.at("/peakRssBytes").asLong()).isGreaterThan(10 << 20);
        assertThat(server.at("/threads").asInt()).isGreaterThan(5);
        assertThat(server.at("/diagnostics/gc/collections").isNumber()).isTrue();
        assertThat(server.at("/diagnostics/gc/pausedMillis").isNumber()).isTrue();
        assertThat(server.at("/diagnostics/gc/allocatedBytesPerRequest").asDouble()).isPositive();
        assertThat(server.at("/diagnostics/threads/platform").asInt()).isGreaterThan(3);
        assertThat(server.at("/diagnostics/threads/places/0/where").isString()).isTrue();
        // Where the machine has no CPU for 2 s, a sample of the beans leaves a gap.
        assertThat(server.at("/unavailable"))
                .allMatch(missing -> missing.toString().contains(": a gap"));
        assertThat(server.has("mismatch")).isFalse();
        assertThat(service.process().isAlive()).isTrue();
    }

    @Test
    void the_text_has_its_costs_and_where_its_threads_are() {
        load("--pid", "auto");
        assertThat(out.toString())
                .containsPattern(
                        "server +process %d \\(java\\): .* CPU per request, peak RSS"
                                .formatted(service.pid()))
                .containsPattern("(?s)garbage\\s+collections?,.* allocated\\s+per\\s+request")
                .containsPattern("threads +\\d+ threads \\(\\d+ platform\\) under load: ");
    }

    @Test
    void a_process_that_does_not_listen_is_noted() throws IOException {
        try (var other = RunningService.start(folder)) {
            load("--pid", String.valueOf(other.pid()), "-n", "50", "-o", "json");
            assertThat(server().at("/mismatch").asString())
                    .isEqualTo(
                            "does not listen on 127.0.0.1:%d; process %d (java) does"
                                    .formatted(service.port(), service.pid()));
            assertThat(server().at("/unavailable").toString())
                    .contains("a load of a number of requests has none left to list");
        }
    }

    @Test
    void a_process_that_is_no_jvm_has_the_figures_of_the_kernel() throws IOException {
        var sleep = new ProcessBuilder("sleep", "600").start();
        try {
            load("--pid", String.valueOf(sleep.pid()), "-o", "json");
            assertThat(server().at("/peakRssBytes").asLong()).isPositive();
            assertThat(server().at("/unavailable").toString()).contains("it is not a JVM");
        } finally {
            sleep.destroyForcibly();
        }
    }

    /// It may end in the warm-up already.
    @Test
    void a_process_that_ends_during_the_load_is_reported() throws IOException {
        service.close();
        service = RunningService.start(folder, "--mode", "dies-under-load");
        assertThat(load("--pid", "auto")).isEqualTo(ExitCode.INVALID);
        assertThat(out.toString())
                .containsAnyOf("Invalid: no good response", "Invalid: no connection was open")
                .containsPattern("the\\s+process\\s+ended\\s+during\\s+the\\s+load");
    }

    @Test
    void mistakes_are_explained() {
        assertMistake("--pid must be the id of a process, or auto, was \"x\"", "--pid", "x");
        assertMistake("--list-threads needs --pid", "--list-threads");
        assertMistake(
                "--pid: no process 4194999 on this machine; process %d (java) listens on port %d"
                        .formatted(service.pid(), service.port()),
                "--pid",
                "4194999");
    }

    private void assertMistake(String message, String... options) {
        assertThat(load(options)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains(message);
        assertThat(out.toString()).isEmpty();
    }
}
