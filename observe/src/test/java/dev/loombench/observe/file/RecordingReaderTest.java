package dev.loombench.observe.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.file.content.FileContent;
import dev.loombench.observe.file.content.FileKind;
import dev.loombench.observe.result.VirtualMachine;
import dev.loombench.text.WrongInput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Recordings of this JVM.
class RecordingReaderTest {
    @TempDir private Path folder;

    private FileContent read(byte[] bytes) throws IOException {
        return SampleText.read(folder, bytes);
    }

    private void assertRefused(byte[] bytes, String reason) {
        SampleText.assertRefused(folder, bytes, reason);
    }

    /// The threads are printed at a safepoint.
    @Test
    void a_recording_shows_the_operations_that_stop_all_threads() throws Exception {
        var file = folder.resolve("stops");
        try (var recording = new Recording()) {
            recording.enable("jdk.ExecuteVMOperation").withThreshold(Duration.ZERO);
            recording.enable("jdk.GCConfiguration");
            recording.start();
            var printed = ManagementFactory.getThreadMXBean().dumpAllThreads(false, false);
            assertThat(printed).isNotEmpty();
            recording.stop();
            recording.dump(file);
        }
        var log = read(Files.readAllBytes(file)).collections().orElseThrow();
        assertThat(log.stops())
                .filteredOn(stop -> stop.operation().equals("ThreadDump"))
                .isNotEmpty()
                .allSatisfy(stop -> assertThat(stop.durationNanos()).isPositive());
    }

    /// As the JDK records it, and as async-profiler does.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "OpenJDK 64-Bit Server VM (25.0.3+9-LTS) for linux-amd64 JRE (25.0.3+9-LTS), built on",
                "25.0.3+9-LTS"
            })
    void the_version_may_be_in_brackets(String text) {
        assertThat(RecordingReader.version(text)).hasValue(Runtime.Version.parse("25.0.3+9-LTS"));
    }

    @Test
    void a_recording_is_read_and_a_damaged_one_is_refused() throws Exception {
        var file = folder.resolve("recording");
        try (var recording = new Recording()) {
            recording.enable("jdk.ThreadDump").withPeriod(Duration.ofMillis(100));
            recording.enable("jdk.JVMInformation");
            recording.enable("jdk.ActiveSetting");
            recording.start();
            recording.stop();
            recording.dump(file);
        }
        var bytes = Files.readAllBytes(file);
        var content = read(bytes);
        assertThat(content.kinds()).containsExactly(FileKind.RECORDING);
        assertThat(content.jvm().pid()).hasValue(ProcessHandle.current().pid());
        assertThat(content.jvm().version()).hasValue(Runtime.version());
        assertThat(content.jvm().vm())
                .hasValue(VirtualMachine.named(System.getProperty("java.vm.name")));
        assertThat(content.jvm().platform()).startsWith(System.getProperty("os.name"));
        assertThat(content.recording().orElseThrow().pinned()).as("not recorded").isEmpty();
        assertThat(content.recording().orElseThrow().cut()).isFalse();
        var cut = new ByteArrayOutputStream();
        cut.writeBytes(bytes);
        cut.write(bytes, 0, bytes.length / 2);
        var start = read(cut.toByteArray()).recording().orElseThrow();
        assertThat(start.cut()).as("behind a whole chunk").isTrue();
        assertThat(start.nanos()).isEqualTo(content.recording().orElseThrow().nanos());
        assertRefused(Arrays.copyOf(bytes, bytes.length / 2), "damaged");
        assertRefused(Arrays.copyOf(bytes, 100), "damaged");
        var random = new Random(1);
        for (int i = 0; i < 200; i++) {
            var damaged = bytes.clone();
            for (int j = 0; j < 8; j++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            assertReadOrRefused(damaged);
        }
    }

    /// Each run has a recording of its own: one that fails is kept.
    private void assertReadOrRefused(byte[] damaged) throws IOException {
        try {
            read(damaged);
        } catch (WrongInput e) {
            assertThat(e).hasMessageStartingWith("\"");
        } catch (RuntimeException e) {
            var kept = Files.write(Path.of("target", "damaged.jfr"), damaged);
            throw new AssertionError("see " + kept.toAbsolutePath(), e);
        }
    }
}
