package dev.loombench.load.http2;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LivenessTest {
    private final Liveness liveness = new Liveness(2);

    @Test
    void a_request_is_doubtful_where_nothing_has_come_since_it_was_sent() {
        liveness.sent(0);
        liveness.received();
        liveness.sent(1);
        assertThat(liveness.isDoubtful(0)).isFalse();
        assertThat(liveness.isDoubtful(1)).isTrue();
    }

    @Test
    void a_server_that_sends_nothing_in_its_time_is_gone_and_any_byte_is_a_sign() {
        liveness.sent(0);
        liveness.asked(100);
        assertThat(liveness.isGone(99)).isFalse();
        assertThat(liveness.isGone(100)).isTrue();
        liveness.received();
        assertThat(liveness.isGone(100)).isFalse();
        assertThat(liveness.waits()).isFalse();
    }

    @Test
    void it_is_asked_twice_between_two_responses() {
        liveness.sent(0);
        liveness.asked(100);
        assertThat(liveness.isDoubtful(0)).as("while it has time").isFalse();
        liveness.received();
        liveness.sent(0);
        assertThat(liveness.isDoubtful(0)).isTrue();
        liveness.asked(200);
        liveness.received();
        liveness.sent(0);
        assertThat(liveness.isDoubtful(0)).isFalse();
        liveness.responding();
        assertThat(liveness.isDoubtful(0)).isTrue();
    }

    @Test
    void a_connection_that_is_opened_again_is_not_asked() {
        liveness.asked(100);
        liveness.opening();
        assertThat(liveness.isGone(100)).isFalse();
    }
}
