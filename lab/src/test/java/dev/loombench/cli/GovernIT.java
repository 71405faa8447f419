package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.console.ExitCode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `loombench govern` on a live server that knows nothing of it, two carriers wide, with fifty
/// requests at any time that are blocked in native code.
@Timeout(120)
class GovernIT {
    private static final Path HOME = Path.of(System.getProperty("loombench.home"));
    private static final String FOUND = "2 are in force again";

    @TempDir private static Path folder;
    private static Process server;
    private static LabProcess load;

    @BeforeAll
    static void startServer() throws IOException, InterruptedException {
        server = server("-Djdk.virtualThreadScheduler.parallelism=2");
        var ready = server.inputReader().readLine();
        assertThat(ready).startsWith("READY port=");
        var url = "http://localhost:%s/native?ms=10".formatted(ready.substring(11));
        load = LabProcess.start(folder, "load", "-c", "50", "-d", "5m", "--warm-up", "1s", url);
        var inside = URI.create("http://localhost:%s/stats".formatted(ready.substring(11)));
        try (var client = HttpClient.newHttpClient()) {
            load.await("the load is under way", () -> handled(client, inside) > 100);
        }
    }

    /// Requests that have left a handler.
    private static int handled(HttpClient client, URI inside) throws IOException {
        try {
            var request = HttpRequest.newBuilder(inside).build();
            var told = client.send(request, HttpResponse.BodyHandlers.ofString()).body();
            return Integer.parseInt(told.split(" ", -1)[2]);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Process server(String jvmFlag) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        jvmFlag,
                        "-cp",
                        HOME.resolve("zoo/jdk-httpserver/target/zoo-jdk-httpserver.jar").toString(),
                        "dev.loombench.zoo.jdkhttp.JdkHttpServer",
                        "--model",
                        "virtual",
                        "--port",
                        "0")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    @AfterAll
    static void stopServer() {
        load.close();
        server.destroyForcibly();
    }

    @Test
    void a_service_is_governed_for_the_time_asked_and_has_its_own_number_again() throws Exception {
        try (var lab = govern("--duration", "6s", "--max", "64")) {
            assertThat(lab.exitCode()).as(lab.err()).isEqualTo(ExitCode.FINE);
            assertThat(lab.out())
                    .startsWith(
                            "governing process %d: 2 carriers found, 64 at most".formatted(pid()))
                    .contains("  2 -> ", "carriers are blocked", "demand is ")
                    .endsWith(FOUND + "\n");
        }
    }

    @Test
    void ctrl_c_ends_it_and_a_second_governor_is_refused_until_then() throws Exception {
        try (var lab = govern()) {
            lab.await("a decision", () -> lab.out().contains(" -> "));
            try (var second = govern()) {
                assertThat(second.exitCode()).isEqualTo(ExitCode.USAGE);
                assertThat(second.err()).contains("a governor already runs in process " + pid());
            }
            lab.signal("INT");
            assertThat(lab.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
            assertThat(lab.out()).endsWith(FOUND + "\n");
        }
    }

    @Test
    void what_cannot_be_governed_is_refused_with_the_reason() throws Exception {
        var other = new ProcessBuilder("sleep", "60").start();
        try (var lab = LabProcess.start(folder, "govern", Long.toString(other.pid()))) {
            assertThat(lab.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(lab.err()).contains("cannot attach to process " + other.pid());
        } finally {
            other.destroyForcibly();
        }
        assertThat(other.waitFor(10, TimeUnit.SECONDS)).isTrue();
        try (var lab = LabProcess.start(folder, "govern", Long.toString(other.pid()))) {
            assertThat(lab.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(lab.err()).contains("there is no process " + other.pid());
        }
    }

    /// The library as `-javaagent`, seen from outside: a second one has no room.
    @Test
    void a_service_that_began_with_the_agent_is_governed_from_the_start() throws Exception {
        var agent = "-javaagent:%s=max=64".formatted(HOME.resolve("governor/target/governor.jar"));
        var governed = server(agent);
        try (var lab = LabProcess.start(folder, "govern", Long.toString(governed.pid()))) {
            assertThat(governed.inputReader().readLine()).startsWith("READY port=");
            assertThat(lab.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(lab.err()).contains("a governor already runs in process " + governed.pid());
        } finally {
            governed.destroyForcibly();
        }
    }

    private static LabProcess govern(String... options) throws IOException {
        var words = new String[options.length + 2];
        words[0] = "govern";
        System.arraycopy(options, 0, words, 1, options.length);
        words[words.length - 1] = Long.toString(pid());
        return LabProcess.start(folder, words);
    }

    private static long pid() {
        return server.pid();
    }
}
