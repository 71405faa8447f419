package dev.loombench.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.LabProcess;
import dev.loombench.cli.ServiceFixture;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.experiment.variant.ServiceCommand;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.experiment.yaml.ExperimentReader;
import dev.loombench.launch.Zoo;
import dev.loombench.traffic.LoadModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Comparisons of a service in a jar, good ones and others.
class CompareCommandIT extends ServiceFixture {
    private static final String HOME = System.getProperty("loombench.home");

    private int compareNamed(String first, String second, String... more) {
        return compareQuickly("a=" + first, "b=" + second, more);
    }

    @Test
    void two_commands_are_compared() throws IOException {
        // A window of seconds has samples of the threads on a busy machine, too.
        int code =
                compare(
                        "a=" + app + " --port {port}",
                        "b=sh -c '" + app + "; true'",
                        "-R",
                        "200",
                        "--trials",
                        "2",
                        "-d",
                        "3s",
                        "--warm-up",
                        "300ms",
                        "-o",
                        "json",
                        "--path",
                        "/hello",
                        "--fail-if",
                        "b threads<100x");
        // Two trials on a busy machine decide little of throughput, and this of threads.
        boolean invalid = json().at("/verdict").asString().equals("invalid"); // others' CPU use
        assertThat(json().at("/claims/0/outcome").asString())
                .isEqualTo(invalid ? "invalid" : "contradicted");
        assertThat(code).isEqualTo(invalid ? ExitCode.INVALID : ExitCode.THRESHOLD);
        var variants = json().at("/variants");
        assertThat(variants).hasSize(2);
        for (var variant : variants) {
            assertThat(variant.at("/server").asString()).isEqualTo("service");
            assertThat(variant.at("/trialsCompleted").asInt()).isEqualTo(2);
            assertThat(variant.at("/throughputPerSecond").asDouble()).isPositive();
            assertThat(variant.at("/cpuPerRequestMicros").asDouble()).isPositive();
            assertThat(variant.at("/peakRssBytes").asLong()).isGreaterThan(10 << 20);
            assertThat(variant.at("/threads").asInt()).isGreaterThan(5);
            assertThat(variant.at("/diagnostics").toString()).contains("platform");
        }
        assertThat(err.toString()).contains("a: " + app + " --port {port}");
    }

    /// Each request waits for 20 ms: eight threads serve eight users at once, and one serves them
    /// one after the other, an eighth of the throughput. A window's requests would have to be off
    /// by a factor of three for a ratio of 0.95 within the interval of four blocks.
    @Tag("nightly")
    @Test
    void a_throughput_below_the_threshold_ends_with_its_exit_code() {
        int code =
                compare(
                        "eight=" + app + " --threads 8",
                        "one=" + app + " --threads 1",
                        "--path",
                        "/waiting",
                        "-c",
                        "8",
                        "--trials",
                        "4",
                        "-d",
                        "500ms",
                        "--warm-up",
                        "300ms",
                        "--fail-if",
                        "one<0.95x",
                        "-o",
                        "json");
        var document = json();
        boolean invalid = document.at("/verdict").asString().equals("invalid"); // others' CPU use
        assertThat(document.at("/claims/0/outcome").asString())
                .isEqualTo(invalid ? "invalid" : "contradicted");
        assertThat(code).isEqualTo(invalid ? ExitCode.INVALID : ExitCode.THRESHOLD);
        assertThat(document.at("/variants/1/throughputPerSecond").asDouble()).isLessThan(1e3 / 20);
    }

    @Tag("nightly")
    @Test
    void several_numbers_of_users_are_compared_one_after_the_other() throws IOException {
        var words = List.of("a=" + app, "b=" + app, "-c", "4,2", "--trials", "2");
        var more = List.of("-d", "300ms", "--warm-up", "300ms", "--path", "/waiting");
        compare(Stream.concat(words.stream(), more.stream()).toArray(String[]::new));
        assertThat(out.toString())
                .containsPattern("throughput\n +users +a +b\n +2 +[0-9,.]+/s +.*\n +4 +[0-9,.]+/s")
                .containsPattern("b is .* users")
                .contains("/compare-2/", "/compare-4/")
                .containsPattern("charts of all levels: .*/compare-sweep/.*/report.html");
        assertThat(folder.resolve("results/compare-2")).isDirectory();
        var page = Path.of(out.toString().replaceFirst("(?s).*levels: (\\S+).*", "$1"));
        var href = Files.readString(page).replaceFirst("(?s).*<a href=\"([^\"]+)\">2</a>.*", "$1");
        assertThat(page.resolveSibling(href)).isRegularFile();
    }

    @Test
    void the_experiment_is_written_and_can_be_read() {
        var file = folder.resolve("mine.yaml");
        compareNamed(
                app + " --mode dies",
                "node 'a \"b\".js' \\\\",
                "--write",
                file.toString(),
                "--path",
                "/a?b=$c",
                "--ready",
                "log:listening on",
                "--metric",
                "p95",
                "--jdk",
                System.getProperty("java.home"));
        var experiment = new ExperimentReader(Zoo.at(Path.of(HOME)).servers()).read(file);
        assertThat(experiment.name()).isEqualTo("mine");
        assertThat(experiment.metric().label()).isEqualTo("p95");
        assertThat(experiment.trials().max()).isEqualTo(2);
        assertThat(experiment.phases().measure()).isEqualTo(Duration.ofMillis(300));
        assertThat(experiment.traffic().requests().getFirst().path()).isEqualTo("/a?b=$$c");
        assertThat(experiment.load()).isInstanceOf(LoadModel.Open.class);
        assertThat(experiment.variants()).extracting(Variant::name).containsExactly("a", "b");
        var second =
                experiment.variants().get(1).service().map(ServiceCommand::words).orElseThrow();
        assertThat(second).containsExactly("node", "a \"b\".js", "\\");
        assertThat(experiment.variants().getFirst().workingDirectory())
                .contains(Path.of("").toAbsolutePath());
        assertThat(compareNamed("x", "y", "--write", file.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("exists already; name a new file");
    }

    @Test
    void a_service_that_does_not_start_ends_the_run_with_its_last_lines() {
        assertThat(compareNamed(app, app + " --mode dies", "--path", "/hello"))
                .isEqualTo(ExitCode.INVALID);
        assertThat(err.toString())
                .contains(
                        "b ended by itself with exit code 7 before it was ready",
                        "nothing was measured, as a variant did not start; its last lines:",
                        "    cannot connect to the database");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void a_status_that_is_not_expected_ends_the_run_with_the_start_of_the_body() {
        assertThat(compareNamed(app, app, "--path", "/missing")).isEqualTo(ExitCode.INVALID);
        assertThat(err.toString())
                .contains("GET /missing: 127.0.0.1:")
                .containsPattern("responds with status 404; its body of \\d+ bytes begins with \"");
        assertThat(compareNamed(app, app, "--path", "/broken", "--ready", "/health"))
                .isEqualTo(ExitCode.INVALID);
        assertThat(err.toString())
                .contains("status 500; its body of 11 bytes begins with \"\uFFFD[2Jno pool\"")
                .doesNotContain("\u001b");
        assertThat(compareNamed(app, app, "--path", "/moved")).isEqualTo(ExitCode.INVALID);
        assertThat(err.toString()).contains("status 302; redirects are not followed");
        assertThat(compareNamed(app, app, "--path", "/hello", "--expect-body", "an order"))
                .isEqualTo(ExitCode.INVALID);
        assertThat(err.toString()).contains("bytes does not contain \"an order\"");
    }

    @Tag("nightly")
    @Test
    void a_redirect_is_good_where_it_is_expected() {
        compareNamed(app, app, "--path", "/moved", "--expect-status", "302");
        var first = json().at("/variants/0");
        assertThat(first.at("/trialsCompleted").asInt()).isEqualTo(2);
        assertThat(first.at("/errors").asInt()).isZero();
    }

    @Tag("nightly")
    @Test
    void requests_of_curl_commands_are_sent_to_each_variant() throws IOException {
        var commands =
                Files.writeString(
                        folder.resolve("request.txt"),
                        """
                        curl 'https://shop.example/hello' -H 'X-Test: ${PATH}'
                        curl 'https://shop.example/hello?b' -L
                        curl 'https://shop.example/hello?b' -L
                        """);
        var file = folder.resolve("mine.yaml");
        compareNamed(app, app, "--curl", commands.toString(), "--write", file.toString());
        var first = json().at("/variants/0");
        assertThat(first.at("/trialsCompleted").asInt()).isEqualTo(2);
        assertThat(first.at("/errors").asInt()).isZero();
        assertThat(err.toString())
                .contains(
                        "requests to https://shop.example are sent to the measured service",
                        "redirects are not followed");
        assertThat(Files.readString(file)).contains("requests:", "X-Test");
        var path = new String[] {"--path", "/", "--curl", commands.toString()};
        assertMistake("--path and --requests-file do not go with --curl", path);
    }

    @Tag("nightly")
    @Test
    void secrets_of_typed_requests_reach_the_service_and_no_result() throws IOException {
        var written = folder.resolve("mine.yaml");
        compareNamed(
                app,
                app,
                "--path",
                "/token?api_key=s3cret-key",
                "-H",
                "Authorization: Bearer s3cret-token",
                "--env",
                "DB_PASSWORD=hunter2-long",
                "--write",
                written.toString());
        var first = json().at("/variants/0");
        assertThat(first.at("/trialsCompleted").asInt()).isEqualTo(2);
        assertThat(first.at("/errors").asInt()).isZero();
        assertThat(out.toString()).doesNotContain("s3cret", "hunter2");
        assertThat(err.toString())
                .contains("neither stored nor shown: GET /token?api_key=${API_KEY} (")
                .doesNotContain("s3cret", "hunter2");
        try (Stream<Path> files = Files.walk(folder)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                if (!file.endsWith("app.jar")) {
                    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                            .as(file.toString())
                            .doesNotContain("s3cret", "hunter2");
                }
            }
        }
        assertThat(Files.readString(written))
                .contains("export their values: API_KEY, AUTHORIZATION, DB_PASSWORD.");
    }

    @Test
    void variants_that_respond_differently_are_not_compared() {
        assertThat(compareNamed(app, app, "--path", "/own")).isEqualTo(ExitCode.INVALID);
        assertThat(err.toString())
                .containsPattern(
                        "GET /own: [ab] responds with a body that is \"served by \\d+\" at byte \\d+ instead of the \"served by \\d+\" of [ab]")
                .contains("nothing was measured");
    }

    @Tag("nightly")
    @Test
    void variants_that_respond_with_the_same_status_are_compared_where_that_is_enough() {
        compareNamed(app, app, "--path", "/own", "--same-answers", "status");
        var first = json().at("/variants/0");
        assertThat(first.at("/trialsCompleted").asInt()).isEqualTo(2);
    }

    @Tag("nightly")
    @Test
    void a_service_that_dies_under_load_fails_its_trials() {
        assertThat(compareNamed(app, app + " --mode dies-under-load", "--path", "/hello"))
                .isEqualTo(ExitCode.INVALID);
        var document = json();
        assertThat(document.at("/variants/1/trialsFailed").asInt()).isEqualTo(2);
        assertThat(err.toString()).contains("the server ended by itself with exit code 9");
    }

    @Test
    void mistakes_on_the_command_line_are_explained() {
        assertMistake("--trials must be at least 2", "--trials", "1");
        assertMistake("--connections must be one number, was \"1..2\"", "-c", "1..2");
        assertMistake("--connections must be one number, was \"1,2\"", "-c", "1,2", "-R", "9");
        assertMistake("--write goes with one number", "-c", "1,2", "--write", folder + "/m.yaml");
        assertMistake("--ready must be a /PATH, port or log:TEXT, was \"x\"", "--ready", "x");
        assertMistake("-d is the measured time", "-d", "soon");
        assertMistake("metric", "--metric", "speed");
        assertMistake("no program none on the PATH");
        assertMistake("no JDK 99 on this machine", "--jdk", "99");
        assertMistake("--path does not go with", "--path", "/", "--requests-file", "x.yaml");
    }

    private void assertMistake(String message, String... options) {
        var words = new ArrayList<>(List.of("a=java -version", "b=none"));
        words.addAll(List.of(options));
        assertThat(compare(words.toArray(String[]::new))).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains(message);
    }

    @Test
    void secrets_reach_the_service_and_no_result() throws Exception {
        experiment("token", "300ms");
        var secrets = Map.of("SHOP_TOKEN", "s3cret-token", "SHOP_PASSWORD", "hunter2-long");
        try (var lab = lab(secrets)) {
            lab.exitCode();
            assertThat(lab.err()).contains("[2/2]").doesNotContain("failed (");
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                if (!file.endsWith("app.jar") && !file.endsWith("mine.yaml")) {
                    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                            .as(file.toString())
                            .doesNotContain("s3cret-token", "hunter2");
                }
            }
        }
        experiment("denied", "300ms");
        try (var lab = lab(Map.of("SHOP_TOKEN", "s3cret-token", "SHOP_PASSWORD", "x"))) {
            assertThat(lab.exitCode()).isEqualTo(ExitCode.INVALID);
            assertThat(lab.err())
                    .contains(
                            "status 403; its body of 32 bytes begins with \"no right for Bearer ***")
                    .doesNotContain("s3cret");
        }
        try (var lab = lab(Map.of())) {
            assertThat(lab.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(lab.err()).contains("the environment variable SHOP_TOKEN is not set");
        }
    }

    @Test
    void after_kill_9_of_the_lab_no_service_is_running() throws Exception {
        experiment("hello", "10m");
        try (var lab = lab(Map.of("SHOP_TOKEN", "s3cret-token", "SHOP_PASSWORD", "x"))) {
            lab.await(
                    "the service runs",
                    () -> {
                        assertThat(lab.isAlive()).as(lab.err()).isTrue();
                        return running().stream().anyMatch(CompareCommandIT::isService);
                    });
            lab.signal("KILL");
            lab.await("the service has ended", () -> running().isEmpty());
        }
    }

    /// And neither the lab nor the shell that starts it.
    private static boolean isService(String command) {
        return command.contains("app.jar") && !command.contains("setsid");
    }

    private void experiment(String path, String measure) throws IOException {
        Files.writeString(
                folder.resolve("mine.yaml"),
                """
                question: Is it secret?
                service:
                  command: sh -c 'setsid %s & wait'
                  ready: {http: /health}
                  environment: {DB_PASSWORD: "${SHOP_PASSWORD}", OTHER_PASSWORD: hunter2-other}
                variants: [{name: a}]
                load: {rate: 200/s, request: {path: /%s, headers: {Authorization: "Bearer ${SHOP_TOKEN}"}}}
                phases: {warm-up: 300ms, measure: %s}
                trials: 2
                """
                        .formatted(app, path, measure));
    }

    /// A lab in a process of its own, which runs the experiment.
    private LabProcess lab(Map<String, String> environment) throws IOException {
        return LabProcess.startWithEnvironment(environment, folder, "run", "mine.yaml");
    }
}
