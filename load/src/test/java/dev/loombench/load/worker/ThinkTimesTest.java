package dev.loombench.load.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.traffic.ThinkTime;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ThinkTimesTest {
    /// Of 20,000 exponential think times: the standard error of the mean is 0.7 %, 14 µs.
    @Test
    void exponential_think_times_have_their_mean_and_differ_per_user() {
        var time = new ThinkTime(Duration.ofMillis(2), ThinkTime.Distribution.EXPONENTIAL);
        var whole = new ThinkTimes(time, 7, WorkerShard.WHOLE, 4);
        var half = new ThinkTimes(time, 7, new WorkerShard(1, 2), 2);
        double[] sampled = new double[20_000];
        Arrays.setAll(sampled, _ -> whole.nextNanos(2));
        assertThat(Arrays.stream(sampled).average().orElseThrow()).isCloseTo(2e6, within(0.08e6));
        // User 3 of four is the second user of the second of two workers.
        for (int i = 0; i < 10; i++) {
            assertThat(half.nextNanos(1)).isEqualTo(whole.nextNanos(3));
        }
        assertThat(
                        new ThinkTimes(
                                        ThinkTime.constant(Duration.ofNanos(5)),
                                        7,
                                        WorkerShard.WHOLE,
                                        1)
                                .nextNanos(0))
                .isEqualTo(5);
    }
}
