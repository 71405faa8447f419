package dev.loombench.load.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.base.Window;
import dev.loombench.load.result.LoadResult.Second;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class CompressedIntervalTest {
    @Test
    void a_decompressed_interval_equals_the_original_and_can_grow() {
        var window = new Window(5, 1_000_000_005);
        var interval = new Second(window, sample(1), sample(2));
        var decompressed = CompressedInterval.of(interval).decompressed();
        assertThat(decompressed.window()).isEqualTo(window);
        assertThat(decompressed.responseTime()).isEqualTo(interval.responseTime());
        assertThat(decompressed.serviceTime()).isEqualTo(interval.serviceTime());
        decompressed.responseTime().recordValue(3_600_000_000_000L);
        assertThat(decompressed.responseTime().getTotalCount()).isEqualTo(100_001);
    }

    @Test
    void a_second_of_responses_takes_a_few_kilobytes() {
        var compressed = CompressedInterval.of(new Second(new Window(0, 1), sample(1), sample(2)));
        assertThat(compressed.responseTime().length + compressed.serviceTime().length)
                .isLessThan(16_000);
    }

    /// 100,000 values of 20 us and up, exponential with a mean of 200 us above that, ns.
    private static Histogram sample(long seed) {
        var random = new SplittableRandom(seed);
        var histogram =
                new Histogram(
                        IntervalHistograms.LOWEST,
                        2 * IntervalHistograms.LOWEST,
                        IntervalHistograms.DIGITS);
        histogram.setAutoResize(true);
        for (int i = 0; i < 100_000; i++) {
            histogram.recordValue(20_000 - (long) (200_000 * Math.log(1 - random.nextDouble())));
        }
        return histogram;
    }
}
