package dev.loombench.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.LabProcess;
import dev.loombench.cli.console.ExitCode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A run with a live page, from its address to its stop button.
class LiveReportIT {
    private static final Pattern ADDRESS =
            Pattern.compile(
                    "live page \\(a secret address\\): (http://127\\.0\\.0\\.1:\\d+/[\\w-]+/)");

    @TempDir Path folder;

    private void experiment(int trials) throws Exception {
        Files.writeString(
                folder.resolve("mine.yaml"),
                """
                question: Is <b>this</b> text?
                variants:
                  - {server: jdk-httpserver, model: platform-pool, threads: 10, jvm: [-XX:TieredStopAtLevel=1, -XX:+UseSerialGC]}
                  - {server: jdk-httpserver, model: virtual, jvm: [-XX:TieredStopAtLevel=1, -XX:+UseSerialGC]}
                load: {users: 4, path: "/sleep?ms=20"}
                phases: {warm-up: 500ms, measure: 1s}
                trials: %d
                """
                        .formatted(trials));
    }

    @Test
    void the_page_shows_the_trials_and_its_button_stops_the_run() throws Exception {
        experiment(50);
        // The client ends when its requests do; so the lab, which answers them, is closed first.
        try (var client = HttpClient.newHttpClient();
                var lab = LabProcess.start(folder, "run", "mine.yaml", "--live")) {
            lab.await("it prints its address", () -> ADDRESS.matcher(lab.err()).find());
            var address = ADDRESS.matcher(lab.err()).results().findFirst().orElseThrow().group(1);
            var events = client.sendAsync(get(address + "events"), BodyHandlers.ofString());
            lab.awaitTrials(1);
            var page = client.send(get(address), BodyHandlers.ofString()).body();
            assertThat(page)
                    .contains("Is &lt;b&gt;this&lt;/b&gt; text?", "of 100 trials have ended");
            var servers = lab.servers();
            var stop =
                    HttpRequest.newBuilder(URI.create(address + "stop"))
                            .POST(HttpRequest.BodyPublishers.noBody())
                            .build();
            assertThat(client.send(stop, BodyHandlers.discarding()).statusCode()).isEqualTo(202);
            assertThat(lab.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
            LabProcess.awaitGone(servers);
            assertThat(lab.err()).contains("finished trials are kept", "run --resume");
            assertThat(Files.readAllLines(run().resolve("trials.jsonl")))
                    .hasSizeBetween(1, 99)
                    .first()
                    .asString()
                    .contains("\"outcome\":\"completed\"");
            assertThat(run().resolve("report.html"))
                    .content()
                    .contains("of 100 planned trials have ended");
            assertThat(events.join().body().lines())
                    .contains("event: status", "event: page", "event: ended")
                    .contains("data: \"The run was stopped.\"");
        }
    }

    @Tag("nightly")
    @Test
    void a_run_writes_its_page_and_prints_the_command_that_opens_it() throws Exception {
        experiment(2);
        try (var lab = LabProcess.start(folder, "run", "mine.yaml")) {
            lab.exitCode();
            assertThat(lab.out())
                    .contains("loombench report --open " + folder.relativize(run()))
                    .contains("# charts");
            assertThat(Files.size(run().resolve("report.html"))).isBetween(60_000L, 1_000_000L);
        }
        try (var again = LabProcess.start(folder, "report", run().toString(), "--open")) {
            again.exitCode();
            assertThat(again.out()).contains(run().resolve("report.html").toString());
        }
    }

    private static HttpRequest get(String address) {
        return HttpRequest.newBuilder(URI.create(address)).build();
    }

    private Path run() throws Exception {
        try (Stream<Path> runs = Files.list(folder.resolve("results/mine"))) {
            return List.copyOf(runs.toList()).getFirst();
        }
    }
}
