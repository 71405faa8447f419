package dev.loombench.analysis.validity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.ChangedSampleRun;
import dev.loombench.SampleRun;
import dev.loombench.SimulatedQueue;
import dev.loombench.SimulatedQueue.Service;
import dev.loombench.analysis.trial.IndependentResponses;
import dev.loombench.load.result.LoadResult;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Metric;
import dev.loombench.spec.load.Arrival;
import dev.loombench.spec.load.LoadModel;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The conditions that raise a finding about windows too short for a queue, and its rates over
/// simulated queues.
class QueueFindingTest {
    private static final int RUNS = 20;

    private static ExperimentSpec judgedBy(Metric metric) {
        return ChangedSampleRun.like(new LoadModel.Open(190, Arrival.POISSON, 1_000), metric)
                .spec();
    }

    private static String severity(Metric metric, double perWindow, double swing) {
        var responses = new IndependentResponses(perWindow, 10, swing);
        var found = QueueFinding.of(judgedBy(metric), SampleRun.POOL, responses);
        return found.map(f -> f.severity().label()).orElse("none");
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

    @Test
    void only_percentiles_with_too_few_observations_are_concerned() {
        var found =
                QueueFinding.of(
                                judgedBy(Metric.P99),
                                SampleRun.POOL,
                                new IndependentResponses(20, 10, 0.5))
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
        assertThat(QueueFinding.of(SampleRun.spec(), SampleRun.POOL, loads)).isEmpty();
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
