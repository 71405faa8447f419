package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.validity.ConsistencyFinding.ClocksDisagree;
import dev.loombench.analysis.validity.ConsistencyFinding.CountsDisagree;
import dev.loombench.analysis.validity.ConsistencyFinding.LittlesLawBroken;
import dev.loombench.analysis.validity.ConsistencyFinding.OpenLittlesLawBroken;
import dev.loombench.analysis.validity.ConsistencyFinding.ServerIdle;
import dev.loombench.analysis.validity.EvidenceFinding.ConditionsDiffer;
import dev.loombench.analysis.validity.EvidenceFinding.EvidenceMissing;
import dev.loombench.analysis.validity.EvidenceFinding.TrialsFailed;
import dev.loombench.analysis.validity.Finding;
import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.analysis.validity.GeneratorFinding.GeneratorSaturated;
import dev.loombench.analysis.validity.GeneratorFinding.GeneratorStarved;
import dev.loombench.analysis.validity.GeneratorFinding.ScheduleLagged;
import dev.loombench.analysis.validity.JvmFinding.CompilersStarved;
import dev.loombench.analysis.validity.JvmFinding.CompilingCounted;
import dev.loombench.analysis.validity.JvmFinding.PausedByCollector;
import dev.loombench.analysis.validity.LoadFinding.ConnectionsClosed;
import dev.loombench.analysis.validity.LoadFinding.ConnectionsNotAchieved;
import dev.loombench.analysis.validity.LoadFinding.Errors;
import dev.loombench.analysis.validity.LoadFinding.WindowTooShort;
import dev.loombench.analysis.validity.MachineFinding.CpuContentionDuring;
import dev.loombench.analysis.validity.MachineFinding.ListenQueueOverflowed;
import dev.loombench.analysis.validity.StationarityFinding.NonStationary;
import dev.loombench.analysis.validity.StationarityFinding.WindowDrift;
import dev.loombench.launch.Preflight;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.launch.Zoo;
import dev.loombench.result.LoadResult;
import dev.loombench.result.Observation.ThreadDump;
import dev.loombench.result.TrialOutcome;
import dev.loombench.result.store.ResultStore;
import dev.loombench.run.ExperimentRunner;
import dev.loombench.spec.Metric;
import dev.loombench.spec.yaml.SpecReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Findings that real servers provoke: each is measured, stored on disk and found there.
///
/// Findings that a test must not provoke on a machine (swapping, stolen time, lost segments) are in
/// `FindingsTest`, and failures of a whole run (servers that die, two concurrent labs) in `RunIT`.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProvocationsIT {
    private static final Path REAL = Path.of(System.getProperty("loombench.home"));

    @TempDir private static Path home;
    private static Path lastRun = Path.of("");
    private static ServerLauncher launcher;
    private static SpecReader reader;

    @BeforeAll
    static void createZoo() throws IOException {
        var zoo = Files.createDirectories(home.resolve("zoo"));
        for (var real : List.of("tomcat", "jdk-httpserver")) {
            Files.createSymbolicLink(zoo.resolve(real), REAL.resolve("zoo", real).toAbsolutePath());
        }
        var folder = Files.createDirectory(zoo.resolve("provoking"));
        var entry = ProvokingServer.class.getName().replace('.', '/') + ".class";
        try (var jar = new JarOutputStream(Files.newOutputStream(folder.resolve("server.jar")));
                var bytes = ProvokingServer.class.getResourceAsStream("/" + entry)) {
            jar.putNextEntry(new ZipEntry(entry));
            jar.write(Objects.requireNonNull(bytes).readAllBytes());
        }
        var models =
                ProvokingServer.MODELS.stream()
                        .map("\"%s\": {\"about\": \"Is it.\", \"threads\": \"bounded\"}"::formatted)
                        .collect(Collectors.joining(", "));
        Files.writeString(
                folder.resolve("server.json"),
                """
                {"name": "provoking", "about": "Provokes findings.", "main": "%s",
                 "jar": "server.jar", "jvm": ["-XX:TieredStopAtLevel=1"], "models": {%s}}
                """
                        .formatted(ProvokingServer.class.getName(), models));
        launcher = new ServerLauncher(Zoo.at(home));
        reader = new SpecReader(Zoo.at(home).servers());
    }

    @AfterAll
    static void stop() {
        launcher.close();
    }

    /// The server accepts 20 connections, some of them the observer's; 2 or 3 wait in its backlog.
    @Test
    void connections_that_a_server_does_not_accept_are_found() throws Exception {
        var findings =
                findings(
                        experiment(
                                "provoking, model: full",
                                "held-connections: 40, connect-rate: 100/s, path: /, timeout: 1s",
                                "warm-up: 500ms, measure: 500ms"));
        assertThat(findings)
                .filteredOn(ConnectionsNotAchieved.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(
                        ConnectionsNotAchieved.class,
                        f -> assertThat(f.established()).isLessThanOrEqualTo(23));
    }

    /// A connection that Tomcat does not accept waits in the listen queue, by default of 100; the
    /// connect rate is low for machines on which its acceptor has to wait. Run by hand, with
    /// `-Dloombench.proof=long`.
    @Test
    @EnabledIfSystemProperty(named = "loombench.proof", matches = "long")
    void tomcat_s_default_limit_refuses_connections() throws Exception {
        int connections = 8_600;
        assumeThat(Preflight.checkConnections(connections)).as("files may be open").isEmpty();
        var findings =
                findings(
                        """
                        question: Are all connections held?
                        variants:
                          - server: tomcat
                            model: virtual
                            container-limits: default
                            jvm: ["-XX:TieredStopAtLevel=1"]
                        load:
                          held-connections: 8600
                          connect-rate: 1000/s
                          path: /hello
                          timeout: 3s
                        phases: {warm-up: 1s, measure: 14s}
                        trials: 1
                        """);
        assertThat(findings)
                .filteredOn(ConnectionsNotAchieved.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(
                        ConnectionsNotAchieved.class,
                        // 8,192 in Tomcat, and 100 or a few more in the listen queue
                        f -> assertThat(f.established()).isBetween(8_192, 8_192 + 200));
    }

    @Test
    void connections_closed_every_hundred_requests_and_different_limits_are_found()
            throws Exception {
        var findings =
                findings(
                        """
                        question: Which is faster?
                        variants:
                          - {server: tomcat, model: virtual, container-limits: default}
                          - {server: jdk-httpserver, model: virtual}
                        load: {users: 5, path: /hello}
                        phases: {warm-up: 500ms, measure: 1s}
                        trials: 2
                        """);
        assertThat(findings).contains(new ConditionsDiffer(List.of("container-limits")));
        var found =
                findings.stream()
                        .filter(ConnectionsClosed.class::isInstance)
                        .map(ConnectionsClosed.class::cast)
                        .toList();
        assertThat(found).hasSize(1);
        var loads = loadsOf(found.getFirst().variant());
        double responses = loads.stream().mapToLong(l -> l.counts().succeededInWindow()).sum();
        long closed = loads.stream().mapToLong(l -> l.connections().reconnects()).sum();
        assertThat(found.getFirst().responsesEach()).isEqualTo(responses / closed);
        // Each of five users has every hundredth of its n requests per trial closed: n / 100, give
        // or take one.
        assertThat((double) closed).isCloseTo(responses / 100, within(6.0 * loads.size()));
    }

    /// The load results of a variant in the last run.
    private static List<LoadResult> loadsOf(String variant) {
        return ResultStore.read(lastRun).trials().stream()
                .filter(t -> t.trial().variant().equals(variant))
                .map(t -> ((TrialOutcome.Completed) t.outcome()).load())
                .toList();
    }

    @Test
    void a_handler_slower_than_the_window_makes_the_result_invalid() throws Exception {
        var findings =
                findings(
                        experiment(
                                "jdk-httpserver, model: virtual",
                                "rate: 20/s, path: \"/sleep?ms=800\"",
                                "warm-up: 500ms, measure: 500ms"));
        assertThat(invalid(findings)).hasAtLeastOneElementOfType(WindowTooShort.class);
    }

    @Test
    void one_error_in_ten_makes_the_result_invalid() throws Exception {
        assertThat(invalid(provoked("choosy", "users: 10")))
                .filteredOn(Errors.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(
                        Errors.class,
                        f -> {
                            assertThat(f.share()).isBetween(0.08, 0.12);
                            assertThat(Collections.min(f.kinds().keySet())).isEqualTo("status-5xx");
                        });
    }

    @Test
    void slow_responses_of_an_idle_server_have_another_bottleneck() throws Exception {
        var findings = provoked("hidden-pool", "users: 40");
        assumeThat(findings)
                .as("a quiet machine")
                .doesNotHaveAnyElementsOfTypes(CpuContentionDuring.class);
        assertThat(findings).hasAtLeastOneElementOfType(ServerIdle.class);
    }

    /// Five of ten users wait for longer than the window, so it contains none of their responses.
    @Test
    void users_that_hang_violate_little_s_law() throws Exception {
        assertThat(invalid(provoked("lopsided", "users: 10")))
                .filteredOn(LittlesLawBroken.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(
                        LittlesLawBroken.class,
                        f -> {
                            assertThat(f.users()).isEqualTo(10);
                            assertThat(f.accounted()).isBetween(4.0, 6.0);
                        });
    }

    /// 30 users with a connection per request, and a server that accepts one every 20 ms with a
    /// backlog of two.
    @Test
    @EnabledOnOs(OS.LINUX)
    void a_listen_queue_that_overflows_is_noted() throws Exception {
        assertThat(provoked("cramped", "users: 30, keep-alive: false"))
                .filteredOn(ListenQueueOverflowed.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(
                        ListenQueueOverflowed.class, f -> assertThat(f.connections()).isPositive());
    }

    /// 4 threads and 20 ms allow 200 requests per second; 300 arrive. 30 queue at the server, the
    /// others at the load generator.
    @Test
    void arrivals_that_queue_up_violate_little_s_law() throws Exception {
        var findings = provoked("hidden-pool", "rate: 300/s, connections: 30");
        assertThat(invalid(findings))
                .hasAtLeastOneElementOfType(ScheduleLagged.class)
                .filteredOn(OpenLittlesLawBroken.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(
                        OpenLittlesLawBroken.class,
                        f -> {
                            assertThat(f.inFlight()).isBetween(28.0, 30.1);
                            assertThat(f.accounted()).isGreaterThan(35);
                        });
    }

    @Test
    void a_small_heap_causes_pauses() throws Exception {
        var findings =
                findings(
                        experiment(
                                "provoking, model: hoarding, jvm: [-Xmx24m, -XX:+UseSerialGC]",
                                "users: 4, path: /",
                                "warm-up: 500ms, measure: 1s"));
        assertThat(findings).hasAtLeastOneElementOfType(PausedByCollector.class);
    }

    /// On a busy machine the generator is starved instead of saturated.
    @Test
    void responses_that_are_expensive_to_read_saturate_the_load_generator() throws Exception {
        assertThat(provoked("talkative", "users: 8", "metric: p99"))
                .anyMatch(f -> f instanceof GeneratorSaturated || f instanceof GeneratorStarved);
    }

    @Test
    void work_after_the_response_shows_on_the_server_s_clock() throws Exception {
        assertThat(invalid(provoked("diligent", "users: 2, think-time: 50ms")))
                .filteredOn(ClocksDisagree.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(
                        ClocksDisagree.class,
                        f -> {
                            assertThat(f.handlerSeconds()).isBetween(0.19, 0.4);
                            assertThat(f.serviceSeconds()).isLessThan(f.handlerSeconds() / 2);
                        });
    }

    /// The other client sends one request per request of the generator, so the server handles twice
    /// as many. The server's rate is that between two samples, up to a response time away from the
    /// window's ends, so a busy machine that interrupts the load makes the two rates differ. On an
    /// idle machine the ratio is within a tenth of 2; the test fails from a fifth on.
    @Test
    @Tag("alone")
    void another_client_shows_in_the_server_s_counts() throws Exception {
        assertThat(invalid(provoked("shared", "users: 10")))
                .filteredOn(CountsDisagree.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(
                        CountsDisagree.class,
                        f -> assertThat(f.handled() / f.responses()).isBetween(1.6, 2.4));
    }

    /// The warm-up may call it steady where other processes add noise; the window shows the drift.
    @Test
    void a_server_that_slows_down_drifts_within_the_window() throws Exception {
        var findings =
                findings(
                        experiment(
                                "provoking, model: tiring",
                                "users: 20, path: /",
                                "warm-up: {min: 500ms, max: 3s}, measure: 10s"));
        assertThat(findings)
                .hasAtLeastOneElementOfType(NonStationary.class)
                .filteredOn(WindowDrift.class::isInstance)
                .extracting(f -> ((WindowDrift) f).metric())
                .contains(Metric.THROUGHPUT);
    }

    @Test
    void a_cold_server_still_compiles_in_the_window() throws Exception {
        var findings =
                findings(
                        experiment(
                                        "jdk-httpserver, model: virtual",
                                        "rate: 1000/s, path: /hello",
                                        "warm-up: {min: 0s, max: 0s}, measure: 1s")
                                + "metric: cpu-per-request\n");
        assertThat(findings)
                .filteredOn(CompilingCounted.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(
                        CompilingCounted.class,
                        f -> {
                            assertThat(f.decides()).isTrue();
                            assertThat(f.share()).isGreaterThan(0.1);
                        });
    }

    /// A hundred busy threads and two compilers on one processor.
    @Test
    void compilers_starve_next_to_a_hundred_busy_threads() throws Exception {
        var findings =
                findings(
                        experiment(
                                "jdk-httpserver, model: platform-pool, threads: 100, cpus: 0",
                                "users: 100, path: /burn?us=1000",
                                "warm-up: {min: 0s, max: 0s}, measure: 2s"));
        assertThat(findings).hasAtLeastOneElementOfType(CompilersStarved.class);
    }

    /// Generator, server and busy loop share one processor.
    @Test
    void a_load_generator_next_to_a_busy_loop_is_starved() throws Exception {
        assumeThat(Files.isExecutable(Path.of("/usr/bin/taskset"))).isTrue();
        var folder = Files.createDirectory(home.resolve("pinned"));
        Files.writeString(
                folder.resolve("mine.yaml"),
                experiment(
                                "jdk-httpserver, model: virtual",
                                "users: 50, path: /hello",
                                "warm-up: 500ms, measure: 1s")
                        + "metric: p99\n");
        var loop = List.of("taskset", "-c", "0", "sh", "-c", "while :; do :; done");
        var busy = new ProcessBuilder(loop).start();
        try (var lab = LabProcess.startOnCpu(0, folder, "run", "mine.yaml", "-o", "json")) {
            lab.exitCode();
            assertThat(lab.out()).contains("\"generator-starved\"", "\"cpu-contention-during\"");
        } finally {
            busy.destroyForcibly();
        }
    }

    /// As some JDK 25 builds do (JDK-8364343). The window has ended by then.
    @Test
    void a_server_that_crashes_on_the_thread_dump_keeps_its_trial() throws Exception {
        var findings = provoked("brittle", "users: 10");
        assertThat(findings).doesNotHaveAnyElementsOfTypes(TrialsFailed.class);
        var unobserved =
                findings.stream()
                        .filter(EvidenceMissing.class::isInstance)
                        .map(EvidenceMissing.class::cast)
                        .toList();
        assertThat(unobserved)
                .filteredOn(f -> f.subject().equals(ThreadDump.SUBJECT))
                .singleElement()
                .satisfies(f -> assertThat(f.reason()).contains("the JVM ended while listing"));
        // A sample in progress may be cut off; none may begin later.
        assertThat(unobserved).noneMatch(f -> f.reason().contains("has ended"));
    }

    private static List<Finding> provoked(String model, String load)
            throws IOException, InterruptedException {
        return provoked(model, load, "");
    }

    private static List<Finding> provoked(String model, String load, String more)
            throws IOException, InterruptedException {
        return findings(
                experiment(
                                "provoking, model: " + model,
                                load + ", path: /",
                                "warm-up: 500ms, measure: 1s")
                        + more);
    }

    private static String experiment(String server, String load, String phases) {
        return """
        question: What is wrong here?
        variants: [{server: %s}]
        load: {%s}
        phases: {%s}
        trials: 1
        """
                .formatted(server, load, phases);
    }

    /// The findings of one run, from disk. On a busy machine a server may fail to start; then the
    /// run is repeated once.
    private static List<Finding> findings(String yaml) throws IOException, InterruptedException {
        var spec = reader.read(Files.writeString(home.resolve("provoked.yaml"), yaml));
        for (int attempt = 1; ; attempt++) {
            var run = new ExperimentRunner(launcher, _ -> {}).run(spec, home.resolve("results"));
            lastRun = run;
            var stored = ResultStore.read(run);
            if (stored.trials().stream()
                    .noneMatch(t -> t.outcome() instanceof TrialOutcome.Failed)) {
                return Analysis.of(stored).findings();
            }
            assertThat(attempt).as("attempts; the last one left %s", stored.trials()).isLessThan(2);
        }
    }

    private static List<Finding> invalid(List<Finding> findings) {
        return findings.stream().filter(f -> f.severity() == Severity.INVALID).toList();
    }
}
