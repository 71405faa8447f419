package dev.loombench.analysis.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleFigures;
import dev.loombench.experiment.Metric;
import dev.loombench.stats.PercentileBounds;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class PercentileRangeTest {
    /// 28 % of the responses of each second take 100 ms, and the others some 500 ms, by up to 10 %
    /// more or less in each second: the share beyond the median changes from none to 72 %, and that
    /// beyond 300 ms not at all. So few seconds are no upper bound at this level.
    @Test
    void a_peak_that_moves_is_no_doubt_about_the_other() {
        var trials =
                List.of(trial(1, 450, 480, 482), trial(2, 515, 545, 547), trial(3, 555, 520, 522));
        var range = PercentileRange.of(trials, Metric.P50, 0.99);
        assertThat(range.low()).isBetween(440e6, 515e6);
    }

    /// In five seconds of nine most responses are slow, in four most are fast: nine seconds do not
    /// tell where the median is.
    @Test
    void shares_that_change_from_second_to_second_leave_both_peaks_open() {
        var trials = List.of(shares(1, 20, 80, 20), shares(2, 80, 20, 80), shares(3, 20, 80, 80));
        var range = PercentileRange.of(trials, Metric.P50, 0.95);
        assertThat(range.low()).isLessThan(110e6);
        assertThat(range.high()).isGreaterThan(490e6);
    }

    @Test
    void no_response_and_one_bound_nothing() {
        var open = new PercentileRange(0, Double.POSITIVE_INFINITY);
        assertThat(PercentileRange.of(alike(0), Metric.P50, 0.95)).isEqualTo(open);
        assertThat(PercentileRange.of(alike(1), Metric.P50, 0.95)).isEqualTo(open);
        assertThat(PercentileRange.trialsUntilBounded(alike(0), Metric.P50, 0.95)).isInfinite();
    }

    @Test
    void responses_that_take_the_same_time_are_both_bounds() {
        double time = (double) new Histogram(3).highestEquivalentValue(1_000_000);
        assertThat(PercentileRange.of(alike(1_000), Metric.P99, 0.95))
                .isEqualTo(new PercentileRange(time, time));
    }

    /// Of 2,000 responses of 1 to 2,000 ns, 370 are independent at 5.4 each. By their binomial
    /// distribution, 361 or fewer are up to p99 with 1.3 %, 362 with 3.4 %, and all with 2.4 %. The
    /// share up to 1,951 ns is that of 360.9 of them, and the share up to 1,999 ns that of 369.8.
    @Test
    void a_part_of_an_independent_response_excludes_no_value() {
        var times = new Histogram(3);
        for (int nanos = 1; nanos <= 2_000; nanos++) {
            times.recordValue(nanos);
        }
        assertThat(PercentileRange.of(times, new PercentileBounds(0.99, 0.95), _ -> 5.4))
                .isEqualTo(new PercentileRange(1_952, 2_000));
        assertThat(PercentileRange.of(times, new PercentileBounds(0.5, 0.95), _ -> 2_000))
                .as("one response alone")
                .isEqualTo(new PercentileRange(0, Double.POSITIVE_INFINITY));
    }

    /// One trial, whose responses take 1 ms each.
    private static List<TrialFigures> alike(int responses) {
        var times = new Histogram(3);
        times.recordValueWithCount(1_000_000, responses);
        return List.of(SampleFigures.of(1, 1, times, OptionalDouble.empty()));
    }

    /// @param millis of the slow responses of each second
    private static TrialFigures trial(int block, int... millis) {
        return SampleFigures.of(block, Arrays.stream(millis).mapToObj(m -> second(28, m)).toList());
    }

    /// @param percent of each second's responses that are fast
    private static TrialFigures shares(int block, int... percent) {
        return SampleFigures.of(
                block, Arrays.stream(percent).mapToObj(p -> second(p, 500)).toList());
    }

    /// 500 responses: 100 ms, or as long as given and up to 10 ms less or more.
    private static Histogram second(int percentFast, int slowMillis) {
        var times = new Histogram(3);
        times.setAutoResize(true);
        int slow = 500 - 5 * percentFast;
        times.recordValueWithCount(100_000_000, 500 - slow);
        for (int i = 0; i < slow; i++) {
            times.recordValue(Math.round(1e6 * (slowMillis - 10 + 20.0 * i / slow)));
        }
        return times;
    }
}
