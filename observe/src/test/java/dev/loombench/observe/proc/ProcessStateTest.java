package dev.loombench.observe.proc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessStateTest {
    @ParameterizedTest
    @CsvSource({"S, LIVE", "R, LIVE", "T, STOPPED", "t, STOPPED", "Z, ENDED", "X, ENDED"})
    void a_state_of_the_kernel_says_whether_it_can_run(char state, ProcessState expected) {
        assertThat(ProcessState.of(new ProcessStat(state, 1, 0, 0, 0, 1))).isEqualTo(expected);
    }

    @Test
    void the_state_of_a_process_that_is_not_there_is_unknown() {
        // Above the highest id that Linux gives out, 2^22.
        assertThat(ProcessState.of(99_999_999)).isEqualTo(ProcessState.UNKNOWN);
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
