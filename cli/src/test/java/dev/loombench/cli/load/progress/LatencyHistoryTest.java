package dev.loombench.cli.load.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.base.Window;
import dev.loombench.load.result.LoadResult.Second;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class LatencyHistoryTest {
    /// Three significant digits.
    private static final Percentage PRECISION = Percentage.withPercentage(0.1);

    private final LatencyHistory history = new LatencyHistory();

    @Test
    void there_is_no_figure_before_the_end_of_the_first_second() {
        assertThat(history.percentiles().p50()).isNaN();
        assertThat(history.p99PerSecond()).isEmpty();
    }

    @Test
    void percentiles_are_those_of_all_seconds_merged() {
        history.add(second(0, 98, 1_000_000));
        history.add(second(1, 2, 50_000_000));
        assertThat(history.percentiles().p50()).isCloseTo(1_000_000, PRECISION);
        assertThat(history.percentiles().p99()).isCloseTo(50_000_000, PRECISION);
        assertThat(history.percentiles().p999()).isCloseTo(50_000_000, PRECISION);
    }

    @Test
    void the_same_second_of_several_workers_counts_once() {
        history.add(second(0, 50, 1_000_000));
        history.add(second(0.001, 50, 9_000_000));
        history.add(second(1, 100, 2_000_000));
        assertThat(history.p99PerSecond())
                .satisfiesExactly(
                        first -> assertThat(first).isCloseTo(9_000_000, PRECISION),
                        then -> assertThat(then).isCloseTo(2_000_000, PRECISION));
    }

    @Test
    void it_keeps_the_last_60_seconds() {
        for (int i = 0; i < 100; i++) {
            history.add(second(i, 1, i < 40 ? 1_000_000 : 2_000_000));
        }
        assertThat(history.p99PerSecond())
                .hasSize(60)
                .allSatisfy(p99 -> assertThat(p99).isCloseTo(2_000_000, PRECISION));
    }

    private static Second second(double at, long count, long nanos) {
        var histogram = new Histogram(1_000, 3_600_000_000_000L, 3);
        histogram.recordValueWithCount(nanos, count);
        long start = (long) (at * 1e9);
        return new Second(new Window(start, start + 1_000_000_000), histogram, histogram);
    }
}
