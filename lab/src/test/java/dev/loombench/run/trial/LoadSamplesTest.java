package dev.loombench.run.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.load.result.LoadProgress;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadSamplesTest {
    private static final long MILLI = 1_000_000;
    private static final long START = 5_000 * MILLI;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final LoadSamples samples = new LoadSamples(START);

    private void add(long millis, long succeeded, long errors, long inFlight) {
        samples.add(
                new LoadProgress(START + millis * MILLI, succeeded, 0, errors, inFlight, 50, 0));
    }

    private void assertThroughput(double perSecond) {
        assertThat(samples.throughput()).isCloseTo(perSecond, within(1e-9 * perSecond));
    }

    private void assertResponseTime(Duration expected) {
        assertThat(samples.responseTime(TIMEOUT)).isCloseTo(expected, Duration.ofNanos(1));
    }

    /// 100 responses per second up to 2 s, then 300.
    @Test
    void throughput_is_that_of_the_last_second() {
        for (long t = 250; t <= 3_000; t += 250) {
            add(t, t <= 2_000 ? t / 10 : 200 + (t - 2_000) * 3 / 10, 0, 60);
        }
        assertThroughput(300);
    }

    /// The sample at 1.0 s is older than a second: (900 - 500) / 0.8 s.
    @Test
    void an_older_sample_is_not_part_of_it() {
        add(1_000, 100, 0, 60);
        add(1_400, 500, 0, 60);
        add(2_200, 900, 0, 60);
        assertThroughput(500);
    }

    @Test
    void a_single_sample_counts_from_the_start_of_the_load() {
        assertThat(samples.throughput()).isNaN();
        add(500, 20, 0, 60);
        assertThroughput(40);
        add(2_500, 500, 0, 60);
        assertThroughput(200);
    }

    /// The responses of the last second alone may be none, or all of the users at once.
    @Test
    void the_mean_response_time_is_that_of_many_seconds() {
        assertThat(samples.meanResponseSeconds()).isInfinite();
        add(250, 0, 0, 8);
        assertThat(samples.meanResponseSeconds()).isInfinite();
        samples.add(new LoadProgress(START + 3_250 * MILLI, 8, 8 * 3_000 * MILLI, 0, 8, 50, 0));
        add(5_000, 8, 0, 8);
        samples.add(new LoadProgress(START + 6_250 * MILLI, 16, 16 * 3_000 * MILLI, 0, 8, 50, 0));
        assertThat(samples.meanResponseSeconds()).isCloseTo(3, within(1e-9));
    }

    /// A cold server answers 2,000 requests after 1 s each, and later 4,000 after 10 ms.
    @Test
    void what_waits_while_a_server_is_cold_does_not_count() {
        samples.add(new LoadProgress(START + 2_000 * MILLI, 2_000, 2_000_000 * MILLI, 0, 8, 50, 0));
        assertThat(samples.meanResponseSeconds()).isCloseTo(1, within(1e-9));
        samples.add(new LoadProgress(START + 6_000 * MILLI, 6_000, 2_040_000 * MILLI, 0, 8, 50, 0));
        assertThat(samples.meanResponseSeconds()).isCloseTo(0.01, within(1e-9));
    }

    /// 60 in flight at 300 per second; at rest none is in flight.
    @Test
    void the_response_time_is_requests_in_flight_over_throughput() {
        add(1_000, 0, 0, 90);
        add(1_500, 150, 0, 60);
        assertResponseTime(Duration.ofMillis(200));
        add(2_000, 300, 0, 0);
        assertResponseTime(Duration.ofMillis(200));
    }

    /// The oldest arrival has waited for 500 ms when its connection is free.
    @Test
    void the_response_time_includes_the_wait_for_a_free_connection() {
        add(1_000, 0, 0, 60);
        samples.add(new LoadProgress(START + 1_500 * MILLI, 150, 0, 0, 60, 50, 500 * MILLI));
        assertResponseTime(Duration.ofMillis(700));
        add(2_000, 300, 0, 0); // at rest
        assertResponseTime(Duration.ofMillis(700));
        add(2_500, 450, 0, 60);
        assertResponseTime(Duration.ofMillis(200));
    }

    @Test
    void without_a_response_the_response_time_is_the_timeout() {
        assertThat(samples.responseTime(TIMEOUT)).isEqualTo(TIMEOUT);
        add(1_000, 0, 0, 90);
        add(1_500, 0, 0, 90);
        assertThat(samples.responseTime(TIMEOUT)).isEqualTo(TIMEOUT);
    }

    @Test
    void the_samples_of_a_load_that_has_ended_do_not_count() {
        add(1_000, 5_000, 0, 60);
        samples.clear();
        assertThat(samples.count()).isZero();
        add(1_500, 100, 0, 60);
        add(2_000, 300, 0, 60);
        assertThroughput(400);
    }

    @Test
    void errors_are_a_series_only_where_there_are_any() {
        samples.add(new LoadProgress(START + 1_000 * MILLI, 100, 300 * MILLI, 0, 60, 50, 0));
        long at = START + 1_000 * MILLI;
        assertThat(samples.series())
                .containsExactly(
                        new Series("load", MetricId.LOAD_RESPONSES, List.of(new Point(at, 100))),
                        new Series(
                                "load",
                                MetricId.LOAD_RESPONSE_TIME,
                                List.of(new Point(at, 300e6))));
        add(1_500, 150, 2, 60);
        assertThat(samples.series())
                .element(2)
                .isEqualTo(
                        new Series(
                                "load",
                                MetricId.LOAD_ERRORS,
                                List.of(
                                        new Point(START + 1_000 * MILLI, 0),
                                        new Point(START + 1_500 * MILLI, 2))));
    }
}
