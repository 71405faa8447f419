package dev.loombench.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.LabProcess;
import dev.loombench.cli.console.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `loombench govern` on a real service that spends its time in collections, as in [CollectionsIT],
/// or in other stops of all threads: its two carriers do not use the processors, and forty threads
/// wait, which more carriers would not change.
@Tag("alone")
@Tag("nightly")
@EnabledOnOs(OS.LINUX)
class GovernedCollectionsIT {
    @TempDir private static Path folder;

    /// ZGC copies what lives, and needs the room: within 20 s a service with three quarters of its
    /// heap live runs out of memory beside the connection to the governor.
    @ParameterizedTest
    @CsvSource({"UseSerialGC, 0.75", "UseParallelGC, 0.75", "UseG1GC, 0.75", "UseZGC, 0.65"})
    void no_carrier_is_added_for_threads_that_wait_for_memory(String collector, double live)
            throws Exception {
        assertNothingChanges(CollectionsIT.start(collector, "collections", live), "collections");
    }

    @Test
    void no_carrier_is_added_while_the_jvm_stops_all_threads_for_something_else() throws Exception {
        assertNothingChanges(CollectionsIT.start("UseSerialGC", "stops", 0), "safepoints");
    }

    private static void assertNothingChanges(Process service, String finding) throws Exception {
        var pid = Long.toString(service.pid());
        try {
            try (var lab =
                    LabProcess.start(folder, "govern", "--duration", "20s", "--max", "64", pid)) {
                assertThat(lab.exitCode()).as(lab.err()).isEqualTo(ExitCode.OK);
                assertThat(lab.out())
                        .startsWith(
                                "governing process %s: 2 carriers now, 64 at most".formatted(pid))
                        .doesNotContain(" -> ")
                        .endsWith("0 changes, at most 2 carriers; restored 2\n");
            }
            // the service spends its time so
            assertThat(Inspected.by("--for", "2s", "-o", "json", pid).findings())
                    .contains(finding);
        } finally {
            service.destroyForcibly().waitFor();
        }
    }
}
