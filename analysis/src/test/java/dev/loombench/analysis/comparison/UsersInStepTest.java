package dev.loombench.analysis.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleFigures;
import dev.loombench.SampleRun;
import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.analysis.trial.WithinNoise;
import dev.loombench.base.Window;
import dev.loombench.experiment.Metric;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResults;
import dev.loombench.result.TrialOutcome.WarmUp;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/// Servers that respond to all requests at once, every second or so: 50 users wait for the same
/// batch, send again together, and wait for the whole period. In windows of 5 s, the first batch
/// comes after 0.1 s, in all blocks: the time of the first request decides when batches come.
class UsersInStepTest {
    private static final int USERS = 50;
    private static final int SECONDS = 5;
    private static final double FIRST = 0.1;
    private static final long SECOND = 1_000_000_000;
    private static final Estimates ESTIMATES = new Estimates(ConfidenceLevels.LEVEL);
    private static final Comparison COMPARISON = new Comparison(Metric.THROUGHPUT, 0.03, ESTIMATES);

    private static List<TrialFigures> trials(double period) {
        return trials(period, FIRST, FIRST, FIRST, FIRST);
    }

    /// @param first batch of each block, s
    private static List<TrialFigures> trials(double period, double... first) {
        return IntStream.rangeClosed(1, first.length)
                .mapToObj(block -> trial(block, period, first[block - 1]))
                .toList();
    }

    private static TrialFigures trial(int block, double period, double first) {
        var intervals = new ArrayList<LoadResult.Second>();
        long responses = 0;
        for (int s = 0; s < SECONDS; s++) {
            int batches = batches(s + 1, period, first) - batches(s, period, first);
            var times = new Histogram(60 * SECOND, 3);
            times.recordValueWithCount(Math.round(period * SECOND), (long) USERS * batches);
            responses += (long) USERS * batches;
            intervals.add(
                    new LoadResult.Second(new Window(s * SECOND, (s + 1) * SECOND), times, times));
        }
        var load =
                LoadResults.of(
                        new Window(0, SECONDS * SECOND),
                        LoadResults.counts(responses, responses, Map.of(), 0, responses, 0),
                        LoadResults.connections(USERS, USERS, 0, 0, 0, USERS, new Histogram(3)),
                        LoadResults.generator("nio", 0, 0, new Histogram(3)),
                        intervals);
        var warmUp = new WarmUp(new Window(0, 1), 0, List.of());
        return TrialFigures.of(
                block,
                new LoadModel.Closed(USERS, Duration.ZERO),
                SampleRun.completed(warmUp, load, Optional.empty(), List.of()));
    }

    /// Until a time.
    private static int batches(double until, double period, double first) {
        return until <= first ? 0 : (int) Math.ceil((until - first) / period);
    }

    /// Five batches of each within 5 s, and 1 / 1.05 as many in the long run, or 47.6/s. Histograms
    /// resolve a thousandth.
    @Test
    void servers_whose_windows_have_as_many_waves_are_not_equal() {
        var slower = trials(1.05);
        var first = trials(1);
        assertThat(slower.getFirst().throughput()).isEqualTo(first.getFirst().throughput());
        assertThat(ESTIMATES.ratio(Metric.THROUGHPUT, slower, first).orElseThrow().contains(0.955))
                .isTrue();
        assertThat(ESTIMATES.interval(Metric.THROUGHPUT, slower).orElseThrow().contains(47.8))
                .isTrue();
        var verdict = COMPARISON.of(slower, first);
        assertThat(verdict.label()).isEqualTo("undecided");
        assertThat(verdict.blocksNeeded().orElseThrow().isBeyondLimit()).isTrue();
    }

    /// Four batches and five in all blocks, and 1 / 1.24 = 0.806 times as many in the long run.
    @Test
    void a_difference_contains_that_of_the_long_run() {
        var ratio = ESTIMATES.ratio(Metric.THROUGHPUT, trials(1.24), trials(1)).orElseThrow();
        assertThat(ratio.point()).isBetween(0.79, 0.81);
        assertThat(ratio.contains(0.805)).isTrue();
    }

    /// Of 5 batches, where 4.76 are their share; of another server whose blocks differ by 2 %.
    @Test
    void the_interval_of_the_long_run_is_as_wide_as_that_of_the_windows() {
        var other =
                IntStream.rangeClosed(1, 4)
                        .mapToObj(block -> SampleFigures.of(block, 50 + block % 2))
                        .toList();
        var cut = ESTIMATES.ratio(Metric.THROUGHPUT, trials(1.05), other).orElseThrow();
        var even = ESTIMATES.ratio(Metric.THROUGHPUT, trials(1), other).orElseThrow();
        assertThat(even.high() / even.low()).isGreaterThan(1.03);
        assertThat(cut.low()).isCloseTo(even.low() / 1.05, within(0.002));
        assertThat(cut.high()).isCloseTo(even.high(), within(1e-9));
    }

    /// Five batches or four, where 4.76 are their share: the spread of the trials shows it.
    @Test
    void waves_that_come_at_another_time_in_each_window_are_noise() {
        assertThat(WithinNoise.commonEnds(trials(1.05))).isCloseTo(-Math.log(1.05), within(0.001));
        assertThat(WithinNoise.commonEnds(trials(1.05, 0.1, 0.9, 0.5, 1))).isZero();
    }

    /// 0.5 ms from one batch to the next: a window has ten thousand, and one more or less.
    @Test
    void many_waves_leave_nothing_open() {
        var ratio = ESTIMATES.ratio(Metric.THROUGHPUT, trials(0.0005), trials(0.0005));
        assertThat(ratio.orElseThrow().low()).isGreaterThan(0.999);
    }
}
