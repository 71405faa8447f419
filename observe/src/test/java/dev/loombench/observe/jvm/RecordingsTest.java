package dev.loombench.observe.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Random;
import jdk.jfr.Recording;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Recordings that are damaged, as by a JVM that ends while it writes one.
class RecordingsTest {
    @TempDir private static Path folder;
    private static Path file;

    @BeforeAll
    static void record() throws IOException {
        file = folder.resolve("whole.jfr");
        try (var recording = new Recording()) {
            recording.enable("jdk.JVMInformation");
            recording.start();
            recording.stop();
            recording.dump(file);
        }
    }

    @Test
    void whatever_the_jdks_reader_throws_is_a_failure_to_read() {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() ->
                        Recordings.read(
                                file,
                                _ -> {
                                    throw new InternalError("no valid type");
                                }))
                .withMessageContaining("no valid type");
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> Recordings.read(folder.resolve("missing.jfr"), _ -> {}));
    }

    @Test
    void damaged_bytes_make_no_other_exception() throws IOException {
        assertThat(SampledStacks.read(file)).isEmpty();
        var bytes = Files.readAllBytes(file);
        var random = new Random(1);
        int refused = 0;
        for (int i = 0; i < 100; i++) {
            var damaged = bytes.clone();
            for (int j = 0; j < 8; j++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            var other = Files.write(folder.resolve("damaged.jfr"), damaged);
            try {
                SampledStacks.read(other);
                PinnedWaits.read(other, Instant.EPOCH, Instant.now());
            } catch (IOException e) {
                refused++;
            }
        }
        assertThat(refused).isPositive();
    }
}
