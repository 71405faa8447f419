package dev.loombench.cli.load.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.result.LoadProgress;
import org.junit.jupiter.api.Test;

class ThroughputHistoryTest {
    private final ThroughputHistory history = new ThroughputHistory(at(0, 0));

    @Test
    void the_rate_is_that_of_the_last_second() {
        assertThat(history.rate()).isNaN();
        history.add(at(250, 100));
        assertThat(history.rate()).isEqualTo(400);
        history.add(at(1_000, 400));
        history.add(at(1_250, 1_100));
        assertThat(history.rate()).isEqualTo(1_000); // from 100 at 250 ms
    }

    @Test
    void readings_far_apart_give_the_rate_between_them() {
        history.add(at(10_000, 1_000));
        history.add(at(20_000, 3_000));
        assertThat(history.rate()).isEqualTo(200);
    }

    /// One response in five seconds, of which a single second has none, or one.
    @Test
    void below_ten_per_second_the_rate_is_that_of_the_last_minute() {
        for (int second = 1; second <= 100; second++) {
            history.add(at(second * 1_000L, second / 5));
        }
        assertThat(history.rate()).isEqualTo(0.2); // 12 in 60 s
    }

    @Test
    void a_server_that_stops_responding_has_a_rate_of_0() {
        history.add(at(20_000, 20_000));
        for (int second = 21; second <= 30; second++) {
            history.add(at(second * 1_000L, 20_000));
        }
        assertThat(history.rate()).isZero();
    }

    @Test
    void each_past_second_has_a_rate() {
        history.add(at(500, 1));
        history.add(at(1_000, 10));
        history.add(at(1_500, 20));
        history.add(at(2_000, 40));
        assertThat(history.ratePerSecond()).containsExactly(10.0, 30.0);
    }

    @Test
    void it_keeps_the_last_60_seconds() {
        for (int second = 1; second <= 100; second++) {
            history.add(at(second * 1_000L, second * (second + 1L) / 2)); // second k brings k
        }
        assertThat(history.ratePerSecond()).hasSize(60).startsWith(41.0).endsWith(100.0);
    }

    private static LoadProgress at(long millis, long succeeded) {
        return new LoadProgress(millis * 1_000_000, succeeded, 0, 0, 0, 0, 0);
    }
}
