package dev.loombench.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.capacity.objective.Objectives;
import dev.loombench.load.result.LoadResult.Second;
import dev.loombench.run.trial.Probed;
import dev.loombench.traffic.Traffic;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/// Windows of 100 connections at 300/s whose response times, from 2 s on, violate p99<1s.
class ConnectionLimitTest {
    private static final Objectives P99 = Objectives.parse(List.of("p99<1s"));

    private static Histogram millis(long each) {
        var times = new Histogram(3);
        times.recordValueWithCount(each * 1_000_000, 200);
        return times;
    }

    /// @param inFlight at its end
    /// @param serviceMillis of each request
    private static Probed window(double inFlight, long serviceMillis, Map<String, Long> errors) {
        return window(List.of(40.0, 80.0, inFlight), serviceMillis, errors);
    }

    private static Probed window(
            List<Double> inFlight, long serviceMillis, Map<String, Long> errors) {
        var load = SampleRun.completed(100, 2_000, errors, 100, 0.2).load();
        var seconds =
                load.intervals().stream()
                        .map(s -> new Second(s.window(), s.responseTime(), millis(serviceMillis)))
                        .toList();
        return new Probed(load.with(seconds), true, inFlight);
    }

    private static boolean explains(Probed window, double lightSeconds, Objectives objectives) {
        return new ConnectionLimit(100, lightSeconds).explains(window, objectives, Traffic.NONE);
    }

    private static boolean explains(Probed window, double lightSeconds) {
        return explains(window, lightSeconds, P99);
    }

    /// 100 connections serve 100 / 0.5 s = 200/s.
    @Test
    void requests_that_take_as_long_as_ever_wait_for_connections() {
        assertThat(explains(window(99, 500, Map.of()), 0.5)).isTrue();
    }

    @Test
    void a_free_connection_is_no_limit() {
        assertThat(explains(window(90, 500, Map.of()), 0.5)).isFalse();
    }

    /// Requests behind a pause of a server wait for a connection, as those before hold all.
    @Test
    void a_moment_without_a_free_connection_is_a_pause_of_the_server() {
        var pause = List.of(40.0, 50.0, 100.0, 50.0, 40.0, 45.0, 40.0);
        assertThat(explains(window(pause, 500, Map.of()), 0.5)).isFalse();
    }

    /// A pool of 10 threads that takes 50 ms: 100 requests wait in it for 0.5 s.
    @Test
    void a_server_with_a_queue_of_its_own_is_the_reason() {
        assertThat(explains(window(100, 500, Map.of()), 0.05)).isFalse();
    }

    @Test
    void a_server_that_violates_the_objectives_by_itself_is_the_reason() {
        assertThat(explains(window(100, 1_100, Map.of()), 1.1)).isFalse();
        assertThat(explains(window(100, 500, Map.of("reset", 20L)), 0.5)).isFalse();
    }

    /// Nothing was slow, as only errors count: requests wait all the same.
    @Test
    void objectives_for_errors_have_the_same_limit() {
        var errors = Objectives.parse(List.of("errors<1%"));
        assertThat(explains(window(100, 500, Map.of()), 0.5, errors)).isTrue();
        assertThat(explains(window(100, 500, Map.of("reset", 20L)), 0.5, errors)).isFalse();
    }
}
