package dev.loombench.analysis.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.load.result.ArrivingRequest;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.LoadProfile;
import dev.loombench.traffic.ThinkTime;
import dev.loombench.traffic.ThinkTime.Distribution;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoubleSupplier;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What an arriving request sees, by hand and compared with simulated servers whose response time
/// at every moment is known. Times in ms.
class ArrivingRequestTest {
    private static final double NANOS = 1e6;
    private static final ThinkTime NONE = ThinkTime.NONE;

    private final Random random = new Random(33);

    @Test
    void a_stall_counts_for_as_long_as_it_lasts() {
        // of 1,000 ms each, 100 users wait 100 ms once and send 900 other requests:
        // P(> w) = (100 - w) / 1,000
        var sent = times(Map.of(1.0, 90_000, 100.0, 100));
        assertThat(percentile(sent, 99)).isCloseTo(1, within(0.01));
        var arriving = arriving(sent, NONE);
        assertThat(arriving.getTotalCount()).isEqualTo(90_100);
        assertThat(percentile(arriving, 95)).isCloseTo(50, within(0.1));
        assertThat(percentile(arriving, 99)).isCloseTo(90, within(0.1));
        assertThat(percentile(arriving, 99.8)).isCloseTo(98, within(0.1));
        assertThat(arriving.getMaxValue()).isEqualTo(sent.getMaxValue());
        assertThat(percentile(arriving, 90)).isCloseTo(1, within(0.01));
    }

    @Test
    void equal_response_times_and_those_without_pauses_are_as_sent() {
        assertThat(arriving(times(Map.of(20.0, 5_000)), NONE))
                .isEqualTo(times(Map.of(20.0, 5_000)));
        var even = new Histogram(3);
        for (int i = 1; i <= 1_000; i++) {
            even.recordValue((long) (i * NANOS)); // R = (1,000 - w) / 2 <= 500
        }
        assertThat(arriving(even, NONE)).isEqualTo(even);
        assertThat(arriving(new Histogram(3), NONE)).isEqualTo(new Histogram(3));
        assertThat(arriving(times(Map.of(0.0, 7)), NONE)).isEqualTo(times(Map.of(0.0, 7)));
    }

    /// The limit between both: `R = E[S]` at every w.
    @Test
    void exponential_response_times_are_as_sent() {
        var sent = new Histogram(3);
        for (int i = 0; i < 100_000; i++) {
            sent.recordValue((long) (-NANOS * Math.log1p(-(i + 0.5) / 100_000)));
        }
        for (double percent : new double[] {75, 90, 99, 99.9}) {
            assertThat(percentile(arriving(sent, NONE), percent))
                    .isCloseTo(-Math.log1p(-percent / 100), Percentage.withPercentage(0.5));
        }
    }

    /// m = 10 + (9 * 1 + 91) / 10 = 20. Above 1 ms, F = 1/10 and F (91 - w + 10² / 40) / 20 = (93.5
    /// - w) / 200, while that is above F.
    @Test
    void think_time_is_time_in_which_requests_are_not_kept_back() {
        var arriving = arriving(times(Map.of(1.0, 90_000, 91.0, 10_000)), constant(10));
        assertThat(percentile(arriving, 70)).isCloseTo(93.5 - 60, within(0.1));
        assertThat(percentile(arriving, 85)).isCloseTo(93.5 - 30, within(0.1));
        assertThat(percentile(arriving, 95)).isCloseTo(91, within(0.1));
        // exponential: 2 * 10² / 40 in place of 10² / 40
        var exponential = arriving(times(Map.of(1.0, 90_000, 91.0, 10_000)), exponential(10));
        assertThat(percentile(exponential, 70)).isCloseTo(96 - 60, within(0.1));
    }

    /// One request in ten needs 100 ms whenever it is sent: its histogram is that of a server that
    /// stands still for 92 % of the time.
    @Test
    void requests_of_different_cost_have_an_upper_bound() {
        var sent = times(Map.of(1.0, 90_000, 100.0, 10_000));
        var arriving = arriving(sent, NONE);
        assertThat(percentile(arriving, 99)).isCloseTo(100, within(0.1));
        // 0.1 (100 - w) / 10.9 = 0.25
        assertThat(percentile(arriving, 75)).isCloseTo(72.75, within(0.1));
        var latency = new Latency(sent, sent, Optional.of(arriving), List.of());
        assertThat(latency.percentile(50).orElseThrow()).isCloseTo(NANOS, within(NANOS / 100));
    }

    @Test
    void only_closed_loads_omit_arrivals() {
        var sent = times(Map.of(1.0, 100));
        assertThat(ArrivingRequest.of(new LoadModel.Open(100, Arrival.CONSTANT, 10), sent))
                .isEmpty();
        assertThat(ArrivingRequest.of(new LoadModel.HeldConnections(10, 100), sent)).isEmpty();
        assertThat(ArrivingRequest.of(new LoadModel.Closed(3, Duration.ZERO), sent)).isPresent();
    }

    /// A server that stands still in every period, with users who are in no step with it. The
    /// response time of an arrival is known at every moment.
    @ParameterizedTest
    @CsvSource({
        // period, stall, users, think time
        "1_000, 100, 1, 0",
        "1_000, 100, 10, 0",
        "1_000, 100, 50, 0",
        "30_000, 600, 1, 0",
        "30_000, 600, 10, 0",
        "200, 20, 1, 0",
        "200, 20, 10, 0",
        "200, 20, 50, 0",
        "1_000, 100, 50, 10",
        "1_000, 100, 50, 50",
        "1_000, 100, 1_000, 300",
        "30_000, 600, 50, 100"
    })
    void a_server_that_stalls_is_seen_as_by_arrivals(
            String period, double stall, String users, double think) {
        var server = new Stalling(Double.parseDouble(period.replace("_", "")), stall);
        double seconds = Math.max(20.5 * server.period, 20_500);
        var sent = new Histogram(3);
        for (int user = 0; user < Integer.parseInt(users.replace("_", "")); user++) {
            closed(server, seconds, () -> think * -Math.log1p(-random.nextDouble()), sent);
        }
        var truth = new Histogram(3);
        for (int i = 0; i < 200_000; i++) {
            double at = server.period * (i + 0.5) / 200_000;
            truth.recordValue((long) ((server.end(at, service()) - at) * NANOS));
        }
        var arriving = arriving(sent, exponential(think));
        for (double percent : new double[] {99, 99.9}) {
            assertThat(percentile(arriving, percent))
                    .isCloseTo(percentile(truth, percent), Percentage.withPercentage(5));
        }
    }

    /// Twelve users of a pool of four: the queue, no stall, makes the responses slow.
    @Test
    void users_in_a_queue_see_what_arrivals_see() {
        var free = new double[4];
        var next = new double[12];
        var sent = new Histogram(3);
        for (int i = 0; i < 50_000; i++) {
            int user = earliest(next);
            int thread = earliest(free);
            double end = Math.max(next[user], free[thread]) - 5 * Math.log1p(-random.nextDouble());
            sent.recordValue((long) ((end - next[user]) * NANOS));
            free[thread] = end;
            next[user] = end;
        }
        for (double percent : new double[] {75, 90, 99}) {
            assertThat(percentile(arriving(sent, NONE), percent))
                    .isCloseTo(percentile(sent, percent), Percentage.withPercentage(1));
        }
    }

    /// Without work in `[k period, k period + stall)`.
    private record Stalling(double period, double stall) {
        /// The end of a request that arrives at a time.
        double end(double at, double work) {
            double start = Math.max(at, Math.floor(at / period) * period + stall);
            double next = (Math.floor(at / period) + 1) * period;
            return start + work <= next ? start + work : end(next, work - (next - start));
        }
    }

    private double service() {
        return 1 + 2 * random.nextDouble();
    }

    private void closed(Stalling server, double until, DoubleSupplier think, Histogram sent) {
        double at = server.period * random.nextDouble();
        while (at < until) {
            double end = server.end(at, service());
            sent.recordValue((long) ((end - at) * NANOS));
            at = end + think.getAsDouble();
        }
    }

    private static int earliest(double[] times) {
        int earliest = 0;
        for (int i = 1; i < times.length; i++) {
            earliest = times[i] < times[earliest] ? i : earliest;
        }
        return earliest;
    }

    private static Histogram arriving(Histogram sent, ThinkTime thinkTime) {
        return ArrivingRequest.of(new LoadModel.Closed(LoadProfile.constant(1), thinkTime), sent)
                .orElseThrow();
    }

    private static ThinkTime constant(double millis) {
        return ThinkTime.constant(Duration.ofNanos((long) (millis * NANOS)));
    }

    private static ThinkTime exponential(double millis) {
        return new ThinkTime(Duration.ofNanos((long) (millis * NANOS)), Distribution.EXPONENTIAL);
    }

    /// @param counts by ms
    private static Histogram times(Map<Double, Integer> counts) {
        var times = new Histogram(3);
        counts.forEach((millis, n) -> times.recordValueWithCount((long) (millis * NANOS), n));
        return times;
    }

    private static double percentile(Histogram times, double percent) {
        return times.getValueAtPercentile(percent) / NANOS;
    }
}
