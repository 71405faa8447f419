package dev.loombench.observe.proc.machine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TcpSegmentsTest {
    @Test
    void segments_are_read_by_the_names_of_their_columns() {
        var table =
                """
                Ip: Forwarding OutSegs
                Ip: 1 9
                Tcp: RtoAlgorithm OutSegs RetransSegs InErrs
                Tcp: 1 1200 7 0
                """;
        assertThat(TcpSegments.of(table)).contains(new TcpSegments(1_200, 7));
        assertThat(TcpSegments.of("Tcp: OutSegs\nTcp: 5\n")).isEmpty();
    }

    @Test
    void segments_since_an_earlier_reading_are_the_differences() {
        assertThat(new TcpSegments(1_200, 7).since(new TcpSegments(200, 5)))
                .isEqualTo(new TcpSegments(1_000, 2));
    }
}
