package dev.loombench.load.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NioTransportTest {
    private static final long MICRO = 1_000;

    /// The last is the wait of an idle load: it must leave most of that to the server.
    @Test
    void an_exact_wait_polls_for_0_2_to_1_2_ms_and_blocks_before() {
        assertThat(NioTransport.blockedMillis(50 * MICRO)).isZero();
        assertThat(NioTransport.blockedMillis(1_010 * MICRO)).isZero();
        assertThat(NioTransport.blockedMillis(1_200 * MICRO)).isEqualTo(1);
        assertThat(NioTransport.blockedMillis(2_100 * MICRO)).isEqualTo(1);
        assertThat(NioTransport.blockedMillis(10_000 * MICRO)).isEqualTo(9);
    }
}
