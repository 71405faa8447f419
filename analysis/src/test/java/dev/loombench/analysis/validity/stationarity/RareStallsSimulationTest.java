package dev.loombench.analysis.validity.stationarity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.ChangedSampleRun;
import dev.loombench.SampleRun;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.analysis.finding.VariantTrials.KnownBound;
import dev.loombench.base.Window;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.load.result.LoadResults;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.WarmUp;
import dev.loombench.result.TrialResult;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Poisson arrivals at a server without a queue that stands still at times. Four trials of a
/// process each have a warm-up of 60 s and a window of 5 s, and begin within some 0.2 s of the same
/// age.
class RareStallsSimulationTest {
    private static final int RUNS = 40;
    private static final int TRIALS = 4;
    private static final int WARM_UP = 60;
    private static final int END = WARM_UP + 5;
    private static final int SAMPLES_PER_SECOND = 4;
    private static final long SECOND = 1_000_000_000;

    private static final Experiment EXPERIMENT =
            ChangedSampleRun.like(new LoadModel.Open(200, Arrival.POISSON, 1_000), Metric.P99)
                    .experiment();

    /// A window without a stall has a p99 of 2 ms, in truth 0.2 to 0.8 s.
    @ParameterizedTest
    @CsvSource({"8, 0.3", "12, 0.3", "15, 1", "30, 1"})
    void stalls_by_the_clock_are_named(double period, double length) {
        assertThat(named(200, _ -> 0.002, r -> byClock(period, length, r)))
                .isGreaterThanOrEqualTo(0.75);
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
        assertThat(
                        named(
                                rate,
                                r -> exponential ? -mean * Math.log(1 - r.nextDouble()) : mean,
                                _ -> () -> at -> at))
                .isLessThanOrEqualTo(0.04);
    }

    /// Their windows err in both directions, and an interval over the trials contains that.
    @ParameterizedTest
    @CsvSource({"1, 0.02", "2, 0.1", "5, 0.1"})
    void pauses_at_random_are_rarely_named(double gap, double length) {
        assertThat(named(200, _ -> 0.002, r -> () -> atRandom(gap, length, r)))
                .isLessThanOrEqualTo(0.2);
    }

    private static DoubleUnaryOperator atRandom(double gap, double length, Random random) {
        var pauses = new ArrayList<Double>();
        double next = -gap * Math.log(1 - random.nextDouble());
        while (next < END) {
            pauses.add(next);
            next += length - (gap - length) * Math.log(1 - random.nextDouble());
        }
        return at -> {
            double until = at;
            for (double pause : pauses) {
                until = pause <= at ? Math.max(at, pause + length) : until;
            }
            return until;
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
    private static double named(double rate, Service service, Run run) {
        int found = 0;
        for (int i = 0; i < RUNS; i++) {
            var random = Random.from(new SplittableRandom(i));
            var stalls = run.of(random);
            var results = new ArrayList<TrialResult>();
            for (int k = 1; k <= TRIALS; k++) {
                results.add(
                        SampleRun.result(
                                new Trial(k, SampleRun.POOL, k),
                                trial(
                                        rate,
                                        () -> service.seconds(random),
                                        stalls.ofProcess(),
                                        random)));
            }
            found += RareByClock.of(EXPERIMENT, trials(results)).isEmpty() ? 0 : 1;
        }
        return (double) found / RUNS;
    }

    private static VariantTrials trials(List<TrialResult> results) {
        return new VariantTrials(
                SampleRun.POOL,
                results,
                List.of(),
                OptionalDouble.empty(),
                KnownBound.NONE,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static Completed trial(
            double rate, DoubleSupplier service, DoubleUnaryOperator stalledUntil, Random random) {
        var counts = new double[END * SAMPLES_PER_SECOND];
        var seconds = new double[counts.length];
        double at = 0;
        while (at < END) {
            at -= Math.log(1 - random.nextDouble()) / rate;
            double end = stalledUntil.applyAsDouble(at) + service.getAsDouble();
            int sample = (int) (end * SAMPLES_PER_SECOND);
            if (sample < counts.length) {
                counts[sample]++;
                seconds[sample] += end - at;
            }
        }
        var like = SampleRun.completed(1_000, 100);
        return SampleRun.completed(
                new WarmUp(new Window(0, WARM_UP * SECOND), 10_000, like.warmUp().metrics()),
                LoadResults.of(
                        new Window(WARM_UP * SECOND, END * SECOND),
                        like.load().counts(),
                        like.load().connections(),
                        like.load().generator(),
                        like.load().intervals()),
                like.unloaded(),
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
