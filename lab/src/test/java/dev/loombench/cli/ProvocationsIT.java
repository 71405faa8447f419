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
import dev.loombench.analysis.validity.StationarityFinding.NeverSteady;
import dev.loombench.analysis.validity.StationarityFinding.NonStationary;
import dev.loombench.launch.Preflight;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.launch.Zoo;
import dev.loombench.result.LoadResult;
import dev.loombench.result.Observation.ThreadDump;
import dev.loombench.result.TrialOutcome;
import dev.loombench.result.store.ResultStore;
import dev.loombench.run.ExperimentRunner;
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

/// What makes a result invalid is done to real servers, measured, kept on disk and found there.
///
/// What no test may do to a machine (swapping, stolen time, segments lost) stands in
/// `FindingsTest`, and what needs a whole run to go wrong (servers that die, two labs at once) in
/// `RunIT`.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProvocationsIT {
    private static final Path REAL = Path.of(System.getProperty("loombench.home"));

    @TempDir private static Path home;
    private static Path lastRun = Path.of("");
    private static ServerLauncher launcher;
    private static SpecReader reader;

    @BeforeAll
    static void aZooOfTwoRealServersAndOneThatProvokes() throws IOException {
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
                {"name": "provoking", "about": "Gives cause to doubt.", "main": "%s",
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

    /// A server that takes 20 connections, some of them the observer's, and lets 2 or 3 wait.
    @Test
    void connections_that_a_server_does_not_accept_are_missed() throws Exception {
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

    /// A connection that Tomcat does not accept waits in the listen queue, of 100 by its own
    /// limits; the slow pace is for a machine on which its acceptor has to wait. By hand, with
    /// `-Dloombench.proof=long`.
    @Test
    @EnabledIfSystemProperty(named = "loombench.proof", matches = "long")
    void tomcat_s_own_limit_keeps_connections_out() throws Exception {
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
    void connections_closed_every_hundred_requests_and_limits_that_differ_are_found()
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
        double answers = loads.stream().mapToLong(l -> l.counts().succeededInWindow()).sum();
        long closed = loads.stream().mapToLong(l -> l.connections().reconnects()).sum();
        assertThat(found.getFirst().responsesEach()).isEqualTo(answers / closed);
        // Of its n requests in a trial each of five users sees every hundredth close: n / 100, or
        // one time more or less.
        assertThat((double) closed).isCloseTo(answers / 100, within(6.0 * loads.size()));
    }

    /// What the engine counted in the trials of a variant of the last run.
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
    void one_bad_answer_in_ten_makes_the_result_invalid() throws Exception {
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
    void answers_that_are_slow_while_nobody_works_have_another_bottleneck() throws Exception {
        var findings = provoked("hidden-pool", "users: 40");
        assumeThat(findings)
                .as("a quiet machine")
                .doesNotHaveAnyElementsOfTypes(CpuContentionDuring.class);
        assertThat(findings).hasAtLeastOneElementOfType(ServerIdle.class);
    }

    /// Five of ten wait for longer than the window, so that no answer of theirs is ever seen in it.
    @Test
    void users_that_hang_are_missed_by_little_s_law() throws Exception {
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

    /// 30 users with a connection for each request, before a server that takes one every 20 ms and
    /// lets two wait.
    @Test
    @EnabledOnOs(OS.LINUX)
    void a_listen_queue_that_overflows_is_noted() throws Exception {
        assertThat(provoked("cramped", "users: 30, keep-alive: false"))
                .filteredOn(ListenQueueOverflowed.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(
                        ListenQueueOverflowed.class, f -> assertThat(f.connections()).isPositive());
    }

    /// 4 threads and 20 ms answer 200 a second; of 300 that arrive 100 pile up, 30 at the server
    /// and the rest before it.
    @Test
    void arrivals_that_pile_up_are_no_system_at_rest() throws Exception {
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
    void a_heap_too_small_shows_as_pauses() throws Exception {
        var findings =
                findings(
                        experiment(
                                "provoking, model: hoarding, jvm: [-Xmx24m, -XX:+UseSerialGC]",
                                "users: 4, path: /",
                                "warm-up: 500ms, measure: 1s"));
        assertThat(findings).hasAtLeastOneElementOfType(PausedByCollector.class);
    }

    /// Where neighbours want the processors too, it is them that the engine has no time for.
    @Test
    void answers_that_are_dear_to_read_saturate_the_load_engine() throws Exception {
        assertThat(provoked("talkative", "users: 8", "metric: p99"))
                .anyMatch(f -> f instanceof GeneratorSaturated || f instanceof GeneratorStarved);
    }

    @Test
    void work_that_goes_on_after_the_answer_shows_on_the_server_s_clock() throws Exception {
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

    /// The other client sends one request for each of ours, so the server handles twice as many.
    /// The server's rate is that between two looks, up to a response time apart from the window's
    /// ends: beside a load that stops and goes the two rates part. Alone, the ratio stays within a
    /// tenth of 2; the test fails where they part by a fifth.
    @Test
    @Tag("alone")
    void another_client_shows_in_the_server_s_count() throws Exception {
        assertThat(invalid(provoked("shared", "users: 10")))
                .filteredOn(CountsDisagree.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(
                        CountsDisagree.class,
                        f -> assertThat(f.handled() / f.answered()).isBetween(1.6, 2.4));
    }

    @Test
    void a_server_that_tires_is_never_steady() throws Exception {
        var findings =
                findings(
                        experiment(
                                "provoking, model: tiring",
                                "users: 20, path: /",
                                "warm-up: {min: 500ms, max: 3s}, measure: 10s"));
        assertThat(findings)
                .hasAtLeastOneElementOfType(NeverSteady.class)
                .hasAtLeastOneElementOfType(NonStationary.class);
    }

    @Test
    void a_cold_server_is_still_compiling_when_cpu_is_what_counts() throws Exception {
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

    /// A hundred threads that burn, and two compilers, on one processor.
    @Test
    void compilers_beside_a_hundred_busy_threads_are_starved() throws Exception {
        var findings =
                findings(
                        experiment(
                                "jdk-httpserver, model: platform-pool, threads: 100, cpus: 0",
                                "users: 100, path: /burn?us=1000",
                                "warm-up: {min: 0s, max: 0s}, measure: 2s"));
        assertThat(findings).hasAtLeastOneElementOfType(CompilersStarved.class);
    }

    /// All share one processor.
    @Test
    void a_load_engine_beside_busy_loops_is_kept_from_its_cpu() throws Exception {
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

    /// As a JDK 25 now and then does (JDK-8364343). The window is over by then.
    @Test
    void a_server_that_dies_of_having_its_threads_listed_keeps_its_trial() throws Exception {
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
                .satisfies(f -> assertThat(f.why()).contains("the JVM ended while listing"));
        // A look from inside that was under way may be cut off; none may begin later.
        assertThat(unobserved).noneMatch(f -> f.why().contains("has ended"));
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

    /// Of one run, from what it left on disk. On a busy machine a server may fail to come up, which
    /// provokes nothing: it is tried once more.
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
