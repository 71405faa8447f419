package dev.loombench.load.http2;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class ReopeningPauseTest {
    private final ReopeningPause pause = new ReopeningPause();

    @Test
    void it_doubles_with_each_connection_without_a_response_up_to_a_second() {
        var millis = new ArrayList<Long>();
        for (int n = 1; n <= 9; n++) {
            pause.opening();
            pause.begin(0);
            millis.add(pause.endNanos() / 1_000_000);
        }
        assertThat(millis).containsExactly(10L, 20L, 40L, 80L, 160L, 320L, 640L, 1_000L, 1_000L);
    }

    @Test
    void there_is_none_before_the_first_connection_and_after_one_with_a_response() {
        assertThat(pause.isOver(0)).isTrue();
        pause.opening();
        pause.begin(0);
        pause.opening();
        pause.responded();
        pause.begin(7);
        assertThat(pause.isOver(7)).isTrue();
        assertThat(pause.endNanos()).isEqualTo(7);
    }

    @Test
    void it_begins_at_the_end_of_the_connection() {
        pause.opening();
        pause.begin(5);
        assertThat(pause.isOver(10_000_004)).isFalse();
        assertThat(pause.isOver(10_000_005)).isTrue();
    }
}
