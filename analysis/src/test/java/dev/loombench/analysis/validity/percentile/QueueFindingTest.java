package dev.loombench.analysis.validity.percentile;

import static dev.loombench.ChangedSampleRun.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.ChangedSampleRun;
import dev.loombench.SampleRun;
import dev.loombench.SimulatedQueue;
import dev.loombench.SimulatedQueue.Service;
import dev.loombench.analysis.trial.correlation.IndependentResponses;
import dev.loombench.analysis.trial.correlation.QueuedResponses;
import dev.loombench.analysis.validity.percentile.TailFinding.Percentile;
import dev.loombench.base.Window;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Severity;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResults;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.LoadProfile;
import dev.loombench.traffic.ThinkTime;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The conditions that raise a finding about windows too short for a queue, and its rates over
/// simulated queues.
class QueueFindingTest {
    private static final int RUNS = 20;

    /// 19 requests in flight at 190/s: 4 / 1.7 * 19^2 / 190 s.
    private static final double OF_QUEUE = 4.5;

    private static final LoadModel OPEN = new LoadModel.Open(190, Arrival.POISSON, 1_000);

    private static Experiment judgedBy(Metric metric) {
        return ChangedSampleRun.like(OPEN, metric).experiment();
    }

    private static String severity(Metric metric, double perWindow, double swing) {
        var responses = new IndependentResponses(perWindow, 10, swing, OF_QUEUE);
        var found = found(judgedBy(metric), responses);
        return found.map(f -> f.severity().label()).orElse("none");
    }

    private static Optional<QueueFinding> found(
            Experiment experiment, IndependentResponses responses) {
        return QueueFinding.ofQueued(experiment, SampleRun.POOL, QueuedResponses.all(responses));
    }

    /// 12 * (0.5 / tail)^0.7: 12, 185.6 and 929.8.
    @ParameterizedTest
    @CsvSource({
        "P50, 11.9, invalid",
        "P50, 12.1, note",
        "P99, 185, invalid",
        "P99, 186, none",
        "P999, 929, invalid",
        "P999, 930, none",
        "CPU_PER_REQUEST, 185, note",
        "CPU_PER_REQUEST, 186, none"
    })
    void a_rarer_tail_needs_more_observations(Metric metric, double perWindow, String severity) {
        assertThat(severity(metric, perWindow, 0.5)).isEqualTo(severity);
    }

    @ParameterizedTest
    @CsvSource({"0.11, invalid", "0.09, none"})
    void response_times_that_hardly_change_are_no_queue(double swing, String severity) {
        assertThat(severity(Metric.P99, 5, swing)).isEqualTo(severity);
    }

    /// 10 s / 5 are 2 s for each observation; a queue takes up to 40 times its own.
    @ParameterizedTest
    @CsvSource({"0.051, invalid", "0.049, none"})
    void a_server_that_is_hardly_loaded_has_no_slow_queue(double ofQueue, String severity) {
        var responses = new IndependentResponses(5, 10, 0.5, ofQueue);
        var found = found(judgedBy(Metric.P99), responses);
        assertThat(found.map(f -> f.severity().label()).orElse("none")).isEqualTo(severity);
    }

    @Test
    void only_percentiles_with_too_few_observations_are_concerned() {
        var found =
                found(judgedBy(Metric.P99), new IndependentResponses(20, 10, 0.5, OF_QUEUE))
                        .orElseThrow();
        assertThat(found.invalidates(Metric.P99, SampleRun.POOL, SampleRun.VIRTUAL)).isTrue();
        assertThat(found.invalidates(Metric.P99, SampleRun.VIRTUAL, SampleRun.POOL)).isTrue();
        assertThat(found.invalidates(Metric.P50, SampleRun.POOL, SampleRun.VIRTUAL)).isFalse();
        assertThat(found.invalidates(Metric.THROUGHPUT, SampleRun.POOL, SampleRun.VIRTUAL))
                .isFalse();
        assertThat(found.affects(Metric.CPU_PER_REQUEST)).isFalse();
        // 1.5 * 185.6 observations of 0.5 s * (1 + 5 / 20)
        assertThat(found.sufficient()).isEqualTo(Duration.ofSeconds(175));
    }

    @Test
    void a_closed_load_has_no_such_queue() {
        var loads = SimulatedQueue.of(1, 0.005, 0.95, Service.EXPONENTIAL).run(4, 5, 1);
        assertThat(QueueFinding.of(SampleRun.experiment(), SampleRun.POOL, loads)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"EXPONENTIAL, true", "CONSTANT, false"})
    void users_who_think_by_chance_have_one(ThinkTime.Distribution think, boolean found) {
        var users =
                new LoadModel.Closed(
                        LoadProfile.constant(1_000), new ThinkTime(Duration.ofSeconds(5), think));
        var loads = SimulatedQueue.of(1, 0.005, 0.95, Service.EXPONENTIAL).run(4, 5, 1);
        var experiment = ChangedSampleRun.like(users, Metric.P99).experiment();
        assertThat(QueueFinding.of(experiment, SampleRun.POOL, loads).isPresent()).isEqualTo(found);
    }

    /// A window by itself, whose own mean hides a correlation that is longer.
    @ParameterizedTest
    @CsvSource({
        "1, 0.005, 0.8, EXPONENTIAL, true, 10, 0.9, 1",
        "1, 0.005, 0.9, EXPONENTIAL, true, 10, 0.9, 1",
        "1, 0.005, 0.9, EXPONENTIAL, true, 30, 0.9, 1",
        "1, 0.005, 0.95, EXPONENTIAL, true, 10, 0.9, 1",
        "1, 0.005, 0.95, EXPONENTIAL, false, 10, 0.9, 1",
        "10, 0.02, 0.95, EXPONENTIAL, true, 10, 0.7, 1",
        "1, 0.005, 0.3, EXPONENTIAL, true, 30, 0, 0.05",
        "10, 0.02, 0.5, EXPONENTIAL, true, 5, 0, 0.1",
        "10, 0.02, 0.5, EXPONENTIAL, true, 30, 0, 0.05",
    })
    void a_load_by_itself_has_the_same_finding(
            int servers,
            double service,
            double load,
            Service distribution,
            boolean poisson,
            int seconds,
            double atLeast,
            double atMost) {
        var queue = new SimulatedQueue(servers, service, load, distribution, poisson);
        long found =
                IntStream.range(0, RUNS)
                        .filter(run -> ofLoad(queue.run(1, seconds, run).getFirst()).isPresent())
                        .count();
        assertThat((double) found / RUNS).isBetween(atLeast, atMost);
    }

    private static Optional<QueueFinding> ofLoad(LoadResult load, Percentile... limited) {
        return QueueFinding.of("load", OPEN, load, List.of(limited));
    }

    @Test
    void a_load_by_itself_is_judged_by_percentiles_of_enough_responses() {
        var load = SimulatedQueue.of(1, 0.005, 0.95, Service.EXPONENTIAL).run(1, 10, 1).getFirst();
        var rarer = new Percentile("p99.9", 99.9); // of 1,900 responses, two lie beyond it
        var found = ofLoad(load, new Percentile("p50", 50), rarer).orElseThrow();
        assertThat(found.strictest().label()).isEqualTo("p99");
        assertThat(found.severity()).isEqualTo(Severity.NOTE);
        assertThat(found.concerns(rarer)).isTrue();
        assertThat(found.ofLoad().impact())
                .isEqualTo(
                        "the window is too short for its p99, which is too low in most such windows");
        var few = SimulatedQueue.of(1, 0.005, 0.95, Service.EXPONENTIAL).run(1, 3, 1).getFirst();
        assertThat(ofLoad(few)).isEmpty();
    }

    /// Of the slowest 4 %, p99 is the upper quartile, which needs 12 * 2^0.7 = 19.5 observations,
    /// and p98 the median, which needs 12.
    @ParameterizedTest
    @CsvSource({"19, true", "20, false"})
    void a_percentile_is_also_one_of_the_slowest_responses(double perWindow, boolean found) {
        var queued =
                List.of(
                        new QueuedResponses(1, new IndependentResponses(1_000, 10, 0.5, OF_QUEUE)),
                        new QueuedResponses(
                                0.04, new IndependentResponses(perWindow, 10, 0.5, OF_QUEUE)));
        var finding = QueueFinding.ofQueued(judgedBy(Metric.P99), SampleRun.POOL, queued);
        assertThat(finding.isPresent()).isEqualTo(found);
        finding.ifPresent(f -> {
            assertThat(f.concerns(new Percentile("p98", 98))).isFalse();
            assertThat(f.affects(Metric.P50)).isFalse();
            assertThat(f.text().message()).contains("independent observation of its slowest");
            // 1.5 * 19.5 observations of 10 s / 19 * (1 + 5 / 19)
            assertThat(f.sufficient()).isEqualTo(Duration.ofSeconds(20));
        });
    }

    /// One request of twenty waits for one server of 40 ms, and the others take 1 ms. Most runs of
    /// 30 s at half of its capacity have no finding.
    @ParameterizedTest
    @CsvSource({"0.9, 10, 0.7, 1", "0.9, 30, 0.7, 1", "0.5, 30, 0, 0.3"})
    void a_queue_that_few_requests_meet_is_found(
            double load, int seconds, double atLeast, double atMost) {
        var queue = SimulatedQueue.of(1, 0.04, load, Service.EXPONENTIAL);
        int others = (int) Math.round(19 * load / 0.04);
        var found =
                IntStream.range(0, RUNS)
                        .mapToObj(run -> queue.runAmong(others, 4, seconds, run))
                        .flatMap(loads ->
                                QueueFinding.of(judgedBy(Metric.P99), SampleRun.POOL, loads)
                                        .stream())
                        .toList();
        assertThat((double) found.size() / RUNS).isBetween(atLeast, atMost);
        assertThat(found).allMatch(f -> !f.affects(Metric.P50));
    }

    /// Of 400 responses in a second, 15 take 100 or 200 ms, as after pauses of different length.
    @ParameterizedTest
    @CsvSource({"1, false", "5, true"})
    void pauses_of_single_seconds_are_no_queue(int secondsAlike, boolean found) {
        var load = SampleRun.completed(400, 10).load();
        var intervals =
                IntStream.range(0, 10)
                        .mapToObj(second -> {
                            var times = SampleRun.histogram(385, 10);
                            boolean longer = second / secondsAlike % 2 == 1;
                            times.recordValueWithCount(longer ? 200_000_000 : 100_000_000, 15);
                            var window = new Window(second * SECOND, (second + 1) * SECOND);
                            return new LoadResult.Second(window, times, times);
                        })
                        .toList();
        var window =
                LoadResults.of(
                        new Window(0, 10 * SECOND),
                        load.counts(),
                        load.connections(),
                        load.generator(),
                        intervals);
        assertThat(isFound(Collections.nCopies(4, window))).isEqualTo(found);
    }

    /// Four windows each, judged by p99.
    @ParameterizedTest
    @CsvSource({
        "1, 0.005, 0.5, EXPONENTIAL, true, 30, 0, 0.05",
        "10, 0.02, 0.5, EXPONENTIAL, true, 5, 0, 0.05",
        "10, 0.02, 0.8, EXPONENTIAL, true, 30, 0, 0.05",
        "1, 0.005, 0.8, EXPONENTIAL, false, 60, 0, 0.05",
        "1, 0.005, 0.8, EXPONENTIAL, true, 10, 0.95, 1",
        "1, 0.005, 0.9, EXPONENTIAL, true, 30, 0.95, 1",
        "1, 0.005, 0.95, EXPONENTIAL, true, 10, 0.95, 1",
        "1, 0.005, 0.95, EXPONENTIAL, false, 5, 0.95, 1",
        "10, 0.02, 0.95, EXPONENTIAL, true, 10, 0.95, 1",
        "1, 0.005, 0.95, CONSTANT, true, 10, 0.95, 1",
        "1, 0.005, 0.9, LOGNORMAL, true, 10, 0.95, 1",
    })
    void windows_that_are_too_short_are_found_and_others_are_not(
            int servers,
            double service,
            double load,
            Service distribution,
            boolean poisson,
            int seconds,
            double atLeast,
            double atMost) {
        var queue = new SimulatedQueue(servers, service, load, distribution, poisson);
        long found =
                IntStream.range(0, RUNS).filter(run -> isFound(queue.run(4, seconds, run))).count();
        assertThat((double) found / RUNS).isBetween(atLeast, atMost);
    }

    private static boolean isFound(List<LoadResult> loads) {
        return QueueFinding.of(judgedBy(Metric.P99), SampleRun.POOL, loads).isPresent();
    }
}
