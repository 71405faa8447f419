package dev.loombench.observe.proc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ProcessStateTest {
    @Test
    void the_state_follows_the_name() {
        assertThat(ProcessState.of("7 (java) S 1 7")).isEqualTo(ProcessState.LIVE);
        assertThat(ProcessState.of("7 (a) Z (b) T 1 7")).isEqualTo(ProcessState.STOPPED);
        assertThat(ProcessState.of("7 (java) Z 1 7")).isEqualTo(ProcessState.ENDED);
        assertThat(ProcessState.of("")).isEqualTo(ProcessState.UNKNOWN);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_process_that_ends_within_the_time_has_ended() throws Exception {
        var process = new ProcessBuilder("sleep", "60").start();
        try {
            assertThat(ProcessState.endsWithin(process.pid(), Duration.ofMillis(50))).isFalse();
            process.destroyForcibly();
            assertThat(ProcessState.endsWithin(process.pid(), Duration.ofSeconds(30))).isTrue();
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertThat(ProcessState.endsWithin(process.pid(), Duration.ZERO)).isTrue();
    }
}
