package dev.loombench.load.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.load.limit.RecordedQueue.Service;
import dev.loombench.load.result.LoadResult;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How often simulated queues are taken for overloaded ones, in windows of 5 s after a warm-up of 3
/// s, of fixed seeds. The bounds are about three and a half standard deviations from the rates that
/// larger simulations gave.
class BacklogTest {
    private static final Traffic TRAFFIC =
            Traffic.of(new Request("GET", "/hello", Map.of(), "", Duration.ofSeconds(30)));

    /// 10 connections of 50 ms allow 200/s. Half of these windows would exceed the 2 % by chance.
    @ParameterizedTest
    @CsvSource({
        "40, POISSON, 1, EXPONENTIAL, 0.08",
        "200, POISSON, 1, EXPONENTIAL, 0.03",
        "200, CONSTANT, 1, EXPONENTIAL, 0.03",
        "200, POISSON, 10, CONSTANT, 0.02",
        "200, CONSTANT, 10, CONSTANT, 0",
        "1000, POISSON, 1, EXPONENTIAL, 0.01"
    })
    void a_queue_at_95_percent_of_its_capacity_is_rarely_taken_for_overloaded(
            double capacity, Arrival arrival, int servers, Service service, double most) {
        assertThat(share(0.95, capacity, arrival, servers, service)).isLessThanOrEqualTo(most);
    }

    @ParameterizedTest
    @CsvSource({
        "40, CONSTANT, 10, CONSTANT, 1",
        "200, CONSTANT, 10, CONSTANT, 1",
        "200, POISSON, 10, CONSTANT, 0.6",
        "1000, POISSON, 10, CONSTANT, 0.9",
        "1000, POISSON, 1, EXPONENTIAL, 0.75"
    })
    void a_load_of_105_percent_of_the_capacity_is_found(
            double capacity, Arrival arrival, int servers, Service service, double least) {
        assertThat(share(1.05, capacity, arrival, servers, service)).isGreaterThanOrEqualTo(least);
    }

    private static double share(
            double utilization, double capacity, Arrival arrival, int servers, Service service) {
        var random = new SplittableRandom(1);
        var queue = new RecordedQueue(utilization * capacity, arrival, servers, capacity, service);
        int windows = 100;
        long found = 0;
        for (int i = 0; i < windows; i++) {
            found +=
                    Backlog.of(queue.load(), TRAFFIC, List.of(queue.window(3, 5, random)), 3)
                                    .isPresent()
                            ? 1
                            : 0;
        }
        return (double) found / windows;
    }

    /// 220/s on 10 x 50 ms: 200/s are answered, and 20 more wait with every second.
    @Test
    void its_figures_are_those_of_the_arrivals_and_responses() {
        var queue = new RecordedQueue(220, Arrival.CONSTANT, 10, 200, Service.CONSTANT);
        var load = queue.window(3, 5, new SplittableRandom(1));
        var backlog = Backlog.of(queue.load(), TRAFFIC, List.of(load), 3).orElseThrow();
        assertThat(backlog.arrivals()).isCloseTo(220, within(0.3));
        assertThat(backlog.responses()).isCloseTo(200, within(0.3));
        assertThat(backlog.growth()).isCloseTo(20, within(0.6));
        assertThat(backlog.timedOut()).isZero();
    }

    /// At 10,000/s, 4 % of the arrivals wait at the end of a window whose last 200 ms are a pause.
    @Test
    void a_pause_at_the_end_of_the_window_is_no_overload() {
        var paused =
                RecordedQueue.result(10_000, 5, 48_000, Map.of(), new double[] {5, 5, 5, 5, 25});
        var growing =
                RecordedQueue.result(
                        10_000, 5, 48_000, Map.of(), new double[] {5, 45, 85, 125, 165});
        var model = new LoadModel.Open(10_000, Arrival.CONSTANT, 1_000);
        assertThat(Backlog.of(model, TRAFFIC, List.of(paused), 3)).isEmpty();
        assertThat(Backlog.of(model, TRAFFIC, List.of(growing), 3)).isPresent();
    }

    /// 1,000 arrivals of which 2 % or more time out after 30 s.
    @ParameterizedTest
    @CsvSource({"20, 29000, false", "21, 29000, true", "21, 15500, true", "21, 14500, false"})
    void requests_that_wait_for_half_of_the_time_out_and_time_out_are_an_overload(
            long timeOuts, double responseMillis, boolean found) {
        var load =
                RecordedQueue.result(
                        200,
                        5,
                        1_000 - timeOuts,
                        Map.of("timeout", timeOuts),
                        new double[] {
                            responseMillis,
                            responseMillis,
                            responseMillis,
                            responseMillis,
                            responseMillis
                        });
        var model = new LoadModel.Open(200, Arrival.CONSTANT, 1_000);
        assertThat(Backlog.of(model, TRAFFIC, List.of(load), 3).isPresent()).isEqualTo(found);
    }

    @Test
    void refused_requests_do_not_wait() {
        LoadResult refused =
                RecordedQueue.result(
                        220,
                        5,
                        1_000,
                        Map.of("status-5xx", 100L),
                        new double[] {50, 51, 52, 53, 54});
        var model = new LoadModel.Open(220, Arrival.CONSTANT, 1_000);
        assertThat(Backlog.of(model, TRAFFIC, List.of(refused), 3)).isEmpty();
    }
}
