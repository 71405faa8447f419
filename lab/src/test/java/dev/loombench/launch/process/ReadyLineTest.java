package dev.loombench.launch.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadyLineTest {
    @Test
    void a_valid_ready_line_has_the_port() {
        assertThat(ReadyLine.in("READY port=1")).contains(new Startup.Ready(1));
        assertThat(ReadyLine.in("READY port=65535 ")).contains(new Startup.Ready(65_535));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "READY",
                "READY port=",
                "READY port=0",
                "READY port=65536",
                "READY port=-1",
                "READY port=80a",
                "READY port=123456789012345678901234567890",
                "READY Port=80",
                "READY port=80 host=example",
            })
    void an_invalid_ready_line_is_malformed(String line) {
        assertThat(ReadyLine.in(line)).contains(new Startup.MalformedReady(line));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ready port=1", " READY port=1", "INFO READY port=1"})
    void other_lines_are_no_ready_lines(String line) {
        assertThat(ReadyLine.in(line)).isEmpty();
    }
}
