package dev.loombench.run.trial.warmup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.run.trial.warmup.WarmupDetector.Sample;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Samples of 0.25 s.
class ThroughputEstimateTest {
    private static final long MILLI = 1_000_000;
    private static final int RUNS = 100;
    private static final LoadModel USERS = new LoadModel.Closed(400, Duration.ZERO);
    private static final LoadModel RATE = new LoadModel.Open(1_000, Arrival.POISSON, 400);

    private static Sample sample(long responses, long meanMillis, long errors) {
        return new Sample(responses, responses * meanMillis * MILLI, errors, 0.25, 0, 0, 0);
    }

    private static double of(LoadModel model, Sample... samples) {
        var estimate = new ThroughputEstimate(model);
        double latest = Double.NaN;
        for (var sample : samples) {
            latest = estimate.of(sample);
        }
        return latest;
    }

    @Test
    void users_without_think_time_have_the_throughput_of_their_response_times() {
        assertThat(of(USERS, sample(200, 400, 0))).isEqualTo(1_000, within(1e-9));
        assertThat(of(USERS, sample(300, 400, 0))).isEqualTo(1_000, within(1e-9));
    }

    @Test
    void think_time_belongs_to_the_cycle_of_a_user() {
        var thinking = new LoadModel.Closed(400, Duration.ofMillis(600));
        assertThat(of(thinking, sample(90, 400, 0))).isEqualTo(400, within(1e-9));
    }

    @Test
    void a_server_that_answers_none_takes_at_least_as_long_as_it_is_silent() {
        assertThat(of(USERS, sample(0, 0, 0))).isZero();
        assertThat(of(USERS, sample(200, 400, 0), sample(0, 0, 0))).isEqualTo(1_000, within(1e-9));
        assertThat(of(USERS, sample(300, 400, 0), sample(0, 0, 0), sample(0, 0, 0)))
                .isEqualTo(800, within(1e-9));
        assertThat(of(USERS, sample(200, 400, 0), sample(0, 0, 0), sample(0, 0, 0)))
                .as("more than one response of each user is missing")
                .isZero();
        assertThat(of(USERS, sample(0, 0, 0), sample(0, 0, 0), sample(200, 400, 0)))
                .isEqualTo(1_000, within(1e-9));
    }

    @Test
    void responses_are_counted_where_some_requests_fail_or_leave_by_the_clock() {
        assertThat(of(USERS, sample(200, 400, 1))).isEqualTo(800);
        assertThat(of(RATE, sample(200, 400, 0))).isEqualTo(800);
    }

    /// 400 users of a pool of 100 threads that wait in step, each wave up to 1 % early or late: 200
    /// or 300 responses per sample.
    @ParameterizedTest
    @ValueSource(ints = {100, 102, 107, 113})
    void waves_are_steady_although_their_counts_alternate(int period) {
        assertThat(steady(USERS, period)).isGreaterThan(RUNS * 9 / 10);
        assertThat(steady(RATE, period)).as("where responses are counted").isLessThan(RUNS / 2);
    }

    private static long steady(LoadModel model, int period) {
        return IntStream.range(0, RUNS)
                .filter(seed -> isSteady(model, waves(period, 48, seed)))
                .count();
    }

    private static boolean isSteady(LoadModel model, List<Sample> samples) {
        var detector = new WarmupDetector(model, 0);
        for (int i = 0; i < samples.size(); i++) {
            detector.add(samples.get(i), (i + 1) * 250L * MILLI);
        }
        return detector.metrics().getFirst().isSteady();
    }

    /// Independent users: the throughput is that of the theory, by either way.
    @Test
    void users_that_are_independent_have_the_throughput_that_is_counted() {
        var samples = users(100, 0, 40, 1);
        var estimate = new ThroughputEstimate(new LoadModel.Closed(100, Duration.ZERO));
        double sum = samples.stream().mapToDouble(estimate::of).sum();
        assertThat(sum / samples.size()).isEqualTo(1_000, within(30.0));
    }

    /// One request in a hundred takes 5 s, the others 100 ms: until the first of these end, the
    /// responses that arrive take 100 ms, and more and more users are caught. Of 1,000 responses
    /// per second at first, 671 are left in the end.
    @Test
    void users_caught_in_long_requests_are_not_steady_before_the_first_of_these_end() {
        var model = new LoadModel.Closed(100, Duration.ZERO);
        for (int seed = 0; seed < RUNS; seed++) {
            for (int count = 12; count <= 20; count++) {
                assertThat(isSteady(model, users(100, 0.01, count, seed)))
                        .as("seed %d, %d samples", seed, count)
                        .isFalse();
            }
        }
    }

    /// Users without think time whose requests take 100 ms, 10 % more or less, or 5 s.
    private static List<Sample> users(int users, double caught, int count, long seed) {
        var random = new SplittableRandom(seed);
        var responses = new long[count];
        var nanos = new long[count];
        for (int user = 0; user < users; user++) {
            double time = 0;
            while (time < count * 250.0) {
                double millis =
                        random.nextDouble() < caught ? 5_000 : random.nextDouble(90.0, 110.0);
                time += millis;
                int sample = (int) (time / 250);
                if (sample < count) {
                    responses[sample]++;
                    nanos[sample] += Math.round(millis * MILLI);
                }
            }
        }
        return IntStream.range(0, count)
                .mapToObj(i -> new Sample(responses[i], nanos[i], 0, 0.25, 0, 0, 0))
                .toList();
    }

    private static List<Sample> waves(int periodMillis, int count, long seed) {
        var random = new SplittableRandom(seed);
        var ends = new ArrayList<Double>();
        double time = random.nextDouble() * periodMillis;
        while (time < count * 250.0) {
            ends.add(time);
            time += periodMillis * random.nextDouble(0.99, 1.01);
        }
        var samples = new ArrayList<Sample>();
        for (int i = 0; i < count; i++) {
            long responses = 0;
            double nanos = 0;
            for (int wave = 0; wave < ends.size(); wave++) {
                double end = ends.get(wave);
                if (end >= i * 250.0 && end < (i + 1) * 250.0) {
                    responses += 100;
                    nanos += 100 * (wave < 4 ? end : end - ends.get(wave - 4)) * MILLI;
                }
            }
            samples.add(new Sample(responses, Math.round(nanos), 0, 0.25, 0, 0, 0));
        }
        return samples;
    }
}
