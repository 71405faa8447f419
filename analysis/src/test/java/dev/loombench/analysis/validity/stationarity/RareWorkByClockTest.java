package dev.loombench.analysis.validity.stationarity;

import static dev.loombench.ChangedSampleRun.SECOND;
import static dev.loombench.ChangedSampleRun.findings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.analysis.trial.CpuBursts;
import dev.loombench.base.Window;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.WarmUp;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Servers that use 0.3 processors for 1,000 responses per second, from 17 s before the zero of the
/// clock to 5 s after it. The last 2 s are the window, and the 10 s before it are looked at too.
class RareWorkByClockTest {
    private static final int FROM = -17;
    private static final int TO = 5;

    /// @param work in addition, s of CPU time until a time in s
    private static Completed trial(DoubleUnaryOperator work, DoubleUnaryOperator compilers) {
        var like = SampleRun.completed(1_000, 1);
        long end = like.warmUp().window().endNanos();
        assertThat(end).isEqualTo(3 * SECOND);
        var warmUp = new WarmUp(new Window(FROM * SECOND, end), 20_000, like.warmUp().metrics());
        return SampleRun.completed(
                warmUp,
                like.load(),
                like.unloaded(),
                List.of(
                        series(MetricId.LOAD_RESPONSES, t -> 1_000 * (t - FROM)),
                        series(MetricId.JIT_CPU, t -> 1e9 * compilers.applyAsDouble(t)),
                        series(
                                MetricId.PROCESS_CPU,
                                t ->
                                        1e9
                                                * (0.3 * (t - FROM)
                                                        + work.applyAsDouble(t)
                                                        + compilers.applyAsDouble(t)))));
    }

    private static Series series(MetricId metric, DoubleUnaryOperator value) {
        return new Series(
                "proc",
                metric,
                IntStream.rangeClosed(4 * FROM, 4 * TO)
                        .mapToObj(i -> new Point(i * SECOND / 4, value.applyAsDouble(i / 4.0)))
                        .toList());
    }

    /// Half a second of CPU time within half a second from each time on.
    private static DoubleUnaryOperator bursts(double... times) {
        return t -> {
            double sum = 0;
            for (double time : times) {
                sum += Math.clamp(t - time, 0, 0.5);
            }
            return sum;
        };
    }

    private static List<RareWorkByClock> found(Completed trial) {
        return found(_ -> trial);
    }

    private static List<RareWorkByClock> found(Function<Trial, Completed> outcome) {
        return findings(SampleRun.manifest(), outcome).stream()
                .filter(RareWorkByClock.class::isInstance)
                .map(RareWorkByClock.class::cast)
                .toList();
    }

    /// In 12 s 3.6 s of CPU time and 1 s of bursts, and no burst in the window: `(4.6 / 12) / 0.3`.
    @Test
    void bursts_between_windows_are_missing_in_their_figure() {
        var trial = trial(bursts(-6, 2), _ -> 0);
        var bursts = CpuBursts.of(trial).orElseThrow();
        assertThat(bursts.all()).isEqualTo(2);
        assertThat(bursts.inWindow()).isZero();
        assertThat(bursts.ratio()).isCloseTo(4.6 / 3.6, within(1e-9));
        assertThat(found(trial))
                .hasSize(2)
                .allSatisfy(f -> {
                    assertThat(f.trials()).isEqualTo(3);
                    assertThat(f.longerSeconds()).isCloseTo(30, within(1e-9));
                    assertThat(f.severity()).isEqualTo(Severity.NOTE);
                    assertThat(f.affects(Metric.CPU_PER_REQUEST)).isTrue();
                    assertThat(f.affects(Metric.THROUGHPUT)).isFalse();
                });
    }

    /// `(4.1 / 12) / (1.1 / 2)`.
    @Test
    void a_burst_in_the_window_has_too_large_a_share_of_its_figure() {
        assertThat(CpuBursts.of(trial(bursts(3.5), _ -> 0)).orElseThrow().ratio())
                .isCloseTo(4.1 / 12 / (1.1 / 2), within(1e-9));
    }

    @Test
    void the_work_of_compilers_and_a_warm_up_that_ends_are_no_bursts() {
        assertThat(found(trial(_ -> 0, bursts(-6, 2)))).isEmpty();
        assertThat(found(trial(t -> Math.min(t - FROM, 12), _ -> 0))).isEmpty();
        assertThat(found(trial(bursts(-16, -8), _ -> 0))).as("before").isEmpty();
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
            found += CpuBursts.of(trial).isPresent() ? 1 : 0;
        }
        assertThat(found).isLessThanOrEqualTo(2);
    }

    /// 0.12 s of CPU time every 2.5 s, of which most windows have one: the interval over the trials
    /// contains what differs.
    @Test
    void bursts_at_random_are_rarely_named() {
        var random = new Random(7);
        int named = 0;
        for (int run = 0; run < 50; run++) {
            named += found(_ -> trial(every(2.5, 0.12, random), _ -> 0)).isEmpty() ? 0 : 1;
        }
        assertThat(named).isLessThanOrEqualTo(4);
    }

    private static DoubleUnaryOperator every(double period, double work, Random random) {
        double phase = period * random.nextDouble();
        return t -> {
            double periods = (t - FROM + phase) / period;
            double whole = Math.floor(periods);
            return work * whole + Math.min(work, period * (periods - whole));
        };
    }

    /// It may be the only one.
    @Test
    void a_single_burst_before_the_window_is_none_by_the_clock() {
        assertThat(CpuBursts.of(trial(bursts(-3), _ -> 0))).isPresent();
        assertThat(found(trial(bursts(-3), _ -> 0))).isEmpty();
        assertThat(found(trial(bursts(3.5), _ -> 0))).hasSize(2);
    }
}
