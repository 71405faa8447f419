package dev.loombench.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.contentOf;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.loombench.SampleRuntimes;
import dev.loombench.analysis.defect.KnownDefects;
import dev.loombench.cli.LabProcess;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.observe.AgentThread;
import dev.loombench.observe.ListeningSockets;
import dev.loombench.observe.ScriptableProcess;
import dev.loombench.observe.jvm.attach.Jcmd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// `loombench inspect` on real services with one fault each, and on a healthy one. All of them run
/// and are inspected at once.
///
/// No fault depends on the speed of the machine: carriers are held for as long as the service
/// lives, and threads wait for what never comes. The healthy service needs a hundredth of a
/// processor.
@EnabledOnOs(OS.LINUX)
class InspectIT {
    private static final Path HOME = Path.of(System.getProperty("loombench.home"));
    private static final String RELEASE =
            Runtime.version().version().stream()
                    .map(String::valueOf)
                    .reduce((a, b) -> a + "." + b)
                    .orElseThrow();

    private static final String TIME = "2s";

    /// Those that compute all the time: each ends once it has been inspected.
    private static final List<String> COMPUTING = List.of("hog", "spinning");

    @TempDir private static Path folder;
    private static final Map<String, Process> SERVICES = new HashMap<>();
    private static InspectedServices results;

    @BeforeAll
    static void inspectAll() throws Exception {
        var pipe = folder.resolve("pipe").toString();
        assertThat(new ProcessBuilder("mkfifo", pipe).start().waitFor()).isZero();
        start("healthy", List.of());
        start("native", List.of());
        start("file", List.of(), pipe);
        start("hog", List.of());
        start("initialiser", List.of());
        start("pool", libraries("bank-hikaricp-7.0"));
        start("spinning", libraries("bank-hikaricp-7.0"));
        start("executor", List.of());
        start("queue", List.of());
        results =
                InspectedServices.inspect(
                        SERVICES,
                        mode ->
                                switch (mode) {
                                    case "queue" -> TIME + " --memory --list-threads";
                                    case "native" -> TIME + " --pinning";
                                    default -> TIME;
                                },
                        COMPUTING::contains);
    }

    /// Two carriers; one where it computes, so that it leaves a processor to the others.
    private static void start(String mode, List<Path> libraries, String... arguments)
            throws IOException {
        var classPath = new ArrayList<>(List.of(ScriptableProcess.classes(FaultyService.class)));
        libraries.forEach(jar -> classPath.add(jar.toString()));
        var command = new ArrayList<String>();
        command.addAll(
                List.of(
                        ScriptableProcess.java(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx64m",
                        "-XX:+EnableDynamicAgentLoading",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Djdk.virtualThreadScheduler.parallelism=" + (mode.equals("hog") ? 1 : 2),
                        "-Dshop.password=hunter2222",
                        "-cp",
                        String.join(":", classPath),
                        FaultyService.class.getName(),
                        mode));
        command.addAll(Arrays.asList(arguments));
        SERVICES.put(
                mode,
                new ProcessBuilder(command)
                        .redirectError(folder.resolve(mode + ".err").toFile())
                        .start());
    }

    private static Process service(String mode) {
        return Objects.requireNonNull(SERVICES.get(mode), mode);
    }

    private static List<Path> libraries(String server) throws IOException {
        try (var jars = Files.list(HOME.resolve("zoo").resolve(server).resolve("target/lib"))) {
            return jars.filter(
                            jar -> jar.getFileName().toString().matches("(HikariCP|slf4j-api)-.*"))
                    .toList();
        }
    }

    @AfterAll
    static void stop() {
        SERVICES.values().forEach(Process::destroyForcibly);
    }

    private static Inspected of(String mode) {
        return results.of(mode);
    }

    @Test
    void a_healthy_service_has_no_finding() {
        assertThat(of("healthy").findings()).as(of("healthy").out()).isEmpty();
    }

    @Test
    void the_known_defects_are_those_of_its_jdk() {
        var expected =
                KnownDefects.load().ofJdk(SampleRuntimes.hotSpot(RELEASE)).stream()
                        .map(d -> d.defect().id())
                        .toList();
        assertThat(of("healthy").defects()).isEqualTo(expected);
    }

    @Test
    void blocking_in_native_code_is_found_with_its_call() {
        assertBlocked("native", "in native code", "FaultyService$Native.poll");
    }

    @Test
    void file_io_is_found_with_its_call() {
        assertBlocked("file", "in file I/O", "FaultyService.readForever");
    }

    @Test
    void class_initialisation_is_found_with_its_class() {
        assertBlocked("initialiser", "in a class initialiser", "FaultyService");
    }

    private static void assertBlocked(String mode, String where, String call) {
        assertThat(of(mode).findings()).as(of(mode).out()).first().isEqualTo("carriers-blocked");
        var finding = of(mode).finding("carriers-blocked");
        assertThat(finding.path("message").asString()).contains("of 2 carriers", where);
        assertThat(finding.path("calls").toString()).contains(call);
    }

    @Test
    void a_computing_thread_is_found_with_its_call() {
        assertThat(of("hog").findings())
                .as(of("hog").out())
                .first()
                .isEqualTo("carriers-monopolized");
        assertThat(of("hog").finding("carriers-monopolized").path("calls").toString())
                .contains("FaultyService.computeForever");
    }

    @Test
    void an_exhausted_pool_is_found_with_its_size_and_its_defect() {
        assertThat(of("pool").findings()).as(of("pool").out()).containsExactly("pool-exhausted");
        assertThat(of("pool").finding("pool-exhausted").path("message").asString())
                .isEqualTo(
                        "pool shop of HikariCP is exhausted: all 2 are in use, and up to 38 requests wait");
        assertThat(of("pool").defects()).contains("HikariCP-2398");
    }

    @Test
    void threads_that_spin_in_a_pool_are_found_as_the_defect_that_they_show() {
        assertThat(of("spinning").findings()).as(of("spinning").out()).contains("HikariCP-2398");
        assertThat(of("spinning").finding("HikariCP-2398").path("message").asString())
                .contains("HikariCP 7.0.2");
        assertThat(of("spinning").finding("HikariCP-2398").path("calls").toString())
                .contains("ConcurrentBag.requite");
        assertThat(of("spinning").defects()).doesNotContain("HikariCP-2398");
    }

    /// Four threads with tasks of 50 ms or more allow 80 tasks per second at most. Within 2 s four
    /// tasks more may end than begin, and some more before a count that is read late.
    @Test
    void an_exhausted_executor_is_found_with_the_limit_of_littles_law() {
        assertThat(of("executor").findings())
                .as(of("executor").out())
                .containsExactly("pool-exhausted");
        var finding = of("executor").finding("pool-exhausted");
        assertThat(finding.path("message").asString())
                .isEqualTo(
                        "pool orders of executor is exhausted: all 4 are in use, and up to 36 requests wait");
        assertThat(finding.path("evidence").toString()).contains("Little's law");
        var pool = of("executor").json().at("/pools/0");
        assertThat(pool.path("limitPerSecond").asDouble()).isPositive().isLessThan(100);
        assertThat(pool.path("holdMillis").asDouble()).isGreaterThan(40);
    }

    @Test
    void a_queue_of_threads_with_caches_is_found() {
        assertThat(of("queue").findings())
                .as(of("queue").out())
                .containsExactlyInAnyOrder("unbounded-queue", "thread-locals");
        // a value of 1,024 bytes with its header
        assertThat(of("queue").finding("thread-locals").path("evidence").toString())
                .contains("byte[]: 100 ", "1,040 bytes");
        assertThat(of("queue").json().at("/memory/threadLocals/virtualThreads").asInt())
                .isEqualTo(2_000);
        assertThat(of("queue").finding("unbounded-queue").path("evidence").toString())
                .contains("2,000 threads in dev.loombench.cli.inspect.FaultyService.");
    }

    /// On a machine that gives the service less than its quota, the quota does not take effect.
    @Test
    void a_cpu_quota_is_found() throws Exception {
        var group =
                Path.of("/sys/fs/cgroup/cpu/loombench-inspect-" + ProcessHandle.current().pid());
        assumeThat(canCreate(group)).as("control groups of version 1 can be made").isTrue();
        try {
            Files.writeString(group.resolve("cpu.cfs_quota_us"), "30000");
            start("quota", List.of());
            var service = service("quota");
            Files.writeString(group.resolve("cgroup.procs"), Long.toString(service.pid()));
            assertThat(service.inputReader().readLine()).isEqualTo("READY");
            var result = InspectedServices.inspect(service, TIME);
            double share = result.json().at("/container/throttledShare").asDouble();
            assumeThat(share).as("the quota takes effect").isGreaterThan(0.05);
            assertThat(result.findings()).as(result.out()).contains("cpu-throttled");
            assertThat(result.finding("cpu-throttled").path("message").asString())
                    .contains("0.30 processors");
        } finally {
            service("quota").destroyForcibly().waitFor();
            Files.deleteIfExists(group);
        }
    }

    private static boolean canCreate(Path group) {
        try {
            Files.createDirectory(group);
            return Files.isWritable(group.resolve("cpu.cfs_quota_us"));
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void secrets_of_the_command_line_are_not_shown() {
        assertThat(of("pool").out()).doesNotContain("hunter2222");
    }

    @Test
    void the_service_is_left_as_it_was() throws Exception {
        long pid = service("native").pid();
        while (AgentThread.isIn(pid)) { // until it has noticed the closed connection
            TimeUnit.MILLISECONDS.sleep(5);
        }
        assertThat(ListeningSockets.of(pid)).isEmpty();
        assertThat(recordings(pid)).contains("No available recordings");
    }

    private static String recordings(long pid) throws Exception {
        return Jcmd.output(pid, "JFR.check");
    }

    @Test
    void a_severity_is_a_gate() {
        var pid = Long.toString(service("native").pid());
        assertThat(Inspected.by("--for", "1s", "--fail-on", "critical", pid).exitCode())
                .isEqualTo(ExitCode.THRESHOLD);
    }

    /// The agent in the service notices that its connection ends.
    @Test
    void an_inspection_that_is_killed_leaves_nothing() throws Exception {
        long pid = service("initialiser").pid();
        var temporary = Files.createDirectory(folder.resolve("killed"));
        var lab =
                new ProcessBuilder(
                                LabProcess.command(
                                        temporary,
                                        "inspect",
                                        "--pinning",
                                        "--for",
                                        "10m",
                                        Long.toString(pid)))
                        .redirectOutput(folder.resolve("killed.out").toFile())
                        .redirectErrorStream(true)
                        .start();
        try {
            while (!recordings(pid).contains("running")) {
                assertThat(lab.isAlive())
                        .as(() -> contentOf(folder.resolve("killed.out").toFile()))
                        .isTrue();
                TimeUnit.MILLISECONDS.sleep(20);
            }
        } finally {
            lab.destroyForcibly().waitFor();
        }
        while (AgentThread.isIn(pid)) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        assertThat(recordings(pid)).contains("No available recordings");
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void mistakes_are_explained() {
        var pid = Long.toString(service("healthy").pid());
        assertThat(Inspected.by("--for", "10ms", pid).err()).contains("--for", "1s to 1h");
        assertThat(Inspected.by("--fail-on", "warn", pid).err())
                .contains("--fail-on", "\"warn\"", "note, warning, critical");
        assertThat(Inspected.by("--export", "json", pid).err())
                .contains("--export takes FORMAT=FILE");
    }
}
