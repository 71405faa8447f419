package dev.loombench.analysis.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.analysis.validity.load.ArrivalsOmitted;
import dev.loombench.base.Window;
import dev.loombench.experiment.Metric;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResults;
import dev.loombench.result.TrialOutcome.WarmUp;
import dev.loombench.stats.Interval;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.LoadProfile;
import dev.loombench.traffic.ThinkTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Closed and open loads on simulated servers whose throughput or percentile is known by theory;
/// time in s.
///
/// Of 40 intervals that each contain the truth with 95 %, fewer than 31 do with less than 1e-4.
class LoadModelSimulationTest {
    private static final int RUNS = 40;
    private static final int LEAST_COVERED = 31;
    private static final int BLOCKS = 3;
    private static final int WARM_UP = 3;
    private static final long SECOND = 1_000_000_000;
    private static final Estimates ESTIMATES = new Estimates(ConfidenceLevels.LEVEL);

    private static final int USERS = 20;
    private static final double THINK = 0.05;
    private static final double DELAY = 0.005;

    /// A server that takes requests in order of their arrival.
    private interface Server {
        /// The end of the response to a request that arrives at a time.
        double end(double at);
    }

    /// First come, first served.
    private static Server queue(int servers, DoubleSupplier service) {
        var free = new double[servers];
        return at -> {
            int next = 0;
            for (int i = 1; i < servers; i++) {
                next = free[i] < free[next] ? i : next;
            }
            free[next] = Math.max(at, free[next]) + service.getAsDouble();
            return free[next];
        };
    }

    /// Stands still for the first 100 ms of each second; else a response takes 0.3 ms on average.
    private static Server stalling(Random random) {
        return at -> {
            double into = at % 1;
            double response = 0.000_2 + 0.000_1 * random.nextExponential();
            return at + (into < 0.1 ? 0.1 - into : 0) + response;
        };
    }

    /// Receives the end of a response and the response time.
    private interface Responses {
        void add(double end, double time);
    }

    /// A load on a server.
    private interface Load {
        void run(double until, Responses responses);
    }

    /// Users who begin one after the other.
    ///
    /// @param apart from one to the next
    private static Load users(int users, double apart, DoubleSupplier think, Server server) {
        return (until, responses) -> {
            var sends = new PriorityQueue<Double>();
            IntStream.range(0, users).forEach(user -> sends.add(user * apart));
            while (!sends.isEmpty()) {
                double at = sends.remove();
                double end = server.end(at);
                responses.add(end, end - at);
                if (end < until) {
                    sends.add(end + think.getAsDouble());
                }
            }
        };
    }

    private static Load arrivals(double rate, Random random, Server server) {
        return (until, responses) -> {
            double at = random.nextExponential() / rate;
            while (at < until) {
                double end = server.end(at);
                responses.add(end, end - at);
                at += random.nextExponential() / rate;
            }
        };
    }

    /// The figures of a window after the warm-up, whose responses are those that ended in it.
    private static TrialFigures window(int block, int seconds, LoadModel model, Load load) {
        var times = new ArrayList<Histogram>();
        // a resolution of 8 us: a finer one takes twice the time
        IntStream.range(0, seconds).forEach(_ -> times.add(new Histogram(8_192, 60 * SECOND, 3)));
        load.run(
                WARM_UP + (double) seconds,
                (end, time) -> {
                    int second = (int) Math.floor(end - WARM_UP);
                    if (second >= 0 && second < seconds) {
                        times.get(second).recordValue(Math.round(time * SECOND));
                    }
                });
        long responses = times.stream().mapToLong(Histogram::getTotalCount).sum();
        var intervals =
                IntStream.range(0, seconds)
                        .mapToObj(s ->
                                new LoadResult.Second(
                                        new Window(s * SECOND, (s + 1) * SECOND),
                                        times.get(s),
                                        times.get(s)))
                        .toList();
        var result =
                LoadResults.of(
                        new Window(0, seconds * SECOND),
                        LoadResults.counts(responses, responses, Map.of(), 0, responses, 0),
                        LoadResults.connections(USERS, USERS, 0, intervals),
                        LoadResults.generator("nio", 0, 0, new Histogram(3)),
                        intervals);
        var warmUp = new WarmUp(new Window(0, 1), 0, List.of());
        return TrialFigures.of(
                block, model, SampleRun.completed(warmUp, result, Optional.empty(), List.of()));
    }

    /// The windows of a run, each with a server of its own.
    private static List<TrialFigures> trials(int seconds, LoadModel model, Supplier<Load> load) {
        return IntStream.rangeClosed(1, BLOCKS)
                .mapToObj(block -> window(block, seconds, model, load.get()))
                .toList();
    }

    private static void assertTruth(List<Interval> ratios, double truth, double tolerance) {
        double mean = ratios.stream().mapToDouble(Interval::point).average().orElseThrow();
        assertThat(mean / truth).isCloseTo(1, within(tolerance));
        assertThat(ratios.stream().filter(r -> r.contains(truth)).count())
                .isGreaterThanOrEqualTo(LEAST_COVERED);
    }

    /// M/M/c//N by its birth-death process: `p[k] = p[k-1] (N - k + 1) / Z * S / min(k, c)`, and
    /// the throughput is the sum of `p[k] min(k, c) / S` (Palm, 1947).
    private static double repairman(int servers, double service) {
        double p = 1;
        double sum = 1;
        double busy = 0;
        for (int k = 1; k <= USERS; k++) {
            p *= (USERS - k + 1) / THINK * service / Math.min(k, servers);
            sum += p;
            busy += p * Math.min(k, servers);
        }
        return busy / sum / service;
    }

    /// 246.6/s and 245.6/s, and 20 / 55 ms = 363.6/s without a queue. A window has 2,000 responses
    /// or more, so that the mean over the runs has a standard error of 0.3 % at most.
    @ParameterizedTest
    @CsvSource({"1, 0.004, 0.678", "2, 0.008, 0.675"})
    void users_who_think_have_the_throughput_of_theory(int servers, double service, double ratio) {
        double truth = repairman(servers, service) / (USERS / (THINK + DELAY));
        assertThat(truth).isCloseTo(ratio, within(0.001));
        var model =
                new LoadModel.Closed(
                        LoadProfile.constant(USERS),
                        new ThinkTime(Duration.ofMillis(50), ThinkTime.Distribution.EXPONENTIAL));
        var ratios = new ArrayList<Interval>();
        for (int run = 0; run < RUNS; run++) {
            var random = new Random(run);
            DoubleSupplier think = () -> THINK * random.nextExponential();
            Server delay = at -> at + DELAY;
            var queue =
                    trials(
                            8,
                            model,
                            () ->
                                    users(
                                            USERS,
                                            DELAY,
                                            think,
                                            queue(
                                                    servers,
                                                    () -> service * random.nextExponential())));
            var alone = trials(8, model, () -> users(USERS, DELAY, think, delay));
            ratios.add(ESTIMATES.ratio(Metric.THROUGHPUT, queue, alone).orElseThrow());
        }
        assertTruth(ratios, truth, 0.015);
    }

    /// 60 users of 10 and of 11 threads that are held for 50 ms, with a jitter of 0.4 ms: 200/s and
    /// 220/s at most, and N / X = 300 ms and 273 ms. The users begin as far apart as the threads
    /// become free.
    @Test
    void a_pool_has_the_throughput_and_the_response_time_of_its_size() {
        var model = new LoadModel.Closed(60, Duration.ZERO);
        var random = new Random(1);
        var ten = trials(6, model, () -> pool(10, random));
        var eleven = trials(6, model, () -> pool(11, random));
        assertThat(ESTIMATES.ratio(Metric.THROUGHPUT, ten, eleven).orElseThrow().point())
                .isCloseTo(10 / 11.0, within(0.01));
        assertThat(ESTIMATES.ratio(Metric.P50, ten, eleven).orElseThrow().point())
                .isCloseTo(11 / 10.0, within(0.01));
    }

    private static Load pool(int threads, Random random) {
        return users(
                60,
                0.05 / threads,
                () -> 0,
                queue(threads, () -> 0.05 + 0.000_4 * (random.nextDouble() - 0.5)));
    }

    private static final LoadModel OPEN = new LoadModel.Open(500, Arrival.POISSON, 100);

    /// A tenth of the arrivals waits 0 to 100 ms, so that 1 % waits for more than 90 ms: 90.3 ms
    /// against a delay of 100 ms. The p99 of a window of 5,000 has a standard error of 1.6 %, the
    /// mean over the runs of 0.15 %.
    @Test
    void a_stall_is_in_the_p99_of_arrivals() {
        var ratios = new ArrayList<Interval>();
        for (int run = 0; run < RUNS; run++) {
            var random = new Random(run);
            var stalls = trials(10, OPEN, () -> arrivals(500, random, stalling(random)));
            var delay = trials(10, OPEN, () -> arrivals(500, random, at -> at + 0.1));
            ratios.add(ESTIMATES.ratio(Metric.P99, stalls, delay).orElseThrow());
        }
        assertTruth(ratios, 0.903, 0.01);
    }

    /// In 900 ms each user has 170 requests of 0.3 ms and 5 ms of think time, and one that waits:
    /// 0.6 % of them. Of arrivals at any moment 1 % waits for more than 90 ms.
    @Test
    void a_closed_load_says_that_its_p99_hides_a_stall() {
        var think = Duration.ofMillis(5);
        var model = new LoadModel.Closed(USERS, think);
        for (int run = 0; run < 10; run++) {
            var random = new Random(run);
            var stalls = window(1, 10, model, users(USERS, 0.000_3, () -> 0.005, stalling(random)));
            assertThat(stalls.latency().responseTime().getValueAtPercentile(99))
                    .isLessThan(SECOND / 500);
            assertThat(stalls.latency().percentile(99).orElseThrow() / SECOND)
                    .isCloseTo(0.09, within(0.0045));
            assertThat(ArrivalsOmitted.of("stalls", stalls.latency(), List.of())).isPresent();
            var delay = window(1, 10, model, users(USERS, 0.000_3, () -> 0.005, at -> at + 0.03));
            assertThat(ArrivalsOmitted.of("delay", delay.latency(), List.of())).isEmpty();
        }
    }
}
