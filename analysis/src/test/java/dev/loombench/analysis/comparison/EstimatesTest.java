package dev.loombench.analysis.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleFigures;
import dev.loombench.SampleRun;
import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.experiment.Metric;
import dev.loombench.stats.BlocksNeeded.Range;
import dev.loombench.stats.Interval;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class EstimatesTest {
    private static final Estimates ESTIMATES = new Estimates(0.95);

    private static List<TrialFigures> trials(Histogram times, double... throughputs) {
        return IntStream.range(0, throughputs.length)
                .mapToObj(i -> trial(i, times, throughputs[i]))
                .toList();
    }

    private static TrialFigures trial(int block, Histogram times, double throughput) {
        return SampleFigures.of(block, throughput, times, OptionalDouble.of(25));
    }

    private static List<TrialFigures> throughputs(double... values) {
        return trials(new Histogram(3), values);
    }

    @Test
    void no_interval_is_below_zero() {
        // 800 ± 12.7 * 283 / sqrt(2): from -1,741 without the limit
        var interval = ESTIMATES.interval(Metric.THROUGHPUT, throughputs(600, 1_000)).orElseThrow();
        assertThat(interval.low()).isZero();
        assertThat(interval.high()).isCloseTo(3_341, within(1.0));
        assertThat(interval.informative()).isFalse();
    }

    @Test
    void equal_trials_have_an_interval_as_wide_as_their_rounding() {
        var four = throughputs(1, 1, 1, 1);
        // 25 threads: half a thread / sqrt(4) = 0.25, 1 %
        assertThat(ESTIMATES.interval(Metric.THREADS, four))
                .contains(new Interval(24.75, 25, 25.25));
        var ratio = ESTIMATES.ratio(Metric.THREADS, four, four).orElseThrow();
        assertThat(ratio.low()).isCloseTo(0.99 / 1.01, within(1e-12));
        assertThat(ratio.high()).isCloseTo(1.01 / 0.99, within(1e-12));
    }

    @Test
    void throughput_is_rounded_to_one_response() {
        var times = SampleRun.histogram(500, 10);
        var interval =
                ESTIMATES
                        .interval(Metric.THROUGHPUT, trials(times, 250, 250, 250, 250))
                        .orElseThrow();
        // One response of 500 is 0.2 %, half of it by sqrt(4) 0.05 %: 0.125/s
        assertThat(interval.low()).isCloseTo(249.875, within(1e-9));
        assertThat(interval.high()).isCloseTo(250.125, within(1e-9));
    }

    @Test
    void a_percentile_interval_is_at_least_one_histogram_step_wide() {
        var times = SampleRun.histogram(500, 400);
        var same = IntStream.range(0, 6).mapToObj(i -> trial(i, times, 250)).toList();
        var interval = ESTIMATES.interval(Metric.P99, same).orElseThrow();
        long step = times.sizeOfEquivalentValueRange(400_000_000);
        assertThat(interval.high() - interval.low()).isCloseTo(step / Math.sqrt(6), within(1.0));
    }

    /// The logarithms of 100, 100, 100, 100 and 110 have the mean ln(100) + 0.0191 and s = 0.0426:
    /// 101.9 ± 5.3 % ends at 107.5, as 2.776 * 0.0426 / sqrt(5) = 0.0529. A fifth of all response
    /// times are 110: the interval is as wide above them.
    @Test
    void a_percentile_interval_contains_the_percentile_of_all_trials() {
        var trials =
                Stream.of(100, 100, 100, 100, 110)
                        .map(nanos -> trial(1, SampleRun.histogram(500, nanos / 1e6), 250))
                        .toList();
        var interval = ESTIMATES.interval(Metric.P99, trials).orElseThrow();
        assertThat(interval.low()).isCloseTo(100 * Math.exp(0.0191 - 0.0529), within(0.1));
        assertThat(interval.point()).isEqualTo(110);
        assertThat(interval.high()).isCloseTo(110 * Math.exp(0.0529), within(0.05));
    }

    /// Blocks 1 and 3 have both: ratios 2 and 2, whatever the trials of blocks 2 and 4 are.
    @Test
    void a_ratio_uses_the_blocks_that_have_both_variants() {
        var first = List.of(of(1, 100), of(2, 1), of(3, 50));
        var variant = List.of(of(3, 100), of(1, 200), of(4, 7));
        var ratio = ESTIMATES.ratio(Metric.ELAPSED, List.of(), first);
        assertThat(ratio).isEmpty();
        assertThat(Estimates.blocks(Metric.THROUGHPUT, variant, first)).isEqualTo(2);
        assertThat(ESTIMATES.ratio(Metric.THROUGHPUT, variant, first).orElseThrow())
                .isEqualTo(new Interval(2, 2, 2));
    }

    /// 2,000 times of 1 to 2,000 ms in each of four trials. The median of 8,000 lies within 1.96 *
    /// sqrt(8,000) / 2 = 87.7 ranks, 21.9 ms of 1,000, and the ratio of two within sqrt(2) times
    /// 2.2 %, 3.1 %. It is within ln(1.01) = 0.00995 with 4 * (0.031 / 0.00995)² = 39 blocks,
    /// however alike the trials are.
    @Test
    void the_responses_of_a_percentile_forecast_blocks_too() {
        var times = new Histogram(3);
        for (int millis = 1; millis <= 2_000; millis++) {
            times.recordValue(millis * 1_000_000L);
        }
        var same = trials(times, 1, 1, 1, 1);
        var needed = ESTIMATES.blocksForRatio(Metric.P50, same, same, Range.equivalent(0.01));
        assertThat(needed.low()).isBetween(36, 43);
        assertThat(needed.high()).isEqualTo(needed.low());
    }

    /// The longest of 368 is the first that is above the p99 in 97.5 % of samples: seven trials of
    /// 60 have as many.
    @Test
    void a_percentile_without_a_bound_needs_the_trials_that_have_one() {
        var times = new Histogram(3);
        times.recordValueWithCount(1_000_000, 60);
        var same = trials(times, 1, 1.01, 1, 0.99);
        var needed = ESTIMATES.blocksForRatio(Metric.P99, same, same, Range.equivalent(0.5));
        assertThat(needed.low()).isEqualTo(7);
    }

    private static TrialFigures of(int block, double throughput) {
        return SampleFigures.of(block, throughput);
    }

    @Test
    void an_interval_beyond_a_factor_of_ten_is_not_informative() {
        assertThat(new Interval(0.1, 1, 10).informative()).isTrue();
        assertThat(new Interval(0.099, 1, 9).informative()).isFalse();
        assertThat(new Interval(0.5, 1, 10.1).informative()).isFalse();
        assertThat(new Interval(0, 0, 0).informative()).isTrue();
    }
}
