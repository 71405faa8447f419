package dev.loombench.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.result.LoadResult.Interval;
import dev.loombench.result.Window;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class LatencyHistoryTest {
    /// Three significant digits.
    private static final Percentage PRECISION = Percentage.withPercentage(0.1);

    private final LatencyHistory track = new LatencyHistory();

    @Test
    void nothing_is_known_before_the_first_second_is_over() {
        assertThat(track.soFar().p50()).isNaN();
        assertThat(track.p99OfSeconds()).isEmpty();
    }

    @Test
    void percentiles_so_far_are_those_of_all_seconds_merged() {
        track.add(second(0, 98, 1_000_000));
        track.add(second(1, 2, 50_000_000));
        assertThat(track.soFar().p50()).isCloseTo(1_000_000, PRECISION);
        assertThat(track.soFar().p99()).isCloseTo(50_000_000, PRECISION);
        assertThat(track.soFar().p999()).isCloseTo(50_000_000, PRECISION);
    }

    @Test
    void loops_that_fill_the_same_second_make_one_of_it() {
        track.add(second(0, 50, 1_000_000));
        track.add(second(0.001, 50, 9_000_000));
        track.add(second(1, 100, 2_000_000));
        assertThat(track.p99OfSeconds())
                .satisfiesExactly(
                        first -> assertThat(first).isCloseTo(9_000_000, PRECISION),
                        then -> assertThat(then).isCloseTo(2_000_000, PRECISION));
    }

    @Test
    void a_minute_is_remembered_and_no_more() {
        for (int i = 0; i < 100; i++) {
            track.add(second(i, 1, i < 40 ? 1_000_000 : 2_000_000));
        }
        assertThat(track.p99OfSeconds())
                .hasSize(60)
                .allSatisfy(p99 -> assertThat(p99).isCloseTo(2_000_000, PRECISION));
    }

    private static Interval second(double at, long count, long nanos) {
        var histogram = new Histogram(1_000, 3_600_000_000_000L, 3);
        histogram.recordValueWithCount(nanos, count);
        long start = (long) (at * 1e9);
        return new Interval(new Window(start, start + 1_000_000_000), histogram, histogram);
    }
}
