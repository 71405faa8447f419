package dev.loombench.analysis.validity.stationarity;

import static dev.loombench.analysis.validity.stationarity.Plan.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.ChangedSampleRun;
import dev.loombench.SampleRun;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialResult;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.DoubleSupplier;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Poisson arrivals at a server that stands still at times. The trials have a process each, and
/// begin within some 0.2 s of the same age.
class RareStallsSimulationTest {
    private static final int RUNS = 40;
    private static final int SAMPLES_PER_SECOND = 4;

    private static final Experiment EXPERIMENT =
            ChangedSampleRun.like(new LoadModel.Open(200, Arrival.POISSON, 1_000), Metric.P99)
                    .experiment();

    private static final Plan LONG_WARM_UP = new Plan(4, 60, 5);
    private static final Service CONSTANT = _ -> 0.002;
    private static final Run NO_STALLS = _ -> () -> at -> at;

    /// A window without a stall has a p99 of 2 ms, in truth 0.2 to 0.8 s.
    @ParameterizedTest
    @CsvSource({"8, 0.3", "12, 0.3", "15, 1"})
    void stalls_by_the_clock_make_the_result_invalid(double period, double length) {
        assertThat(invalid(LONG_WARM_UP, 200, CONSTANT, r -> byClock(period, length, r)))
                .isGreaterThanOrEqualTo(0.75);
    }

    /// Of which the time that is looked at has one, or two.
    @Test
    void rarer_stalls_are_named() {
        assertThat(named(LONG_WARM_UP, 200, CONSTANT, r -> byClock(30, 1, r)))
                .isGreaterThanOrEqualTo(0.75);
    }

    /// As a full collection once the heap has its size.
    @Test
    void a_single_stall_of_each_process_is_a_note() {
        var plan = new Plan(3, 15, 5);
        Run once = _ -> () -> at -> at >= 8 && at < 8.1 ? 8.1 : at;
        assertThat(named(plan, 1_000, CONSTANT, once)).isEqualTo(1);
        assertThat(invalid(plan, 1_000, CONSTANT, once)).isZero();
    }

    private static Stalls byClock(double period, double length, Random random) {
        double phase = period * random.nextDouble();
        return () -> {
            double age = phase + 0.1 * random.nextGaussian();
            return at -> {
                double since = (at + age + period) % period;
                return at + Math.max(0, length - since);
            };
        };
    }

    @ParameterizedTest
    @CsvSource({"200, 0.002, false", "200, 0.02, true", "40, 0.02, true", "20, 0.02, true"})
    void a_server_without_stalls_has_no_finding(double rate, double mean, boolean exponential) {
        Service service = r -> exponential ? exponential(mean, r) : mean;
        assertThat(named(LONG_WARM_UP, rate, service, NO_STALLS)).isLessThanOrEqualTo(0.04);
    }

    /// In a few trials their windows may err in one direction, and an interval over the trials
    /// contains that.
    @ParameterizedTest
    @CsvSource({
        "2, 60, 5, 2, 0.1", "2, 6, 10, 10, 0.2", "3, 6, 10, 10, 0.2", "4, 6, 10, 10, 0.2",
        "5, 6, 10, 10, 0.2", "2, 60, 5, 8, 0.1", "3, 10, 10, 10, 0.2", "5, 60, 5, 8, 0.1"
    })
    void pauses_at_any_time_do_not_make_the_result_invalid(
            int trials, int warmUp, int window, double gap, double length) {
        var plan = new Plan(trials, warmUp, window);
        assertThat(invalid(plan, 200, CONSTANT, r -> () -> atRandom(plan, gap, length, r)))
                .isLessThanOrEqualTo(0.05);
        // of two trials the same by chance, whose windows then lack the same
        double coincidence = trials == 2 ? 0.2 : 0.05;
        Run anyPhase =
                r ->
                        () -> {
                            double phase = gap * r.nextDouble();
                            return at -> at + Math.max(0, length - (at + phase) % gap);
                        };
        assertThat(invalid(plan, 200, CONSTANT, anyPhase)).isLessThanOrEqualTo(coincidence);
    }

    /// One response in a thousand takes a second.
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void rare_slow_requests_do_not_make_the_result_invalid(int trials) {
        Service service = r -> r.nextDouble() < 0.001 ? 1 : 0.002;
        assertThat(invalid(new Plan(trials, 60, 5), 200, service, NO_STALLS))
                .isLessThanOrEqualTo(0.05);
    }

    /// M/M/1 at 0.9.
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void the_bursts_of_a_queue_do_not_make_the_result_invalid(int trials) {
        var found =
                findings(new Plan(trials, 60, 5), 450, r -> exponential(0.002, r), NO_STALLS, true);
        assertThat(found.filter(RareStallsSimulationTest::isInvalid).count())
                .isLessThanOrEqualTo(RUNS / 20);
    }

    private static double exponential(double mean, Random random) {
        return -mean * Math.log(1 - random.nextDouble());
    }

    private static DoubleUnaryOperator atRandom(
            Plan plan, double gap, double length, Random random) {
        var pauses = new TreeSet<Double>();
        double next = -gap * Math.log(1 - random.nextDouble());
        while (next < plan.end()) {
            pauses.add(next);
            next += length - (gap - length) * Math.log(1 - random.nextDouble());
        }
        return at -> {
            var last = pauses.floor(at);
            return last == null ? at : Math.max(at, last + length);
        };
    }

    /// The stalls of the processes of a run.
    private interface Stalls {
        /// The end of the stall at a time under load, or that time.
        DoubleUnaryOperator ofProcess();
    }

    private interface Service {
        double seconds(Random random);
    }

    private interface Run {
        Stalls of(Random random);
    }

    /// Share of the runs that have the finding.
    private static double named(Plan plan, double rate, Service service, Run run) {
        return (double) findings(plan, rate, service, run, false).count() / RUNS;
    }

    private static double invalid(Plan plan, double rate, Service service, Run run) {
        return (double)
                        findings(plan, rate, service, run, false)
                                .filter(RareStallsSimulationTest::isInvalid)
                                .count()
                / RUNS;
    }

    private static boolean isInvalid(RareByClock found) {
        return found.severity() == Severity.INVALID;
    }

    /// Of each run that has one.
    ///
    /// @param queue whether requests are served one after another
    private static Stream<RareByClock> findings(
            Plan plan, double rate, Service service, Run run, boolean queue) {
        return IntStream.range(0, RUNS)
                .boxed()
                .flatMap(seed -> {
                    var random = Random.from(new SplittableRandom(seed));
                    var stalls = run.of(random);
                    var results = new ArrayList<TrialResult>();
                    for (int k = 1; k <= plan.trials(); k++) {
                        var trial =
                                trial(
                                        plan,
                                        rate,
                                        () -> service.seconds(random),
                                        stalls.ofProcess(),
                                        queue,
                                        random);
                        results.add(SampleRun.result(new Trial(k, SampleRun.POOL, k), trial));
                    }
                    return RareByClock.of(EXPERIMENT, Plan.of(results)).stream();
                });
    }

    private static Completed trial(
            Plan plan,
            double rate,
            DoubleSupplier service,
            DoubleUnaryOperator stalledUntil,
            boolean queue,
            Random random) {
        var counts = new double[plan.end() * SAMPLES_PER_SECOND];
        var seconds = new double[counts.length];
        double at = 0;
        double free = 0;
        while (at < plan.end()) {
            at += exponential(1 / rate, random);
            double begins = Math.max(stalledUntil.applyAsDouble(at), queue ? free : at);
            double end = begins + service.getAsDouble();
            free = end;
            int sample = (int) (end * SAMPLES_PER_SECOND);
            if (sample < counts.length) {
                counts[sample]++;
                seconds[sample] += end - at;
            }
        }
        return plan.trial(
                List.of(
                        series(MetricId.LOAD_RESPONSES, counts, 1),
                        series(MetricId.LOAD_RESPONSE_TIME, seconds, 1e9)));
    }

    private static Series series(MetricId counter, double[] growth, double unit) {
        var points = new ArrayList<Point>();
        points.add(new Point(0, 0));
        for (double more : growth) {
            points.add(
                    new Point(
                            points.size() * SECOND / SAMPLES_PER_SECOND,
                            points.getLast().value() + unit * more));
        }
        return new Series("load", counter, points);
    }
}
