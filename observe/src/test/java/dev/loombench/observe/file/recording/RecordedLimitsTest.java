package dev.loombench.observe.file.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.file.FileReading;
import dev.loombench.observe.file.InputFile;
import dev.loombench.observe.result.LimitedMemory;
import dev.loombench.observe.result.LimitedMemory.Kind;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Metadata and compiled code in a recording of this JVM, which has no limit of all metadata.
class RecordedLimitsTest {
    @TempDir private Path folder;

    private List<LimitedMemory> recordedWithCollection(String... others) throws IOException {
        var file = folder.resolve("limits.jfr");
        try (var recording = new Recording()) {
            recording.enable("jdk.MetaspaceSummary");
            recording.enable("jdk.CodeCacheStatistics");
            List.of(others).forEach(recording::enable);
            recording.start();
            System.gc();
            recording.stop();
            recording.dump(file);
        }
        return FileReading.read(InputFile.of(file.toString())).limits().limited();
    }

    /// The class space is not all that may be full.
    @Test
    void metadata_are_not_known_without_the_flags() throws IOException {
        assertThat(recordedWithCollection())
                .extracting(LimitedMemory::kind)
                .containsExactly(Kind.CODE);
    }

    /// The sum of the pools whose names begin so.
    private static long most(String pool) {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(bean -> bean.getName().startsWith(pool))
                .mapToLong(bean -> bean.getUsage().getMax())
                .sum();
    }

    @Test
    void metadata_and_code_have_the_limits_of_their_memory_pools() throws IOException {
        var limited = recordedWithCollection("jdk.UnsignedLongFlag");
        assertThat(limited)
                .extracting(LimitedMemory::kind)
                .containsExactly(Kind.CLASSES, Kind.CODE);
        assertThat(limited)
                .extracting(memory -> memory.use().orElseThrow().maxBytes())
                .containsExactly(most("Compressed Class Space"), most("Code"));
        assertThat(limited)
                .allSatisfy(memory -> {
                    var use = memory.use().orElseThrow();
                    assertThat(use.bytes()).isBetween(1L, use.maxBytes());
                    assertThat(memory.failures()).isZero();
                });
    }
}
