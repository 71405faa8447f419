package dev.loombench.analysis.mode;

import static dev.loombench.analysis.mode.ModeBiasTest.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.ChangedSampleRun;
import dev.loombench.SampleRun;
import dev.loombench.base.Window;
import dev.loombench.experiment.Metric;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.Interleaving;
import dev.loombench.result.Steadiness;
import dev.loombench.result.Steadiness.State;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.WarmUp;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/// Figures under slices that are others than in the warm-up, which has no rests.
class WarmUpBiasTest extends SlicedBlocks {
    /// In the last 2 s of the warm-up, 2,000 responses of the first, and fewer of the second.
    ///
    /// @param perSecond of the second, by block
    private Optional<ModeBias> againstWarmUp(double... perSecond) {
        return ModeBias.of(
                MANIFEST,
                blocks(
                        perSecond.length,
                        t ->
                                warmedUp(
                                        ChangedSampleRun.interleaved(
                                                SampleRun.completed(1_000, 100),
                                                slices(1, 1, 0, 0)),
                                        isFirst(t) ? 1_000 : perSecond[t.block() - 1])));
    }

    private static Completed warmedUp(Completed trial, double perSecond) {
        long end = trial.warmUp().window().endNanos();
        return trial.with(
                List.of(
                        new Series(
                                "load",
                                MetricId.LOAD_RESPONSES,
                                List.of(
                                        new Point(end - 2 * SECOND, 0),
                                        new Point(end, 2 * perSecond)))));
    }

    /// Users of the second server pause from 3.5 to 2.5 s before the end of its warm-up, and start
    /// again for a second: the next sample is 1.25 s before the end, or half a second. The last 2 s
    /// would have 0.83 or 0.67 times its throughput.
    @Test
    void a_pause_of_a_warm_up_in_cycles_is_not_a_part_of_its_throughput() {
        assertThat(afterPause(1.25)).isEmpty();
        assertThat(afterPause(0.5)).isEmpty();
    }

    /// @param seconds from the first sample after the pause to the end of the warm-up
    private Optional<ModeBias> afterPause(double seconds) {
        return ModeBias.of(
                MANIFEST,
                blocks(
                        3,
                        t -> {
                            var trial =
                                    ChangedSampleRun.interleaved(
                                            SampleRun.completed(1_000, 100), slices(1, 1, 0, 0));
                            return isFirst(t)
                                    ? warmedUp(trial, 1_000)
                                    : trial.with(List.of(resumed(trial, seconds)));
                        }));
    }

    private static Series resumed(Completed trial, double seconds) {
        long end = trial.warmUp().window().endNanos();
        long at = end - Math.round(seconds * SECOND);
        return new Series(
                "load",
                MetricId.LOAD_RESPONSES,
                List.of(
                        new Point(at - 9 * SECOND / 4, 0),
                        new Point(at, 1_250),
                        new Point(end, 1_250 + 1_000 * seconds)));
    }

    /// ln 1.5 after one block, and divided by √3 after three.
    @Test
    void a_throughput_that_is_another_without_rests_is_a_bias() {
        assertThat(againstWarmUp(1_000 / 1.49)).isEmpty();
        assertThat(againstWarmUp(1_000 / 1.51).orElseThrow())
                .isInstanceOfSatisfying(
                        DependsOnRests.class,
                        found -> {
                            assertThat(found.metric()).isEqualTo(Metric.THROUGHPUT);
                            assertThat(found.ratio()).isBetween(1.505, 1.515);
                            assertThat(found.reason())
                                    .isEqualTo(
                                            "throughput of tomcat virtual to tomcat platform-pool 100 in slices was 1.51 times that without rests");
                        });
        assertThat(againstWarmUp(1_000, 1_000 * Math.exp(0.23), 1_000 * Math.exp(0.46))).isEmpty();
        assertThat(againstWarmUp(1_000, 1_000 * Math.exp(0.24), 1_000 * Math.exp(0.48)))
                .isPresent();
    }

    /// As that of a limiter whose tokens gather in the rests: 8 % of three blocks, with t at 99 %.
    @Test
    void a_small_difference_in_which_three_blocks_agree_is_a_bias() {
        assertThat(againstWarmUp(910, 910)).isEmpty();
        assertThat(againstWarmUp(910, 910, 910)).isPresent();
        assertThat(againstWarmUp(930, 930, 930)).isEmpty();
        assertThat(againstWarmUp(900, 905, 925)).isPresent();
        assertThat(againstWarmUp(860, 910, 960)).isEmpty();
    }

    /// As after a warm-up that was too short to tell: a limiter of half of the speed in slices.
    @Test
    void a_warm_up_that_is_not_shown_to_be_steady_counts_unless_it_rises_or_falls() {
        assertThat(afterWarmUp(Steadiness.undecided(Metric.THROUGHPUT, 0.2))).isPresent();
        assertThat(afterWarmUp(Steadiness.not(Metric.THROUGHPUT, State.RISING))).isEmpty();
    }

    /// A JVM that has just started is several times as fast a few seconds later.
    @Test
    void a_warm_up_of_too_few_samples_to_see_a_change_shows_nothing() {
        var unknown = Steadiness.undecided(Metric.THROUGHPUT, Double.POSITIVE_INFINITY);
        assertThat(afterWarmUp(unknown)).isEmpty();
    }

    private Optional<ModeBias> afterWarmUp(Steadiness throughput) {
        return ModeBias.of(
                MANIFEST,
                blocks(
                        1,
                        t -> {
                            var trial =
                                    warmedUp(
                                            ChangedSampleRun.interleaved(
                                                    SampleRun.completed(1_000, 100),
                                                    slices(1, 1, 0, 0)),
                                            isFirst(t) ? 1_000 : 500);
                            var warmUp = trial.warmUp();
                            return new Completed(
                                    new WarmUp(
                                            warmUp.window(),
                                            warmUp.responses(),
                                            List.of(throughput)),
                                    trial.load(),
                                    trial.unloaded(),
                                    trial.observations(),
                                    trial.interleaving(),
                                    List.of(),
                                    Optional.empty());
                        }));
    }

    /// CPU per response in slices, and in the 2 s of the warm-up: equal in the first variant.
    private Optional<ModeBias> cpuAgainstWarmUp(int blocks, double micros, double beforeMicros) {
        return ModeBias.of(
                MANIFEST,
                blocks(
                        blocks,
                        t ->
                                warmedUpWithCpu(
                                        ChangedSampleRun.interleaved(
                                                SampleRun.completed(1_000, 100), costing(micros)),
                                        isFirst(t) ? micros : beforeMicros)));
    }

    /// Slices of 100 µs per response, with another cost.
    private Interleaving costing(double micros) {
        var slices =
                slices(1, 1, 0, 0).slices().stream()
                        .map(s ->
                                new Interleaving.Slice(
                                        s.nanos(),
                                        s.restNanos(),
                                        s.drainNanos(),
                                        s.responses(),
                                        OptionalDouble.of(micros * 1e3 * s.responses())))
                        .toList();
        return new Interleaving(
                slices, OptionalDouble.of(0), OptionalDouble.of(0), OptionalDouble.of(0), 0);
    }

    private static Completed warmedUpWithCpu(Completed trial, double micros) {
        long end = trial.warmUp().window().endNanos();
        var warmedUp = warmedUp(trial, 1_000);
        var cpu =
                new Series(
                        "proc",
                        MetricId.PROCESS_CPU,
                        List.of(
                                new Point(end - 2 * SECOND, 0),
                                new Point(end, 2_000 * micros * 1e3)));
        return warmedUp.with(List.of(warmedUp.observations().getFirst(), cpu));
    }

    /// Work that comes when neither slices nor their rests see it: ln 1.5 after one block.
    @Test
    void cpu_per_request_that_is_another_without_rests_is_a_bias() {
        assertThat(cpuAgainstWarmUp(1, 100, 149)).isEmpty();
        assertThat(cpuAgainstWarmUp(1, 100, 151).orElseThrow())
                .isInstanceOfSatisfying(
                        DependsOnRests.class,
                        found -> {
                            assertThat(found.metric()).isEqualTo(Metric.CPU_PER_REQUEST);
                            assertThat(found.ratio()).isCloseTo(100 / 151.0, within(1e-9));
                            assertThat(found.reason())
                                    .startsWith("cpu-per-request of tomcat virtual to ");
                        });
        assertThat(cpuAgainstWarmUp(3, 100, 107)).isEmpty();
        assertThat(cpuAgainstWarmUp(3, 100, 112)).isPresent();
    }

    /// After a warm-up of 12 s: 100 µs per response in its last 4 s, all of it in the last 2.
    @Test
    void cpu_per_request_without_rests_is_that_of_the_last_third_of_a_warm_up() {
        assertThat(ModeBias.of(MANIFEST, blocks(1, t -> collectedLast(isFirst(t) ? 1 : 0))))
                .isEmpty();
    }

    /// @param hundredMicros CPU per response from 4 to 2 s before the end of the warm-up
    private Completed collectedLast(int hundredMicros) {
        var trial = ChangedSampleRun.interleaved(SampleRun.completed(1_000, 100), costing(100));
        long end = trial.warmUp().window().endNanos();
        var responses =
                new Series(
                        "load",
                        MetricId.LOAD_RESPONSES,
                        List.of(new Point(end - 4 * SECOND, 0), new Point(end, 4_000)));
        var cpu =
                new Series(
                        "proc",
                        MetricId.PROCESS_CPU,
                        List.of(
                                new Point(end - 4 * SECOND, 0),
                                new Point(end - 2 * SECOND, 2_000 * 1e5 * hundredMicros),
                                new Point(end, 4_000 * 1e5)));
        return new Completed(
                new WarmUp(new Window(end - 12 * SECOND, end), 12_000, trial.warmUp().metrics()),
                trial.load(),
                trial.unloaded(),
                List.of(responses, cpu),
                trial.interleaving(),
                List.of(),
                Optional.empty());
    }

    /// At 1,000/s, 10 µs per response are a hundredth of a processor.
    @Test
    void a_hundredth_of_a_processor_may_be_used_in_the_warm_up_only() {
        assertThat(cpuAgainstWarmUp(1, 10, 19.9)).isEmpty();
        assertThat(cpuAgainstWarmUp(1, 10, 20.1)).isPresent();
    }
}
