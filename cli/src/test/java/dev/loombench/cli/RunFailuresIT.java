package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleService;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.store.ResultStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Runs that are interrupted or killed, and servers that fail during a run.
class RunFailuresIT extends RunFixture {
    private static final Pattern LIVE_PAGE =
            Pattern.compile("live page \\(a secret address\\): (http://\\S+/)");

    @Test
    void after_ctrl_c_no_server_is_left_and_the_run_can_be_resumed() throws Exception {
        experiment(POOL_AND_VIRTUAL);
        try (var lab = LabProcess.start(folder, "run", "mine.yaml")) {
            lab.awaitTrials(1);
            lab.awaitServer();
            var servers = lab.servers();
            lab.signal("INT");
            assertThat(lab.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
            LabProcess.awaitGone(servers);
            assertThat(lab.err()).contains("interrupted", "--resume " + Path.of("results/mine"));
        }
        int kept = trialsKept();
        assertThat(kept).as("the first block").isEqualTo(2);
        try (var lab =
                LabProcess.start(
                        folder, "run", "--resume", onlyRun().toString(), "--output", "json")) {
            lab.exitCode();
            assertThat(lab.err()).contains(kept + " finished earlier");
            assertThat(json(lab.out()).at("/variants/0/trialsCompleted").asInt()).isEqualTo(2);
            assertThat(json(lab.out()).at("/variants/1/trialsCompleted").asInt()).isEqualTo(2);
        }
    }

    @Tag("nightly")
    @Test
    void after_ctrl_c_in_a_sweep_the_finished_levels_are_reported() throws Exception {
        var app = SampleService.command(folder);
        var options = "--path /waiting -c 2,4,8 --trials 2 -d 300ms --warm-up 300ms";
        var words = new ArrayList<>(List.of("compare", "a=" + app, "b=" + app));
        words.addAll(List.of(options.split(" ", -1)));
        try (var lab = LabProcess.start(folder, words.toArray(String[]::new))) {
            lab.await("the second level starts", () -> lab.err().contains("compare-4: "));
            lab.signal("INT");
            assertThat(lab.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
            assertThat(lab.out())
                    .containsPattern("\n +2 +[0-9,.]+/s +")
                    .doesNotContainPattern("\n +[48] +[0-9,.]+/s +")
                    .contains("Interrupted", "4 and 8 users")
                    .contains("report --open results/compare-2/");
            assertThat(lab.err())
                    .containsPattern(
                            "Resume: loombench run --resume results/compare-4/\\S+\nthen: loombench compare 'a=.*app\\.jar' 'b=.*' --path /waiting -c 8 --trials 2");
        }
    }

    @Test
    void after_kill_9_finished_trials_are_readable_and_only_one_process_resumes() throws Exception {
        experiment(POOL_AND_VIRTUAL);
        try (var lab = LabProcess.start(folder, "run", "mine.yaml")) {
            lab.awaitTrials(1);
            lab.awaitServer();
            var servers = lab.servers();
            lab.signal("KILL");
            lab.exitCode();
            LabProcess.awaitGone(servers);
        }
        try (var report =
                LabProcess.start(folder, "report", onlyRun().toString(), "--output", "json")) {
            report.exitCode();
            assertThat(json(report.out()).at("/findings").toString())
                    .contains("planned trials have ended");
        }
        try (var first = LabProcess.start(folder, "run", "--resume", onlyRun().toString())) {
            first.awaitServer(); // it has read the trials by now, and holds its lock
            first.signal("STOP"); // as long as the second one takes
            try (var second = LabProcess.start(folder, "run", "--resume", onlyRun().toString())) {
                assertThat(second.exitCode()).isEqualTo(ExitCode.INTERNAL_ERROR);
                assertThat(second.err())
                        .contains("another process is writing to " + onlyRun())
                        .doesNotContain("\tat ");
            }
            first.signal("INT");
            first.signal("CONT");
            assertThat(first.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        }
        assertThat(ResultStore.read(onlyRun()).damage()).isEmpty();
    }

    /// As when the lab is killed between the lines of two trials of a block.
    @Tag("nightly")
    @Test
    void an_interleaved_block_with_a_missing_trial_is_repeated_whole() throws Exception {
        experiment(POOL_AND_VIRTUAL);
        try (var lab = LabProcess.start(folder, "run", "mine.yaml")) {
            lab.exitCode();
        }
        var log = onlyRun().resolve("trials.jsonl");
        var before = Files.readAllLines(log);
        assertThat(before).hasSize(4);
        Files.write(log, before.subList(0, 3));
        try (var lab = LabProcess.start(folder, "run", "--resume", onlyRun().toString())) {
            lab.exitCode();
            assertThat(lab.err())
                    .containsPattern("trial 3 \\(jdk-httpserver .+\\) is measured again: ")
                    .doesNotContain("trial 1 (", "trial 2 (", "trial 4 (")
                    .contains("2 finished earlier");
        }
        assertThat(Files.readAllLines(log))
                .hasSize(4)
                .startsWith(before.get(0), before.get(1))
                .doesNotContain(before.get(2), before.get(3));
        var run = ResultStore.read(onlyRun());
        assertThat(run.damage()).isEmpty();
        assertThat(run.trials())
                .hasSize(4)
                .allSatisfy(trial ->
                        assertThat(trial.outcome())
                                .isInstanceOfSatisfying(
                                        Completed.class,
                                        c -> assertThat(c.interleaving()).isPresent()));
    }

    @Tag("nightly")
    @Test
    void a_server_killed_during_a_trial_fails_that_trial_and_the_run_continues() throws Exception {
        experiment(POOL_AND_VIRTUAL);
        try (var lab = LabProcess.start(folder, "run", "mine.yaml", "--output", "json")) {
            lab.awaitTrials(2); // each variant has started once, so it is started again
            lab.awaitServer().destroyForcibly();
            lab.exitCode();
            assertThat(trials(lab, "trialsFailed")).isEqualTo(1);
            assertThat(trials(lab, "trialsCompleted")).isEqualTo(3);
            assertThat(lab.err()).contains("failed (");
        }
    }

    @Tag("nightly")
    @Test
    void after_sigterm_in_the_rest_after_the_slices_no_server_is_left() throws Exception {
        experiment(POOL_AND_VIRTUAL);
        try (var client = HttpClient.newHttpClient();
                var lab = LabProcess.start(folder, "run", "mine.yaml", "--live")) {
            awaitRestOfSecondBlock(client, lab);
            var servers = lab.servers();
            assertThat(servers).hasSize(2);
            lab.signal("TERM");
            assertThat(lab.exitCode()).isEqualTo(143);
            LabProcess.awaitGone(servers);
            assertThat(lab.err()).contains("--resume " + Path.of("results/mine"));
        }
        assertThat(trialsKept()).as("the first block").isEqualTo(2);
        assertThat(ResultStore.read(onlyRun()).damage()).isEmpty();
    }

    @Tag("nightly")
    @Test
    void a_server_that_ends_in_the_rest_after_its_slices_fails_only_its_trial() throws Exception {
        experiment(POOL_AND_VIRTUAL);
        try (var client = HttpClient.newHttpClient();
                var lab =
                        LabProcess.start(
                                folder, "run", "mine.yaml", "--live", "--output", "json")) {
            awaitRestOfSecondBlock(client, lab);
            lab.awaitServer().destroyForcibly();
            lab.exitCode();
            assertThat(trials(lab, "trialsFailed")).isEqualTo(1);
            assertThat(trials(lab, "trialsCompleted")).isEqualTo(3);
            assertThat(lab.err()).contains("failed (rest): the server ");
        }
        assertThat(trialsKept()).isEqualTo(4);
    }

    /// A rest of a second and a half, in which nothing else is reported.
    private static void awaitRestOfSecondBlock(HttpClient client, LabProcess lab)
            throws IOException, InterruptedException {
        lab.awaitTrials(2);
        var address = LIVE_PAGE.matcher(lab.err()).results().findFirst().orElseThrow().group(1);
        var events =
                client.send(
                        HttpRequest.newBuilder(URI.create(address + "events")).build(),
                        BodyHandlers.ofInputStream());
        try (var lines =
                new BufferedReader(new InputStreamReader(events.body(), StandardCharsets.UTF_8))) {
            assertThat(lines.lines().anyMatch(line -> line.contains("observing at rest"))).isTrue();
        }
    }

    /// The window is longer than the test may take.
    @Test
    void a_server_that_stays_stopped_fails_its_trial_early_with_the_reason() throws Exception {
        experiment(
                """
                question: Does it notice?
                variants: [{server: jdk-httpserver, model: virtual, jvm: [-XX:TieredStopAtLevel=1]}]
                load: {users: 10, path: /hello}
                phases: {warm-up: 500ms, measure: 10m}
                trials: 1
                """);
        try (var lab = LabProcess.start(folder, "run", "mine.yaml", "--output", "json")) {
            var server = lab.awaitServer();
            lab.await("it is ready", () -> serverLog(1).contains("READY port="));
            new ProcessBuilder("kill", "-STOP", Long.toString(server.pid())).start().waitFor();
            assertThat(lab.exitCode()).isEqualTo(ExitCode.INVALID);
            assertThat(json(lab.out()).at("/findings").toString()).contains("SIGSTOP");
            LabProcess.awaitGone(List.of(server));
        }
    }

    /// The window is longer than the test may take.
    @Test
    void a_missing_path_is_reported_at_once_and_the_server_is_not_started_again() throws Exception {
        experiment(
                """
                question: Is it there?
                variants: [{server: jdk-httpserver, model: virtual, jvm: [-XX:TieredStopAtLevel=1]}]
                load: {users: 10, path: /nowhere}
                phases: {warm-up: 500ms, measure: 10m}
                trials: 3
                """);
        try (var lab = LabProcess.start(folder, "run", "mine.yaml", "--output", "json")) {
            assertThat(lab.exitCode()).isEqualTo(ExitCode.INVALID);
            var document = json(lab.out());
            assertThat(document.at("/variants/0/trialsFailed").asInt()).isEqualTo(3);
            assertThat(document.at("/findings").toString())
                    .contains("trial 1: GET /nowhere: 127.0.0.1:")
                    .contains("status 404");
        }
        assertThat(onlyRun().resolve("trial-001/server.log")).exists();
        assertThat(onlyRun().resolve("trial-003/server.log")).doesNotExist();
    }

    private String serverLog(int trial) throws IOException {
        var log = onlyRun().resolve("trial-%03d/server.log".formatted(trial));
        return Files.exists(log) ? Files.readString(log) : "";
    }

    @Tag("nightly")
    @Test
    void a_port_in_use_is_reported_and_nothing_is_measured_on_it() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            experiment(
                    POOL_AND_VIRTUAL.replace(
                            "model: virtual}",
                            "model: virtual, port: " + taken.getLocalPort() + "}"));
            try (var lab = LabProcess.start(folder, "run", "mine.yaml", "--output", "json")) {
                assertThat(lab.exitCode()).isEqualTo(ExitCode.INVALID);
                var document = json(lab.out());
                assertThat(document.at("/variants/1/trialsFailed").asInt()).isEqualTo(2);
                assertThat(document.at("/variants/1/throughputPerSecond").isNull()).isTrue();
                assertThat(document.at("/findings").toString())
                        .contains(String.valueOf(taken.getLocalPort()));
            }
        }
    }

    @Test
    void a_full_disk_ends_the_run_with_a_message_and_no_server_left() throws Exception {
        experiment(POOL_AND_VIRTUAL);
        // 4 KiB per file: the manifest fits, the series of a trial do not
        try (var lab = LabProcess.startWithFilesUpTo(4, folder, "run", "mine.yaml")) {
            lab.awaitServer();
            var servers = lab.servers();
            assertThat(lab.exitCode()).isEqualTo(ExitCode.INTERNAL_ERROR);
            assertThat(lab.err())
                    .contains("trial 1", "File too large")
                    .contains("finished trials are kept", "run --resume")
                    .doesNotContain("\tat ");
            LabProcess.awaitGone(servers);
        }
        try (var report = LabProcess.start(folder, "report", onlyRun().toString())) {
            assertThat(report.exitCode()).isEqualTo(ExitCode.INVALID);
            assertThat(report.out()).contains("0 of 4 ");
        }
    }

    /// Of all variants together.
    private static int trials(LabProcess lab, String key) throws IOException {
        return json(lab.out())
                .at("/variants")
                .valueStream()
                .mapToInt(variant -> variant.path(key).asInt())
                .sum();
    }

    private int trialsKept() throws IOException {
        return (int) Files.readString(onlyRun().resolve("trials.jsonl")).lines().count();
    }
}
