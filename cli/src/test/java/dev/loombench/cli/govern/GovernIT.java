package dev.loombench.cli.govern;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.LabProcess;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.observe.AgentThread;
import dev.loombench.observe.ScriptableProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `loombench govern` on a running server without the agent: two carriers, and fifty concurrent
/// requests that block in native code.
class GovernIT {
    private static final Path HOME = Path.of(System.getProperty("loombench.home"));
    private static final String RESTORED = "restored 2";

    @TempDir private static Path folder;
    private static Process server;
    private static LabProcess load;

    @BeforeAll
    static void startServer() throws IOException, InterruptedException {
        server = server("-Djdk.virtualThreadScheduler.parallelism=2");
        var ready = server.inputReader().readLine();
        assertThat(ready).startsWith("READY port=");
        var url = "http://localhost:%s/native?ms=40".formatted(ready.substring(11));
        load = LabProcess.start(folder, "load", "-c", "50", "-d", "1h", "--warm-up", "1s", url);
        var stats = URI.create("http://localhost:%s/stats".formatted(ready.substring(11)));
        try (var client = HttpClient.newHttpClient()) {
            load.await("the load is under way", () -> handled(client, stats) > 100);
        }
    }

    /// The number of requests that a handler has completed.
    private static int handled(HttpClient client, URI stats) throws IOException {
        try {
            var request = HttpRequest.newBuilder(stats).build();
            var counts = client.send(request, HttpResponse.BodyHandlers.ofString()).body();
            return Integer.parseInt(counts.split(" ", -1)[2]);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Process server(String jvmFlag) throws IOException {
        return server(
                jvmFlag,
                HOME.resolve("zoo/jdk-httpserver/target/zoo-jdk-httpserver.jar"),
                "dev.loombench.zoo.jdkhttp.JdkHttpServer");
    }

    private static Process server(String jvmFlag, Path jar, String main) throws IOException {
        return new ProcessBuilder(
                        ScriptableProcess.java(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        jvmFlag,
                        "-cp",
                        jar.toString(),
                        main,
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
    void a_service_is_governed_for_the_duration_and_gets_its_number_back() throws Exception {
        try (var lab = govern("--duration", "6s", "--max", "64")) {
            assertThat(lab.exitCode()).as(lab.err()).isEqualTo(ExitCode.OK);
            assertThat(lab.out())
                    .startsWith("governing process %d: 2 carriers now, 64 at most".formatted(pid()))
                    .contains("known defects that apply to it: JDK-")
                    .contains("  2 -> ", "carriers are blocked", "demand is ")
                    .contains("whether it helped is unknown: the service publishes no count")
                    .endsWith(RESTORED + "\n");
        }
    }

    /// Tomcat publishes the number of requests that it has served.
    @Tag("nightly")
    @Test
    void a_service_that_counts_its_requests_shows_whether_it_was_helped() throws Exception {
        var tomcat =
                server(
                        "-Djdk.virtualThreadScheduler.parallelism=2",
                        HOME.resolve("zoo/tomcat/target/zoo-tomcat.jar"),
                        "dev.loombench.zoo.tomcat.TomcatServer");
        try {
            var port = tomcat.inputReader().readLine().substring("READY port=".length());
            var url = "http://localhost:%s/native?ms=40".formatted(port);
            try (var users =
                            LabProcess.start(
                                    folder,
                                    "load",
                                    "-c",
                                    "50",
                                    "-d",
                                    "1h",
                                    "--warm-up",
                                    "1s",
                                    url);
                    var client = HttpClient.newHttpClient()) {
                var stats = URI.create("http://localhost:%s/stats".formatted(port));
                users.await("the load is under way", () -> handled(client, stats) > 100);
                var pid = Long.toString(tomcat.pid());
                try (var lab = LabProcess.start(folder, "govern", "--duration", "20s", pid)) {
                    assertThat(lab.exitCode()).as(lab.err()).isEqualTo(ExitCode.OK);
                    assertThat(lab.out())
                            .startsWith("counting requests for 5 s before governing\n")
                            .containsPattern("requests: \\S+/s in 5 s before, \\S+/s in the last")
                            .contains(": it helped")
                            .endsWith(RESTORED + "\n");
                }
            }
        } finally {
            tomcat.destroyForcibly();
        }
    }

    @Test
    void a_service_gets_its_number_back_where_the_lab_is_killed() throws Exception {
        try (var lab = govern()) {
            lab.await("a decision", () -> lab.out().contains(" -> "));
            lab.signal("KILL");
            assertThat(lab.exitCode()).isEqualTo(137);
        }
        while (AgentThread.isIn(pid())) { // until it has noticed the closed connection
            Thread.sleep(5);
        }
        try (var next = govern("--duration", "1s")) {
            assertThat(next.exitCode()).as(next.err()).isEqualTo(ExitCode.OK);
            assertThat(next.out())
                    .startsWith("governing process %d: 2 carriers now".formatted(pid()));
        }
    }

    @Test
    void a_second_governor_is_refused_until_ctrl_c_ends_the_first() throws Exception {
        try (var lab = govern()) {
            lab.await("a decision", () -> lab.out().contains(" -> "));
            try (var second = govern()) {
                assertThat(second.exitCode()).isEqualTo(ExitCode.USAGE);
                assertThat(second.err()).contains("a governor already runs in process " + pid());
            }
            lab.signal("INT");
            assertThat(lab.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
            assertThat(lab.out()).endsWith(RESTORED + "\n");
        }
    }

    @Test
    void a_process_that_cannot_be_governed_is_refused_with_the_reason() throws Exception {
        var other = new ProcessBuilder("sleep", "600").start();
        try (var lab = LabProcess.start(folder, "govern", Long.toString(other.pid()))) {
            assertThat(lab.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(lab.err()).contains("cannot attach to process " + other.pid());
        } finally {
            other.destroyForcibly();
        }
        other.waitFor();
        try (var lab = LabProcess.start(folder, "govern", Long.toString(other.pid()))) {
            assertThat(lab.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(lab.err()).contains("there is no process " + other.pid());
        }
    }

    /// A second governor is refused.
    @Test
    void a_service_started_with_the_agent_is_governed_already() throws Exception {
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
