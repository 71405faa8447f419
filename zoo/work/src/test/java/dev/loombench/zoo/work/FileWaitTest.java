package dev.loombench.zoo.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs({OS.LINUX, OS.MAC})
class FileWaitTest {

    /// All carriers are in a read at times, and no virtual thread gets one until a byte is written.
    /// If the writer then had to wait for a virtual thread, nothing would ever continue.
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void the_bytes_come_while_reads_hold_every_carrier(int carriers) throws IOException {
        var requests =
                program(
                        "-Djdk.virtualThreadScheduler.parallelism=" + carriers,
                        "-Djdk.virtualThreadScheduler.maxPoolSize=" + carriers);
        try {
            assertThat(requests.inputReader().readLine()).isEqualTo("800 succeeded");
        } finally {
            requests.destroyForcibly();
        }
    }

    private static Process program(String... flags) throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var command = new ArrayList<>(List.of(java));
        command.addAll(List.of(flags));
        command.addAll(
                List.of(
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FileRequests.class.getName()));
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }
}
