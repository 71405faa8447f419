package dev.loombench.analysis.validity.stationarity;

import static dev.loombench.ChangedSampleRun.SECOND;
import static dev.loombench.ChangedSampleRun.findings;
import static dev.loombench.ChangedSampleRun.results;
import static dev.loombench.analysis.validity.stationarity.SampleBursts.FROM;
import static dev.loombench.analysis.validity.stationarity.SampleBursts.RATE;
import static dev.loombench.analysis.validity.stationarity.SampleBursts.TO;
import static dev.loombench.analysis.validity.stationarity.SampleBursts.bursts;
import static dev.loombench.analysis.validity.stationarity.SampleBursts.cpu;
import static dev.loombench.analysis.validity.stationarity.SampleBursts.series;
import static dev.loombench.analysis.validity.stationarity.SampleBursts.stalled;
import static dev.loombench.analysis.validity.stationarity.SampleBursts.trial;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.ChangedSampleRun;
import dev.loombench.SampleRun;
import dev.loombench.analysis.trial.TrialBursts;
import dev.loombench.base.Window;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.TrialCount;
import dev.loombench.finding.Severity;
import dev.loombench.load.result.LoadResults;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.WarmUp;
import dev.loombench.result.TrialResult;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Bursts within and outside of windows of 2 s. The 10 s before a window are looked at too.
class RareByClockTest {
    private static List<RareByClock> found(Completed trial) {
        return found(_ -> trial);
    }

    private static List<RareByClock> found(Function<Trial, Completed> outcome) {
        return found(SampleRun.manifest(), outcome);
    }

    private static List<RareByClock> found(
            RunManifest manifest, Function<Trial, Completed> outcome) {
        return findings(manifest, outcome).stream()
                .filter(RareByClock.class::isInstance)
                .map(RareByClock.class::cast)
                .toList();
    }

    /// In 12 s 3.6 s of CPU time and 1 s of bursts, and no burst in the window: `(4.6 / 12) / 0.3`.
    @Test
    void bursts_between_windows_are_missing_in_their_figure() {
        var trial = trial(bursts(-6, 2), _ -> 0);
        var bursts = TrialBursts.ofCpu(trial).orElseThrow();
        assertThat(bursts.all()).isEqualTo(2);
        assertThat(bursts.inWindow()).isZero();
        assertThat(bursts.ratio()).isCloseTo(4.6 / 3.6, within(1e-9));
        assertThat(found(trial))
                .hasSize(2)
                .allSatisfy(f -> {
                    assertThat(f.kind()).isEqualTo(RareByClock.WORK);
                    assertThat(f.figures().trials()).isEqualTo(3);
                    assertThat(f.figures().longerSeconds()).isCloseTo(30, within(1e-9));
                    assertThat(f.severity()).isEqualTo(Severity.NOTE);
                    assertThat(f.affects(Metric.CPU_PER_REQUEST)).isTrue();
                    assertThat(f.affects(Metric.THROUGHPUT)).isFalse();
                });
    }

    /// `(4.1 / 12) / (1.1 / 2)`.
    @Test
    void a_burst_in_the_window_has_too_large_a_share_of_its_figure() {
        assertThat(TrialBursts.ofCpu(trial(bursts(3.5), _ -> 0)).orElseThrow().ratio())
                .isCloseTo(4.1 / 12 / (1.1 / 2), within(1e-9));
    }

    @Test
    void the_work_of_compilers_and_a_warm_up_that_ends_are_no_bursts() {
        assertThat(found(trial(_ -> 0, bursts(-6, 2)))).isEmpty();
        assertThat(found(trial(t -> Math.min(t - FROM, 12), _ -> 0))).isEmpty();
        assertThat(found(trial(bursts(-16, -8), _ -> 0))).as("before").isEmpty();
    }

    /// Of a warm-up in cycles, whose load stands still from -6 to -4 s. It is not sampled again
    /// before -2.75 s, so that the responses from -4 s on, which take CPU time, seem to be of the
    /// pause too.
    @Test
    void the_end_of_a_pause_is_no_burst() {
        assertThat(TrialBursts.ofCpu(paused(_ -> 0))).isEmpty();
        assertThat(TrialBursts.ofCpu(paused(bursts(-1, 1.5))).orElseThrow().all()).isEqualTo(2);
    }

    private static Completed paused(DoubleUnaryOperator work) {
        DoubleUnaryOperator loaded = t -> t - FROM - Math.clamp(t + 6, 0, 2);
        var responses = series(MetricId.LOAD_RESPONSES, t -> RATE * loaded.applyAsDouble(t));
        return trial(
                List.of(
                        new Series(
                                "load",
                                MetricId.LOAD_RESPONSES,
                                responses.points().stream()
                                        .filter(p ->
                                                p.nanos() <= -6 * SECOND
                                                        || p.nanos() >= -11 * SECOND / 4)
                                        .toList()),
                        series(
                                MetricId.PROCESS_CPU,
                                t -> 1e9 * (0.3 * loaded.applyAsDouble(t) + work.applyAsDouble(t))),
                        series(MetricId.JIT_CPU, _ -> 0)));
    }

    /// Of each part of half a second; seconds of other work by chance.
    @ParameterizedTest
    @ValueSource(doubles = {0.02, 0.1, 0.2})
    void noise_is_no_burst(double noise) {
        int found = 0;
        for (int i = 0; i < 100; i++) {
            var random = new Random(i);
            var work = new double[4 * (TO - FROM) + 1];
            for (int k = 1; k < work.length; k++) {
                work[k] = work[k - 1] + 0.3 / 4 * noise * random.nextGaussian();
            }
            var trial = trial(t -> work[(int) Math.round(4 * (t - FROM))], _ -> 0);
            found += TrialBursts.ofCpu(trial).isPresent() ? 1 : 0;
        }
        assertThat(found).isLessThanOrEqualTo(2);
    }

    /// 0.12 s of CPU time every 2.5 s, of which most windows have one: the interval over the trials
    /// contains what differs. Without the other findings of a run, which take most of the time.
    @Test
    void bursts_at_random_are_rarely_named() {
        var manifest = SampleRun.manifest();
        var random = new Random(7);
        int named = 0;
        for (int run = 0; run < 50; run++) {
            var trials = results(manifest, _ -> trial(every(2.5, 0.12, random), _ -> 0));
            named +=
                    Stream.of(SampleRun.POOL, SampleRun.VIRTUAL)
                                    .allMatch(v -> ofVariant(v, trials).isEmpty())
                            ? 0
                            : 1;
        }
        assertThat(named).isLessThanOrEqualTo(4);
    }

    private static List<RareByClock> ofVariant(String variant, List<TrialResult> trials) {
        var own = trials.stream().filter(r -> r.trial().variant().equals(variant)).toList();
        return RareByClock.of(SampleRun.experiment(), Plan.of(own));
    }

    private static DoubleUnaryOperator every(double period, double work, Random random) {
        double phase = period * random.nextDouble();
        return t -> {
            double periods = (t - FROM + phase) / period;
            double whole = Math.floor(periods);
            return work * whole + Math.min(work, period * (periods - whole));
        };
    }

    /// The window has 2 s, and the time before it 10 s: a window as long may have none by chance.
    @Test
    void a_single_burst_is_rare_beside_a_window_that_is_not_longer() {
        var trial = trial(bursts(-3), _ -> 0);
        assertThat(TrialBursts.ofCpu(trial).orElseThrow().all()).isEqualTo(1);
        assertThat(found(trial)).hasSize(2);
        assertThat(found(trial(bursts(3.5), _ -> 0))).as("in the window").hasSize(2);
    }

    /// As what a process does once: its CPU time decides here.
    @Test
    void a_single_burst_does_not_make_the_result_invalid() {
        var load = new LoadModel.Closed(100, Duration.ZERO);
        var manifest = ChangedSampleRun.like(load, Metric.CPU_PER_REQUEST);
        assertThat(found(manifest, _ -> trial(bursts(-3), _ -> 0)))
                .hasSize(2)
                .allMatch(f -> f.severity() == Severity.NOTE && !f.isUnsteady());
        assertThat(found(manifest, _ -> trial(bursts(-6, 2), _ -> 0)))
                .hasSize(2)
                .allMatch(f -> f.severity() == Severity.INVALID && f.isUnsteady());
    }

    /// As those of a queue: each trial has its bursts at other times.
    @Test
    void stalls_at_other_times_in_each_trial_do_not_make_the_result_invalid() {
        assertThat(found(t -> stalled(-5 - 2 * t.block() % 3, 2 - 2 * t.block() % 3)))
                .hasSize(2)
                .allSatisfy(f -> {
                    assertThat(f.figures().sameTime()).isFalse();
                    assertThat(f.severity()).isEqualTo(Severity.NOTE);
                });
    }

    /// Four of five lack both in their windows: each at the times of another by a chance of `(2 *
    /// 0.75 * 2 / 12)² = 1 / 16`. The fifth has one in its window, and errs in the other direction.
    @Test
    void a_trial_with_stalls_at_other_times_shows_that_the_others_agree_by_chance() {
        var five = SampleRun.manifest(SampleRun.experiment().withTrials(TrialCount.exactly(5)));
        assertThat(found(five, t -> t.block() == 5 ? stalled(-3, 4) : stalled(-5, 2)))
                .hasSize(2)
                .allSatisfy(f -> {
                    assertThat(f.figures().trials()).isEqualTo(4);
                    assertThat(f.figures().sameTime()).isFalse();
                    assertThat(f.severity()).isEqualTo(Severity.NOTE);
                });
        assertThat(found(five, _ -> stalled(-5, 2)))
                .hasSize(2)
                .allMatch(f -> f.severity() == Severity.INVALID);
    }

    /// One that begins in the last part before the window, and goes on in its first.
    @Test
    void a_burst_across_the_start_of_the_window_is_in_it() {
        var bursts = TrialBursts.ofCpu(trial(bursts(-6, 2.75), _ -> 0)).orElseThrow();
        assertThat(bursts.all()).isEqualTo(2);
        assertThat(bursts.inWindow()).isEqualTo(1);
    }

    /// More than a hundred thousand half seconds.
    @Test
    void a_window_of_a_day_has_longer_parts() {
        long day = Duration.ofDays(1).toNanos();
        var like = trial(bursts(-6, 2), _ -> 0);
        var load = like.load();
        var points = List.of(new Point(-7 * SECOND, 0), new Point(3 * SECOND + day, 8.64e7));
        var lasting =
                SampleRun.completed(
                        like.warmUp(),
                        LoadResults.of(
                                new Window(3 * SECOND, 3 * SECOND + day),
                                load.counts(),
                                load.connections(),
                                load.generator(),
                                load.intervals()),
                        like.unloaded(),
                        List.of(
                                new Series("load", MetricId.LOAD_RESPONSES, points),
                                new Series("proc", MetricId.PROCESS_CPU, points),
                                new Series("proc", MetricId.JIT_CPU, points)));
        assertThat(TrialBursts.ofCpu(lasting)).isEmpty();
    }

    /// As what is done once. The last 4 s of the warm-up are looked at; the window has 8 s, or 4.
    @Test
    void a_single_burst_before_a_longer_window_may_be_the_only_one() {
        var longer = withWindowFrom(-3, trial(bursts(-5), _ -> 0));
        assertThat(TrialBursts.ofCpu(longer).orElseThrow().ratio())
                .isCloseTo(4.1 / 3.6, within(1e-9));
        assertThat(found(longer)).isEmpty();
        assertThat(found(withWindowFrom(1, trial(bursts(-1), _ -> 0)))).hasSize(2);
    }

    /// Three times the CPU time until 3.5 s after the start of a window of 14 s, before which 4 s
    /// are looked at: the time from then on is all within the window, and so are both bursts.
    @Test
    void a_warm_up_that_ends_within_the_window_leaves_no_time_before_it() {
        DoubleUnaryOperator bursts = bursts(0, 3);
        var cold =
                withWindowFrom(
                        -9,
                        trial(
                                t -> 0.6 * (Math.min(t, -5.5) - FROM) + bursts.applyAsDouble(t),
                                _ -> 0));
        var seen = TrialBursts.ofCpu(cold).orElseThrow();
        assertThat(seen.all()).isEqualTo(2);
        assertThat(seen.inWindow()).isEqualTo(2);
        assertThat(seen.ratio()).isCloseTo(1, within(1e-9));
        assertThat(found(cold)).isEmpty();
    }

    /// After a warm-up of 8 s.
    private static Completed withWindowFrom(int second, Completed like) {
        var load = like.load();
        return SampleRun.completed(
                new WarmUp(
                        new Window((second - 8) * SECOND, second * SECOND),
                        20_000,
                        like.warmUp().metrics()),
                LoadResults.of(
                        new Window(second * SECOND, TO * SECOND),
                        load.counts(),
                        load.connections(),
                        load.generator(),
                        load.intervals()),
                like.unloaded(),
                like.observations());
    }

    /// Parts of 20 responses: of 1 s, of which there are 12, and of 1.05 s, of which there are 10.
    @Test
    void a_low_rate_has_longer_parts() {
        assertThat(TrialBursts.ofCpu(at(20, bursts(-6, 2))).orElseThrow().ratio())
                .isCloseTo(4.6 / 3.6, within(1e-9));
        assertThat(TrialBursts.ofCpu(at(19, bursts(-6, 2)))).isEmpty();
    }

    private static Completed at(double rate, DoubleUnaryOperator work) {
        return trial(
                List.of(
                        series(MetricId.LOAD_RESPONSES, t -> rate * (t - FROM)),
                        cpu(work, _ -> 0),
                        series(MetricId.JIT_CPU, _ -> 0)));
    }

    /// In 12 s 10,000 responses: `0.4 + 2 * 400 / 10,000`, and 12 s over 10 s of throughput.
    @Test
    void stalls_between_windows_are_missing_in_their_figures() {
        var trial = stalled(-5, 2);
        var bursts = TrialBursts.ofResponseTime(trial).orElseThrow();
        assertThat(bursts.all()).isEqualTo(2);
        assertThat(bursts.inWindow()).isZero();
        assertThat(bursts.ratio()).isCloseTo(1.2, within(1e-9));
        assertThat(found(trial))
                .hasSize(2)
                .allSatisfy(f -> {
                    assertThat(f.kind()).isEqualTo(RareByClock.STALLS);
                    assertThat(f.figures().longerSeconds()).isCloseTo(30, within(1e-9));
                    assertThat(f.severity()).isEqualTo(Severity.INVALID);
                    assertThat(f.affects(Metric.THROUGHPUT)).isTrue();
                    assertThat(f.affects(Metric.P99)).isTrue();
                    assertThat(f.affects(Metric.P50)).isFalse();
                    assertThat(f.affects(Metric.CPU_PER_REQUEST)).isFalse();
                });
    }

    /// Of responses and think time, `(2 + 0.48) / (2 + 0.4)` is 1.03, and with 1 s it is 1.06.
    @ParameterizedTest
    @CsvSource({"1, true", "2, false"})
    void users_who_think_hardly_wait_for_stalls(long think, boolean affected) {
        var load = new LoadModel.Closed(400, Duration.ofSeconds(think));
        assertThat(found(ChangedSampleRun.like(load, Metric.P99), _ -> stalled(-5, 2)))
                .hasSize(2)
                .allSatisfy(f -> {
                    assertThat(f.affects(Metric.THROUGHPUT)).isEqualTo(affected);
                    assertThat(f.severity()).isEqualTo(Severity.INVALID);
                });
    }

    /// Its throughput is that of its schedule.
    @Test
    void the_throughput_of_a_fixed_rate_does_not_depend_on_stalls() {
        var load = new LoadModel.Open(RATE, Arrival.CONSTANT, 2_000);
        assertThat(found(ChangedSampleRun.like(load, Metric.THROUGHPUT), _ -> stalled(-5, 2)))
                .hasSize(2)
                .allSatisfy(f -> {
                    assertThat(f.affects(Metric.THROUGHPUT)).isFalse();
                    assertThat(f.severity()).isEqualTo(Severity.NOTE);
                });
    }
}
