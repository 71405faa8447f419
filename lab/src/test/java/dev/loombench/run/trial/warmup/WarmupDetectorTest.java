package dev.loombench.run.trial.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.experiment.Metric;
import dev.loombench.result.Steadiness;
import dev.loombench.result.Steadiness.State;
import dev.loombench.run.trial.warmup.WarmupDetector.Sample;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Samples of 0.25 s. A look-back of 8 samples and the second test 4 samples later make 12 samples
/// the fewest that can be steady.
class WarmupDetectorTest {
    static final double INTERVAL = 0.25;
    static final int RUNS = 100;
    static final LoadModel USERS = new LoadModel.Closed(400, Duration.ZERO);
    private static final LoadModel RATE = new LoadModel.Open(1_000, Arrival.POISSON, 400);

    private final WarmupDetector detector = new WarmupDetector(USERS, 0);
    private long elapsed;

    private void sample(
            WarmupDetector detector, long responses, long cpu, long compilers, long overdue) {
        elapsed += 250_000_000;
        detector.add(new Sample(responses, 0, 0, INTERVAL, cpu, compilers, overdue), elapsed);
    }

    private void samples(int count, long responses, long cpuNanosPerResponse) {
        for (int i = 0; i < count; i++) {
            sample(detector, responses, responses * cpuNanosPerResponse, 0, 0);
        }
    }

    /// The server works off what arrived while it started, at a constant throughput.
    @Test
    void a_server_with_a_backlog_is_not_steady() {
        var detector = new WarmupDetector(RATE, 0);
        for (int i = 0; i < 100; i++) {
            sample(detector, 250, 100_000_000, 0, 1_000_000L * (101 - i));
            assertThat(detector.steady()).isFalse();
            assertThat(detector.decided(false)).isFalse();
        }
        assertThat(detector.metrics()).contains(Steadiness.not(Metric.P50, State.BACKLOG));
        sample(detector, 250, 100_000_000, 0, 0);
        assertThat(detector.steady()).isTrue();
        assertThat(detector.decided(false)).isTrue();
    }

    /// Arrivals that come close together wait for a moment now and then.
    @Test
    void arrivals_that_wait_for_a_moment_are_no_backlog() {
        var detector = new WarmupDetector(RATE, 0);
        for (int i = 0; i < 100; i++) {
            sample(detector, 250, 100_000_000, 0, i % 4 == 0 ? 0 : 3_000_000);
        }
        assertThat(detector.steady()).isTrue();
    }

    /// Response times of an open load that fall from twice their level with a time constant of 60
    /// s, at a constant throughput and CPU per request: what a cache elsewhere does.
    @Test
    void response_times_that_fall_are_not_steady() {
        var detector = new WarmupDetector(RATE, 0);
        for (int i = 0; i < 80; i++) {
            responseTimes(detector, 1 + Math.exp(-i * INTERVAL / 60));
            assertThat(detector.steady()).as("sample %d", i).isFalse();
            assertThat(detector.decided(false)).as("sample %d", i).isFalse();
        }
        assertThat(detector.metrics()).contains(Steadiness.not(Metric.P50, State.FALLING));
    }

    /// The same with two responses in each second: every second sample has none.
    @Test
    void response_times_that_fall_are_not_steady_at_a_low_rate() {
        var detector = new WarmupDetector(RATE, 0);
        for (int i = 0; i < 120; i++) {
            elapsed += 250_000_000;
            long nanos = Math.round(1e9 * (1 + Math.exp(-i * INTERVAL / 60)));
            detector.add(
                    i % 2 == 0
                            ? new Sample(1, nanos, 0, INTERVAL, 10_000_000, 0, 0)
                            : new Sample(0, 0, 0, INTERVAL, 10_000_000, 0, 0),
                    elapsed);
        }
        assertThat(detector.metrics()).contains(Steadiness.not(Metric.P50, State.FALLING));
        assertThat(detector.metrics())
                .anyMatch(m -> m.metric() == Metric.CPU_PER_REQUEST && m.isSteady());
    }

    private void responseTimes(WarmupDetector detector, double millis) {
        elapsed += 250_000_000;
        detector.add(
                new Sample(250, Math.round(250 * millis * 1e6), 0, INTERVAL, 100_000_000, 0, 0),
                elapsed);
    }

    /// M/M/1 of 5 ms in equilibrium. At 0.9 neighbouring samples correlate by 0.9.
    @ParameterizedTest
    @CsvSource({"0.5, 3", "0.8, 5", "0.9, 10"})
    void response_times_of_a_queue_seldom_seem_to_rise_or_fall(double load, int most) {
        int changing = 0;
        for (int seed = 0; seed < RUNS; seed++) {
            var random = new SplittableRandom(seed);
            double wait = -Math.log1p(-random.nextDouble()) / (1 - load);
            if (random.nextDouble() > load) {
                wait = 0;
            }
            var detector = new WarmupDetector(RATE, 0);
            int perSample = (int) Math.round(load * INTERVAL / 0.005);
            for (int i = 0; i < 80; i++) {
                double sum = 0;
                for (int request = 0; request < perSample; request++) {
                    double service = -Math.log1p(-random.nextDouble());
                    sum += wait + service;
                    wait = Math.max(0, wait + service + Math.log1p(-random.nextDouble()) / load);
                }
                detector.add(
                        new Sample(
                                perSample, Math.round(sum * 5e6), 0, INTERVAL, 100_000_000, 0, 0),
                        Math.round((i + 1) * INTERVAL * 1e9));
            }
            changing += detector.decided(false) ? 0 : 1;
        }
        assertThat(changing).as("of %d after 20 s", RUNS).isLessThanOrEqualTo(most);
    }

    @Test
    void constant_figures_are_steady_from_the_twelfth_sample() {
        samples(11, 250, 100_000);
        assertThat(detector.steady()).isFalse();
        samples(1, 250, 100_000);
        assertThat(detector.steady()).isTrue();
        assertThat(detector.latestThroughput()).isEqualTo(1_000);
    }

    /// A response in every fourth sample of a quarter of a second.
    @Test
    void the_throughput_that_is_shown_of_a_slow_server_is_the_mean() {
        for (int i = 1; i <= 12; i++) {
            samples(1, i % 4 == 0 ? 1 : 0, 100_000);
        }
        assertThat(detector.latestThroughput()).isEqualTo(4);
        assertThat(detector.shownThroughput()).isEqualTo(1);
    }

    @Test
    void a_step_of_6_percent_of_either_figure_is_not_steady() {
        samples(12, 1_000, 100_000);
        samples(11, 1_060, 100_000);
        assertThat(detector.steady()).as("throughput").isFalse();
        samples(1, 1_060, 100_000);
        assertThat(detector.steady()).isTrue();
        samples(15, 1_060, 94_000); // of 40 samples, the look-back has at least 14, of 36 12
        assertThat(detector.steady()).as("CPU per request").isFalse();
        samples(1, 1_060, 94_000);
        assertThat(detector.steady()).isTrue();
    }

    @Test
    void a_server_without_responses_is_not_steady() {
        samples(20, 0, 0);
        assertThat(detector.steady()).isFalse();
        samples(13, 100, 100_000); // of 30 samples, the look-back has at least 10
        assertThat(detector.steady()).as("one sample without responses is left").isFalse();
        samples(1, 100, 100_000);
        assertThat(detector.steady()).isTrue();
    }

    @Test
    void a_server_whose_compilers_take_over_5_percent_of_its_cpu_is_not_steady() {
        // The share is that of 12 samples; the sixth of 4.5 % makes it 5 %.
        for (int i = 0; i < 24; i++) {
            sample(detector, 250, 100_000_000, i < 12 ? 5_500_000 : 4_500_000, 0);
            assertThat(detector.steady()).as("sample %d", i).isEqualTo(i >= 17);
        }
    }

    @Test
    void one_test_that_passes_is_not_enough() {
        // CPU per request falls for 12 samples and is constant for 8: only then the latest eight
        // are, and four samples later the earlier test passes too.
        for (int i = 0; i < 24; i++) {
            sample(detector, 250, 1_000_000L * (100 - 3 * Math.min(i, 11)), 0, 0);
            assertThat(detector.steady()).as("sample %d", i).isEqualTo(i >= 22);
        }
    }

    /// A server with 1,000 requests per second behind `/sleep?ms=100`, from the second second of
    /// its load: CPU per request in each second, µs.
    @Test
    void cpu_per_request_that_falls_threefold_is_never_steady() {
        long[] micros = {828, 703, 798, 530, 688, 356, 360, 289, 298, 246};
        for (long second : micros) {
            for (int i = 0; i < 4; i++) {
                samples(1, 250, 1_000 * second);
                assertThat(detector.steady()).isFalse();
            }
        }
    }

    /// Tomcat under the same load, means of 2 s: CPU per request in µs, and the compilers' share of
    /// the CPU in percent. It stays at 400 µs for 4 s and then falls to 240 µs.
    @Test
    void a_plateau_with_busy_compilers_is_not_steady() {
        long[] micros = {1353, 837, 676, 384, 399, 398, 363, 300, 220, 244, 244, 254, 243};
        long[] compilers = {44, 51, 41, 19, 24, 29, 27, 23, 0, 2, 1, 10, 11};
        for (int second = 0; second < 18; second++) {
            long cpu = 250_000 * micros[second / 2];
            for (int i = 0; i < 4; i++) {
                sample(detector, 250, cpu, cpu / 100 * compilers[second / 2], 0);
                assertThat(detector.steady()).as("second %d", second).isFalse();
            }
        }
    }

    /// CPU per request steps from three times its final level to it once the optimised code of a
    /// method has arrived: no series shows that before, but the number of calls does.
    @Test
    void a_plateau_before_the_compiler_has_seen_enough_calls_is_not_steady() {
        var detector = new WarmupDetector(USERS, 10_000);
        var withoutCalls = new WarmupDetector(USERS, 0);
        for (int i = 0; i < 32; i++) {
            sample(detector, 250, 75_000_000, 1, 0);
            sample(withoutCalls, 250, 75_000_000, 1, 0);
            assertThat(detector.steady()).isFalse();
            assertThat(detector.decided(false)).isEqualTo(i >= 11);
            assertThat(detector.decided(true)).isFalse();
        }
        assertThat(withoutCalls.steady()).isTrue();
        assertThat(detector.metrics())
                .contains(Steadiness.not(Metric.CPU_PER_REQUEST, State.TOO_FEW_CALLS));
        assertThat(detector.callsOutOfReach(1_900_000_000)).isTrue();
        assertThat(detector.callsOutOfReach(2_100_000_000)).isFalse();
        for (int i = 0; i < 8; i++) {
            sample(detector, 250, 75_000_000, 1, 0);
        }
        assertThat(detector.steady()).isTrue();
    }

    /// 25 requests in each quarter of a second.
    @ParameterizedTest
    @CsvSource({"9.9, false", "10, true"})
    void the_number_of_calls_does_not_matter_for_long_requests(double millis, boolean steady) {
        var detector = new WarmupDetector(USERS, 10_000);
        for (int i = 0; i < 32; i++) {
            sample(detector, 25, Math.round(25 * millis * 1e6), 1, 0);
        }
        assertThat(detector.decided(true)).isEqualTo(steady);
        assertThat(detector.callsOutOfReach(0)).isEqualTo(!steady);
    }

    @Test
    void each_metric_has_its_state_and_the_time_since_when_it_is_steady() {
        for (int i = 0; i < 16; i++) {
            sample(detector, 250, 1_000_000L * (100 - 3 * i), 0, 0);
        }
        assertThat(detector.metrics())
                .containsExactly(
                        Steadiness.steadyAfter(Metric.THROUGHPUT, 3_000_000_000L),
                        Steadiness.not(Metric.CPU_PER_REQUEST, State.FALLING));
    }
}
