package dev.loombench.observe.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.ScriptableProcess;
import dev.loombench.observe.file.FileReading;
import dev.loombench.observe.file.InputFile;
import dev.loombench.observe.jvm.attach.Jcmd;
import dev.loombench.observe.result.LimitedMemory;
import dev.loombench.observe.result.LimitedMemory.Kind;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LimitedMemoryIT {
    @Test
    void metadata_and_code_of_a_real_jvm_have_the_limits_of_its_command_line() throws Exception {
        var flags = List.of("-XX:MaxMetaspaceSize=64m", "-XX:ReservedCodeCacheSize=32m");
        try (var process = ScriptableProcess.start(flags);
                var jvm = InspectedJvm.attach(process.pid())) {
            var limits = jvm.limits();
            assertThat(maxBytes(Kind.METADATA, limits)).isEqualTo(64L << 20);
            assertThat(maxBytes(Kind.CODE, limits)).isEqualTo(32L << 20);
            assertThat(limits)
                    .extracting(memory -> memory.use().orElseThrow())
                    .allSatisfy(use -> assertThat(use.bytes()).isBetween(1L, use.maxBytes()));
        }
    }

    @Test
    void a_recording_shows_that_metadata_had_no_room(@TempDir Path folder) throws Exception {
        var file = folder.resolve("full.jfr").toString();
        var flags = List.of("-XX:MaxMetaspaceSize=48m", "-XX:ReservedCodeCacheSize=32m");
        try (var process = ScriptableProcess.start(flags)) {
            Jcmd.output(process.pid(), "JFR.start");
            assertThat(process.call("fill-metadata", 1_000_000)).isBetween(1L, 999_999L);
            Jcmd.output(process.pid(), "JFR.dump filename=" + file);
        }
        var limits = FileReading.read(InputFile.of(file)).limits().limited();
        assertThat(maxBytes(Kind.METADATA, limits)).isEqualTo(48L << 20);
        assertThat(of(Kind.METADATA, limits).failures()).isPositive();
        assertThat(maxBytes(Kind.CODE, limits)).isEqualTo(32L << 20);
    }

    private static long maxBytes(Kind kind, List<LimitedMemory> all) {
        return of(kind, all).use().orElseThrow().maxBytes();
    }

    private static LimitedMemory of(Kind kind, List<LimitedMemory> all) {
        return all.stream().filter(memory -> memory.kind() == kind).findFirst().orElseThrow();
    }
}
