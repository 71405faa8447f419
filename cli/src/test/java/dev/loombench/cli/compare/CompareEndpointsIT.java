package dev.loombench.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.RunningService;
import dev.loombench.cli.ServiceFixture;
import dev.loombench.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Comparisons of services that already run.
@Tag("nightly")
class CompareEndpointsIT extends ServiceFixture {
    /// Nothing listens on a port of the system's.
    private static final String DEAD_URL = "http://127.0.0.1:1";

    private RunningService first;
    private RunningService second;

    @BeforeEach
    void start() throws IOException {
        first = RunningService.start(folder);
        second = RunningService.start(folder);
    }

    @AfterEach
    void stop() {
        first.close();
        second.close();
    }

    @Test
    void two_urls_are_compared_and_their_processes_go_on() {
        compareQuickly(first.url("/hello"), "new=" + second.url("/hello"));
        var report = json();
        // a window of a second is not divided
        assertThat(report.at("/mode/mode").asString()).isEqualTo("sequential");
        assertThat(report.at("/mode/mostSlices").asInt()).isEqualTo(1);
        for (var variant : report.at("/variants")) {
            assertThat(variant.at("/model").asString()).startsWith("http://127.0.0.1:");
            assertThat(variant.at("/trialsCompleted").asInt()).isEqualTo(2);
            assertThat(variant.at("/throughputPerSecond").asDouble()).isPositive();
            assertThat(variant.at("/cpuPerRequestMicros").asDouble()).isPositive();
            assertThat(variant.at("/peakRssBytes").asLong()).isGreaterThan(10 << 20);
            assertThat(variant.at("/threads").asInt()).isGreaterThan(5);
            assertThat(variant.at("/diagnostics/threads/platform").asInt()).isPositive();
        }
        assertThat(report.at("/findings").toString())
                .contains("\"same-process\"", "already ran: all trials of a variant are rounds");
        assertThat(report.at("/rareMode").isNull()).isTrue();
        assertThat(err.toString())
                .contains("new: process " + second.pid() + " (java) is observed")
                .contains("127.0.0.1:%d: process %d".formatted(first.port(), first.pid()));
        assertThat(first.process().isAlive()).isTrue();
        assertThat(second.process().isAlive()).isTrue();
    }

    @Test
    void each_url_has_its_own_path() {
        compareQuickly(first.url("/hello"), second.url("/health"), "--same-answers", "off");
        assertThat(json().at("/variants"))
                .allMatch(
                        v -> v.at("/trialsCompleted").asInt() == 2 && v.at("/errors").asInt() == 0);
    }

    @Test
    void services_that_respond_differently_are_not_compared() {
        assertThat(compareQuickly(first.url("/own"), second.url("/own")))
                .isEqualTo(ExitCode.INVALID);
        assertThat(err.toString())
                .contains("GET /own: ", "responds with a body", "nothing was measured");
    }

    @Test
    void a_service_that_ends_under_load_fails_its_rounds_and_the_other_goes_on()
            throws IOException {
        second.close();
        second = RunningService.start(folder, "--mode", "dies-under-load");
        assertThat(compareQuickly("a=" + first.url("/hello"), "b=" + second.url("/hello")))
                .isEqualTo(ExitCode.INVALID);
        assertThat(err.toString())
                .contains("b: failed (")
                .contains("the server ended: its process " + second.pid() + " is gone")
                .contains(
                        "and now that one has ended; a service that already runs must not restart");
        var variants = json().at("/variants");
        assertThat(variants.at("/0/trialsCompleted").asInt()).isEqualTo(2);
        assertThat(variants.at("/1/trialsFailed").asInt()).isEqualTo(2);
        assertThat(first.process().isAlive()).isTrue();
    }

    @Test
    void a_service_that_restarts_between_rounds_fails_the_later_ones() throws Exception {
        var run =
                CompletableFuture.supplyAsync(() ->
                        compare(
                                "a=" + first.url("/waiting"),
                                "b=" + second.url("/waiting"),
                                "-c",
                                "4",
                                "--trials",
                                "2",
                                "-d",
                                "2s",
                                "--warm-up",
                                "300ms",
                                "-o",
                                "json"));
        while (!err.toString().contains("[2/4]")) {
            assertThat(run.isDone()).as(err.toString()).isFalse();
            Thread.sleep(20);
        }
        long before = second.pid();
        second.kill();
        second = RunningService.start(folder, second.port());
        run.join();
        var b = json().at("/variants/1");
        assertThat(b.at("/trialsCompleted").asInt()).isEqualTo(1);
        assertThat(b.at("/trialsFailed").asInt()).isEqualTo(1);
        assertThat(err.toString())
                .containsAnyOf(
                        "the run began with process %d".formatted(before),
                        "its process %d is gone".formatted(before),
                        "no service accepts a connection");
        assertThat(json().at("/variants/0/trialsCompleted").asInt()).isEqualTo(2);
    }

    @Test
    void a_written_comparison_is_run_again_with_pids() throws IOException {
        var file = folder.resolve("mine.yaml");
        compareQuickly(
                "a=" + first.url("/hello"), "b=" + second.url(""), "--write", file.toString());
        assertThat(err.toString()).contains("status 404");
        var yaml = Files.readString(file).replace("path: \"/\"", "path: /hello");
        Files.writeString(file, yaml.replaceFirst("(url: .*)", "$1\n    pid: " + first.pid()));
        execute("run", "--results", folder + "/results", "-o", "json", file.toString());
        assertThat(json().at("/variants/1/trialsCompleted").asInt()).isEqualTo(2);
    }

    @Test
    void what_cannot_be_compared_is_explained() {
        var url = first.url("/hello");
        assertMistake("is named twice; a comparison needs services on different ports", url, url);
        assertMistake(
                "are the same service", url, "http://localhost:%d/hello".formatted(first.port()));
        assertMistake("no address is known for host \"none.invalid\"", url, "http://none.invalid/");
        assertMistake("no service accepts a connection at 127.0.0.1:", url, DEAD_URL);
        assertMistake("the lab starts the other afresh for each trial", url, "node server.js");
        assertMistake(
                "--jdk does not go with a URL, whose service already runs",
                url,
                DEAD_URL,
                "--jdk",
                "25");
        assertMistake("--path does not go with", url, DEAD_URL, "--path", "/x");
        assertMistake("--set goes with jars", url, "--set", "a=1,2");
        assertThat(folder.resolve("results")).doesNotExist();
    }

    private void assertMistake(String message, String... words) {
        err.getBuffer().setLength(0);
        assertThat(compare(words)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains(message);
    }
}
