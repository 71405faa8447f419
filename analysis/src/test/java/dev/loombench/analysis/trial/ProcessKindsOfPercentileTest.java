package dev.loombench.analysis.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.base.Window;
import dev.loombench.experiment.Metric;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResults;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Kinds of processes by a percentile, of which few responses are evidence.
class ProcessKindsOfPercentileTest {
    /// Exponential response times, as of three processes in the same state: their p99 of 15
    /// responses beyond it has a standard error of about 6 %, so two that agree within 0.2 % and
    /// one 36 % above them are chance.
    @ParameterizedTest
    @CsvSource({"500, false", "50_000, true"})
    void few_responses_beyond_a_percentile_explain_a_distance(String perSecond, boolean kinds) {
        int responses = Integer.parseInt(perSecond.replace("_", ""));
        var trials =
                List.of(
                        trial(1, responses, 2.30),
                        trial(2, responses, 1.69),
                        trial(3, responses, 1.692));
        assertThat(ProcessKinds.of(Metric.P99, trials, List.of()).isPresent()).isEqualTo(kinds);
    }

    /// In one of three processes all users wait for a pause of 600 ms once: one response to each in
    /// one second, and an arriving request's p99 of 564 ms. Or for 100 ms, four times a second.
    @ParameterizedTest
    @CsvSource({"1, 1, 1, 600, false", "10, 1, 1, 600, false", "1, 3, 4, 100, true"})
    void one_pause_of_a_closed_load_is_no_kind(
            int users, int pausedSeconds, int times, int pauseMillis, boolean kinds) {
        var trials =
                List.of(
                        closed(1, users, 1, 0, 0, pauseMillis),
                        closed(2, users, 1.01, 0, 0, pauseMillis),
                        closed(3, users, 1, pausedSeconds, times, pauseMillis));
        assertThat(trials.getLast().value(Metric.P99).orElseThrow())
                .isGreaterThan(0.9e6 * pauseMillis);
        assertThat(ProcessKinds.of(Metric.P99, trials, List.of()).isPresent()).isEqualTo(kinds);
    }

    /// Twelve responses of 100 ms among 3,012 of 4.2 s: P(> w) = 12 (100 - w) / 4,200, and the p99
    /// is 96.5 ms. Of twelve, 5 % are 19 or more, or 5 or fewer, to either side half of them: 94.4
    /// and 98.5 ms. By the 30 that are expected beyond it they would be 95.2 and 97.7 ms.
    @Test
    void the_bounds_of_an_arriving_percentile_are_those_of_its_few_responses() {
        var range = PercentileRange.of(List.of(closed(1, 1, 1, 3, 4, 100)), Metric.P99, 0.95);
        assertThat(range.low()).isBetween(94.0e6, 94.9e6);
        assertThat(range.high()).isBetween(98.1e6, 98.9e6);
    }

    /// Ten users wait for it, in one second of three.
    @Test
    void one_pause_is_no_upper_bound_of_an_arriving_percentile() {
        var range = PercentileRange.of(List.of(closed(1, 10, 1, 1, 1, 600)), Metric.P99, 0.95);
        assertThat(range.high()).isInfinite();
    }

    /// Three seconds of users without think time, with exponential response times but for pauses.
    private static TrialFigures closed(
            int block,
            int users,
            double meanMillis,
            int pausedSeconds,
            int times,
            int pauseMillis) {
        var seconds =
                List.of(3, 4, 5).stream()
                        .map(s -> {
                            var responses = exponential(1_000 * users, meanMillis);
                            if (s < 3 + pausedSeconds) {
                                responses.recordValueWithCount(
                                        1_000_000L * pauseMillis, (long) times * users);
                            }
                            return second(s, responses);
                        })
                        .toList();
        return figures(block, new LoadModel.Closed(users, Duration.ZERO), 1_000 * users, seconds);
    }

    /// Binomial (1,500, 0.01): 15 beyond, with a deviation of 3.85; ln 100 and its derivative give
    /// 0.26 / 4.6; whole ranks make it larger.
    @Test
    void the_standard_error_of_an_exponential_tail() {
        assertThat(PercentileRange.standardError(trial(1, 500, 1), Metric.P99).orElseThrow())
                .isCloseTo(0.26 / 4.6, within(0.015));
    }

    /// Three seconds of equal response times, whose quantiles are those of an exponential
    /// distribution.
    private static TrialFigures trial(int block, int perSecond, double meanMillis) {
        var seconds =
                List.of(3, 4, 5).stream()
                        .map(s -> second(s, exponential(perSecond, meanMillis)))
                        .toList();
        var model = new LoadModel.Open(perSecond, Arrival.POISSON, perSecond);
        return figures(block, model, perSecond, seconds);
    }

    private static TrialFigures figures(
            int block, LoadModel model, int perSecond, List<LoadResult.Second> seconds) {
        var like = SampleRun.completed(perSecond, 1);
        var load =
                LoadResults.of(
                        new Window(3_000_000_000L, 6_000_000_000L),
                        like.load().counts(),
                        like.load().connections(),
                        like.load().generator(),
                        seconds);
        var trial = SampleRun.completed(like.warmUp(), load, like.unloaded(), like.observations());
        return TrialFigures.of(block, model, trial);
    }

    private static LoadResult.Second second(int start, Histogram times) {
        var window = new Window(start * 1_000_000_000L, (start + 1) * 1_000_000_000L);
        return new LoadResult.Second(window, times, times);
    }

    private static Histogram exponential(int count, double meanMillis) {
        var histogram = new Histogram(3);
        histogram.setAutoResize(true);
        for (int i = 0; i < count; i++) {
            double quantile = -Math.log(1 - (i + 0.5) / count);
            histogram.recordValue(Math.round(1e6 * meanMillis * quantile));
        }
        return histogram;
    }
}
