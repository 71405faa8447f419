package dev.loombench.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.LoadProgress;
import org.junit.jupiter.api.Test;

class ThroughputHistoryTest {
    private final ThroughputHistory track = new ThroughputHistory(at(0, 0));

    @Test
    void the_rate_is_that_of_the_last_second() {
        assertThat(track.rate()).isNaN();
        track.add(at(250, 100));
        assertThat(track.rate()).isEqualTo(400);
        track.add(at(1_000, 400));
        track.add(at(1_250, 1_100));
        assertThat(track.rate()).isEqualTo(1_000); // from 100 at 250 ms
    }

    @Test
    void readings_far_apart_give_the_rate_between_them() {
        track.add(at(10_000, 1_000));
        track.add(at(20_000, 3_000));
        assertThat(track.rate()).isEqualTo(200);
    }

    @Test
    void each_second_gone_by_has_its_own_rate() {
        track.add(at(500, 1));
        track.add(at(1_000, 10));
        track.add(at(1_500, 20));
        track.add(at(2_000, 40));
        assertThat(track.seconds()).containsExactly(10.0, 30.0);
    }

    @Test
    void a_minute_is_remembered_and_no_more() {
        for (int second = 1; second <= 100; second++) {
            track.add(at(second * 1_000L, second * (second + 1L) / 2)); // second k brings k
        }
        assertThat(track.seconds()).hasSize(60).startsWith(41.0).endsWith(100.0);
    }

    private static LoadProgress at(long millis, long answered) {
        return new LoadProgress(millis * 1_000_000, answered, 0, 0, 0);
    }
}
