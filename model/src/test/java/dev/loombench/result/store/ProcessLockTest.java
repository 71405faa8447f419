package dev.loombench.result.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.SampleRun;
import dev.loombench.result.LocksFolder;
import dev.loombench.result.Reproduction;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Locks as another process sees them, since a lost POSIX lock does not show within one process.
class ProcessLockTest {
    @TempDir Path results;

    @Test
    void a_process_that_reads_its_run_keeps_the_lock() throws Exception {
        Path folder;
        try (var store = ResultStore.create(results, SampleRun.manifest())) {
            folder = store.folder();
            SampleRun.trials().forEach(store::append);
            assertThat(ResultStore.read(folder).trials()).hasSize(6);
            store.replaceManifest(ResultStore.manifest(folder));
            store.dropDamaged();
            assertThatThrownBy(() -> ResultStore.open(folder)).isInstanceOf(ResultError.class);
            assertThat(anotherProcess(folder))
                    .isEqualTo(
                            "another process is writing to %s: wait until it has ended, or stop it"
                                    .formatted(folder));
        }
        try (var again = ResultStore.open(folder)) {
            assertThat(again.folder()).as("released").isEqualTo(folder);
        }
    }

    @Test
    void a_reproduction_has_its_own_lock() throws Exception {
        var plan = new Reproduction(Instant.EPOCH, true, List.of(), List.of());
        try (var store = ReproductionStore.create(results, plan)) {
            assertThat(anotherProcess(store.folder())).startsWith("another process is writing");
        }
    }

    private static String anotherProcess(Path folder) throws IOException, InterruptedException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var process =
                new ProcessBuilder(
                                java,
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                LocksFolder.class.getName(),
                                folder.toString())
                        .redirectErrorStream(true)
                        .start();
        var printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return printed.strip();
    }
}
