package dev.loombench.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.console.ExitCode;
import dev.loombench.observe.ScriptableProcess;
import dev.loombench.observe.jvm.attach.Jcmd;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `loombench inspect` on the files of real services with one fault each, and of healthy ones:
/// three thread dumps over 12 s, a list of all threads, a log of collections and a crash log.
///
/// No fault depends on the speed of the machine: threads are held for as long as the service lives,
/// and wait for what never comes.
@EnabledOnOs(OS.LINUX)
class InspectFilesIT {
    private static final int PRINTS = 3;

    private static final List<String> THREADS =
            List.of(
                    "monitors",
                    "locks",
                    "mixed",
                    "initialisers",
                    "virtual",
                    "virtual-hung",
                    "convoy",
                    "lock-convoy",
                    "web-convoy",
                    "deadlock-convoy",
                    "hung",
                    "full-pool",
                    "healthy",
                    "idle",
                    "stripes",
                    "consumers");

    private static final List<String> LOCKS =
            List.of("three", "write-lock", "socket", "permits", "leaked", "deep", "readers");

    private static final List<String> CARRIERS = List.of("native", "file", "initialiser", "queue");

    @TempDir private static Path folder;
    private static final Map<String, Process> SERVICES = new HashMap<>();

    @BeforeAll
    static void writeFiles() throws Exception {
        var pipe = folder.resolve("pipe").toString();
        assertThat(new ProcessBuilder("mkfifo", pipe).start().waitFor()).isZero();
        for (var mode : THREADS) {
            SERVICES.put(mode, start(FaultyThreads.class, mode));
        }
        for (var mode : LOCKS) {
            SERVICES.put(mode, start(FaultyLocks.class, mode));
        }
        for (var mode : CARRIERS) {
            SERVICES.put(mode, start(FaultyService.class, mode, pipe));
        }
        writePrints(SERVICES.keySet(), 6);
        for (var mode : List.of("virtual", "queue")) {
            list(mode, ".json");
        }
        stop();
        writeFilesOfBusyServices();
    }

    /// These compute all the time, so they run no longer than they have to.
    private static void writeFilesOfBusyServices() throws Exception {
        SERVICES.put("hog", start(FaultyService.class, "hog"));
        writePrints(List.of("hog"), 2);
        stop();
        SERVICES.put("collections", start(FaultyService.class, "collections", "0.9"));
        awaitReady("collections");
        awaitCollections(Path.of(file("collections", ".gc")));
        stop();
    }

    private static void writePrints(Collection<String> modes, int secondsBetween) throws Exception {
        for (var mode : modes) {
            awaitReady(mode);
        }
        for (int i = 0; i < PRINTS; i++) {
            TimeUnit.SECONDS.sleep(i == 0 ? 0 : secondsBetween);
            for (var mode : modes) {
                print(mode, i);
            }
        }
    }

    private static void awaitReady(String mode) throws IOException {
        assertThat(service(mode).inputReader().readLine()).as(mode).isEqualTo("READY");
    }

    private static Process start(Class<?> program, String... arguments) throws IOException {
        var mode = arguments[0];
        var command = new ArrayList<String>();
        command.addAll(
                List.of(
                        ScriptableProcess.java(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx64m",
                        "-Xlog:gc*:file=" + file(mode, ".gc"),
                        "-XX:ErrorFile=" + file(mode, ".hs_err"),
                        "-XX:-CreateCoredumpOnCrash",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Djdk.virtualThreadScheduler.parallelism=" + (mode.equals("hog") ? 1 : 2),
                        "-cp",
                        ScriptableProcess.classes(program),
                        program.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectError(Redirect.DISCARD).start();
    }

    private static String file(String mode, String end) {
        return folder.resolve(mode + end).toString();
    }

    private static void print(String mode, int number) throws Exception {
        var print = Jcmd.output(service(mode).pid(), "Thread.print -l");
        Files.writeString(Path.of(file(mode, "." + number)), print);
        if (mode.equals("virtual-hung")) {
            list(mode, "." + number + ".json");
        }
    }

    private static void list(String mode, String end) throws Exception {
        var command = "Thread.dump_to_file -format=json " + file(mode, end);
        assertThat(Jcmd.output(service(mode).pid(), command)).contains("Created");
    }

    private static Process service(String mode) {
        return Objects.requireNonNull(SERVICES.get(mode), mode);
    }

    @AfterAll
    static void stop() {
        SERVICES.values().forEach(Process::destroyForcibly);
    }

    private static Inspected inspect(String... files) {
        var words = Stream.concat(Stream.of("-o", "json"), Stream.of(files)).toArray(String[]::new);
        var inspected = Inspected.by(words);
        assertThat(inspected.exitCode()).as(inspected.err()).isEqualTo(ExitCode.OK);
        return inspected;
    }

    private static Inspected prints(String mode) {
        return inspect(file(mode, ".2"), file(mode, ".0"), file(mode, ".1"));
    }

    @ParameterizedTest
    @CsvSource({
        "monitors, deadlock",
        "locks, deadlock",
        "mixed, deadlock",
        "initialisers, deadlock",
        "convoy, lock-bound",
        "lock-convoy, lock-bound",
        "web-convoy, lock-bound",
        "deadlock-convoy, deadlock",
        "deadlock-convoy, lock-bound",
        "hung, no-progress",
        "full-pool, pool-exhausted",
        "three, deadlock",
        "write-lock, lock-bound",
        "socket, lock-bound",
        "permits, permit-bound",
        "leaked, no-progress",
        "deep, lock-bound",
        "native, carriers-blocked",
        "file, carriers-blocked",
        "initialiser, carriers-blocked",
        "hog, carriers-monopolized"
    })
    void a_fault_is_named_from_three_thread_dumps(String mode, String finding) {
        var inspected = prints(mode);
        assertThat(inspected.findings()).as(inspected.out()).contains(finding);
        assertThat(inspected.finding(finding).path("confidence").asString()).isIn("low", "medium");
    }

    @ParameterizedTest
    @CsvSource({"virtual, deadlock", "queue, unbounded-queue"})
    void a_fault_is_named_from_a_list_of_all_threads(String mode, String finding) {
        var inspected = inspect(file(mode, ".json"));
        assertThat(inspected.findings()).as(inspected.out()).contains(finding);
    }

    @Test
    void virtual_threads_that_wait_for_one_result_are_named_from_three_lists() {
        var mode = "virtual-hung";
        var inspected =
                inspect(file(mode, ".0.json"), file(mode, ".1.json"), file(mode, ".2.json"));
        assertThat(inspected.findings()).as(inspected.out()).containsExactly("no-progress");
        assertThat(inspected.finding("no-progress").path("message").asString())
                .startsWith(
                        "8 virtual threads wait in dev.loombench.cli.inspect.FaultyThreads.await(");
    }

    @ParameterizedTest
    @ValueSource(strings = {"healthy", "idle", "stripes", "consumers", "readers"})
    void a_healthy_service_has_no_finding(String mode) {
        assertThat(prints(mode).findings()).as(prints(mode).out()).isEmpty();
    }

    @Test
    void collections_are_named_from_their_log() {
        assertThat(inspect(file("collections", ".gc")).findings()).containsExactly("collections");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UseG1GC", "UseZGC"})
    void collections_are_named_from_the_log_of_a_collector(String collector) throws Exception {
        assertNamed(collector);
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(strings = {"UseParallelGC", "UseShenandoahGC"})
    void collections_of_other_collectors_are_named_too(String collector) throws Exception {
        assertNamed(collector);
    }

    /// Three quarters of the heap live. One service after the other.
    private static void assertNamed(String collector) throws Exception {
        var log = folder.resolve(collector + ".gc");
        var service =
                new ProcessBuilder(
                                ScriptableProcess.java(),
                                "-XX:+" + collector,
                                "-XX:TieredStopAtLevel=1",
                                "-Xmx64m",
                                "-Xlog:gc*:file=" + log,
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                ScriptableProcess.classes(FaultyService.class),
                                FaultyService.class.getName(),
                                "collections",
                                "0.75")
                        .redirectError(Redirect.DISCARD)
                        .start();
        try {
            assertThat(service.inputReader().readLine()).isEqualTo("READY");
            awaitCollections(log);
        } finally {
            service.destroyForcibly().waitFor();
        }
        assertThat(inspect(log.toString()).findings()).containsExactly("collections");
    }

    /// Some collections; the shortest time that is judged is 2 s.
    private static void awaitCollections(Path log) throws Exception {
        TimeUnit.SECONDS.sleep(3);
        while (Files.size(log) < 20_000) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    @Test
    void a_healthy_service_has_no_collections_in_its_log() {
        assertThat(inspect(file("healthy", ".gc")).findings()).isEmpty();
    }

    @Test
    void a_crash_by_a_signal_is_named_from_its_log() throws Exception {
        var service = start(FaultyThreads.class, "idle");
        assertThat(service.inputReader().readLine()).isEqualTo("READY");
        var pid = Long.toString(service.pid());
        assertThat(new ProcessBuilder("kill", "-SEGV", pid).start().waitFor()).isZero();
        assertThat(service.waitFor(5, TimeUnit.MINUTES)).isTrue();
        var inspected = inspect(file("idle", ".hs_err"));
        assertThat(inspected.findings()).containsExactly("jvm-crash");
        assertThat(inspected.finding("jvm-crash").path("message").asString()).contains("SIGSEGV");
        assertThat(inspected.json().path("pid").asLong()).isEqualTo(service.pid());
    }
}
