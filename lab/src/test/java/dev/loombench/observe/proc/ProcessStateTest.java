package dev.loombench.observe.proc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessStateTest {
    @Test
    void the_state_follows_the_name() {
        assertThat(ProcessState.of("7 (java) S 1 7")).isEqualTo(ProcessState.LIVE);
        assertThat(ProcessState.of("7 (a) Z (b) T 1 7")).isEqualTo(ProcessState.STOPPED);
        assertThat(ProcessState.of("7 (java) Z 1 7")).isEqualTo(ProcessState.ENDED);
        assertThat(ProcessState.of("")).isEqualTo(ProcessState.UNKNOWN);
    }
}
