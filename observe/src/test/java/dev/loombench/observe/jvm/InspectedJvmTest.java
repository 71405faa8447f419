package dev.loombench.observe.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.observe.ProcessEndedException;
import dev.loombench.observe.jvm.attach.JvmAgentConnection.ConnectionLost;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class InspectedJvmTest {
    private static ConnectionLost lost() {
        return new ConnectionLost(new IOException("reset"));
    }

    @Test
    void a_connection_that_a_running_process_has_closed_is_not_its_end() {
        long pid = ProcessHandle.current().pid();
        assertThat(InspectedJvm.failure(pid, lost(), Duration.ZERO))
                .hasMessageContaining("process %d runs, but the connection".formatted(pid));
    }

    @Test
    void a_connection_is_lost_with_its_process() throws Exception {
        var process = new ProcessBuilder("sleep", "60").start();
        process.destroyForcibly().waitFor();
        assertThatThrownBy(
                        () -> InspectedJvm.failure(process.pid(), lost(), Duration.ofSeconds(30)))
                .isInstanceOf(ProcessEndedException.class)
                .hasMessage("process %d has ended", process.pid());
    }
}
