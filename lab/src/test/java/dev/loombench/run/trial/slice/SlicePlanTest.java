package dev.loombench.run.trial.slice;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SlicePlanTest {
    private static SlicePlan plan(long windowMillis, long responseMillis) {
        return SlicePlan.of(Duration.ofMillis(windowMillis), Duration.ofMillis(responseMillis));
    }

    private static List<Long> millis(SlicePlan plan) {
        return plan.slices().stream().map(Duration::toMillis).toList();
    }

    /// Half of 5 s: 24 of 104 ms, since their number is even, and 4 of 625 ms.
    @Test
    void half_of_a_window_is_slices_of_about_100_ms_and_half_four_long_ones() {
        var slices = millis(plan(5_000, 2));
        assertThat(slices).hasSize(28);
        assertThat(slices.stream().filter(s -> s == 104)).hasSize(24);
        assertThat(IntStream.range(0, 28).filter(k -> slices.get(k) == 625))
                .containsExactly(6, 7, 20, 21);
    }

    @Test
    void short_and_long_slices_have_the_same_mean_time() {
        for (long window = 2_400; window < 12_000; window += 100) {
            var slices = millis(plan(window, 2));
            double longs = 0;
            double shorts = 0;
            long longest = slices.stream().mapToLong(s -> s).max().orElseThrow();
            for (int k = 0; k < slices.size(); k++) {
                boolean isLong = slices.get(k) == longest;
                double centre = k - (slices.size() - 1) / 2.0;
                longs += isLong ? centre : 0;
                shorts += isLong ? 0 : centre;
                // the second of a pair of long slices has the reverse order of servers
                assertThat(!isLong || k % 2 == 1 || slices.get(k + 1) == longest).isTrue();
            }
            assertThat(longs).isZero();
            assertThat(shorts).isZero();
        }
    }

    /// 24 slices of ten response times fit just so.
    @Test
    void slices_of_a_slow_server_last_ten_response_times() {
        assertThat(millis(plan(4_800, 20))).hasSize(16).contains(200L, 600L);
        assertThat(millis(plan(4_799, 20))).containsExactly(4_799L);
    }

    @Test
    void the_load_settles_for_25_ms_and_one_response_time() {
        assertThat(plan(5_000, 20).settling()).isEqualTo(Duration.ofMillis(45));
        // where a server does not respond, for one window
        assertThat(plan(5_000, 30_000).settling()).isEqualTo(Duration.ofSeconds(5));
    }
}
