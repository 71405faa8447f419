package dev.loombench.analysis.mode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.ChangedSampleRun;
import dev.loombench.SampleRun;
import dev.loombench.analysis.mode.ModeBias.ClosedAtRest;
import dev.loombench.analysis.mode.ModeBias.DependsOnSlices;
import dev.loombench.analysis.mode.ModeBias.WorkAtRest;
import dev.loombench.analysis.mode.ModeBias.WorkWhenIdle;
import dev.loombench.base.Window;
import dev.loombench.experiment.Metric;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.Interleaving;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.WarmUp;
import dev.loombench.result.TrialResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// Blocks of a pool and of virtual threads, in 24 short and 4 long slices with a noise of 2 %. The
/// sample warms up from 0 to 3 s and is measured from 3 to 5 s, at 1,000 responses per second.
class ModeBiasTest {
    private static final RunManifest MANIFEST = SampleRun.interleaved(SampleRun.experiment());
    private static final long SECOND = 1_000_000_000;

    private final Random random = new Random(7);

    /// @param shorts responses of the second variant in short slices, compared with the first
    /// @param cpu the same of CPU per response
    private Interleaving slices(double shorts, double cpu, double workAtRest, long closed) {
        var slices = new ArrayList<Interleaving.Slice>();
        for (int k = 0; k < 28; k++) {
            boolean isLong = k == 6 || k == 7 || k == 20 || k == 21;
            long nanos = isLong ? 600_000_000 : 100_000_000;
            double noise = 1 + 0.02 * random.nextGaussian() / (isLong ? 2.4 : 1);
            double responses = nanos / 1e6 * noise * (isLong ? 1 : shorts);
            slices.add(
                    new Interleaving.Slice(
                            nanos,
                            k % 2 == 0 ? 0 : 2 * nanos,
                            5_000_000,
                            Math.round(responses),
                            OptionalDouble.of(1e5 * responses * (isLong ? 1 : cpu))));
        }
        return new Interleaving(
                slices,
                OptionalDouble.of(0),
                OptionalDouble.of(workAtRest),
                OptionalDouble.of(0),
                closed);
    }

    private static List<TrialResult> blocks(int blocks, Function<Trial, Completed> trials) {
        return MANIFEST.plan().stream()
                .filter(t -> t.block() <= blocks)
                .map(t -> SampleRun.result(t, trials.apply(t)))
                .toList();
    }

    private static boolean isFirst(Trial trial) {
        return trial.variant().equals(SampleRun.POOL);
    }

    private Optional<ModeBias> bias(int blocks, Interleaving second) {
        return ModeBias.of(
                MANIFEST,
                blocks(
                        blocks,
                        t ->
                                ChangedSampleRun.interleaved(
                                        SampleRun.completed(1_000, 100),
                                        isFirst(t) ? slices(1, 1, 0, 0) : second)));
    }

    @Test
    void servers_whose_rests_change_nothing_stay_interleaved() {
        assertThat(bias(3, slices(1, 1, 0.049, 0))).isEmpty();
    }

    @Test
    void work_in_the_rests_is_a_bias() {
        assertThat(bias(1, slices(1, 1, 0.051, 0)).orElseThrow())
                .isEqualTo(new WorkAtRest("tomcat virtual", 0.051));
        assertThat(bias(1, slices(1, 1, 0.36, 0)).orElseThrow().reason())
                .isEqualTo("tomcat virtual did 36 % of its work in the rests between slices");
    }

    private Interleaving busyWhenIdle(double share) {
        return new Interleaving(
                slices(1, 1, 0, 0).slices(),
                OptionalDouble.of(0),
                OptionalDouble.of(0),
                OptionalDouble.of(share),
                0);
    }

    /// Work for requests that are long past cannot be told from a server's own.
    @Test
    void work_of_an_idle_server_is_a_bias_where_it_would_matter() {
        assertThat(bias(1, busyWhenIdle(0.2)).orElseThrow())
                .isEqualTo(new WorkWhenIdle("tomcat virtual", 0.2));
        assertThat(bias(1, busyWhenIdle(0.2)).orElseThrow().reason())
                .isEqualTo(
                        "tomcat virtual was busy long after its last response: up to 20 % of its CPU time may be for requests; what comes later than warm-up and window last is not seen");
    }

    /// The slices use a tenth of a processor, of which 0.01 is a tenth.
    @Test
    void an_idle_server_may_use_a_hundredth_of_a_processor() {
        assertThat(bias(3, busyWhenIdle(0.09))).isEmpty();
        assertThat(bias(3, busyWhenIdle(0.11))).isPresent();
        assertThat(WorkWhenIdle.least(5e9, 1e9)).isEqualTo(0.1e9);
        assertThat(WorkWhenIdle.least(1e7, 1e9)).isEqualTo(1e7);
    }

    /// 27 rests of 400 connections: 108 are one in a hundred.
    @Test
    void connections_that_are_closed_in_the_rests_are_a_bias() {
        assertThat(bias(1, slices(1, 1, 0, 108))).isEmpty();
        assertThat(bias(1, slices(1, 1, 0, 109)).orElseThrow()).isInstanceOf(ClosedAtRest.class);
    }

    @Test
    void a_ratio_that_depends_on_the_length_of_slices_is_a_bias() {
        assertThat(bias(1, slices(1.1, 1, 0, 0)).orElseThrow())
                .isInstanceOfSatisfying(
                        DependsOnSlices.class,
                        found -> {
                            assertThat(found.metric()).isEqualTo(Metric.THROUGHPUT);
                            assertThat(found.ratio().point()).isBetween(1.07, 1.13);
                        });
        assertThat(bias(1, slices(1, 0.9, 0, 0)).orElseThrow())
                .isInstanceOfSatisfying(
                        DependsOnSlices.class,
                        found -> assertThat(found.metric()).isEqualTo(Metric.CPU_PER_REQUEST));
    }

    /// 1.5 % is significant here, and half of the margin is 1.5 %.
    @Test
    void a_dependence_below_half_of_the_margin_is_accepted() {
        assertThat(bias(3, slices(1.012, 1, 0, 0))).isEmpty();
    }

    /// One in two slices follows a rest of two.
    private Interleaving afterRests(double responses, double cpu) {
        var slices =
                slices(1, 1, 0, 0).slices().stream()
                        .map(s ->
                                s.restNanos() == 0
                                        ? s
                                        : new Interleaving.Slice(
                                                s.nanos(),
                                                s.restNanos(),
                                                s.drainNanos(),
                                                Math.round(s.responses() * responses),
                                                OptionalDouble.of(
                                                        s.cpuNanos().orElseThrow()
                                                                * responses
                                                                * cpu)))
                        .toList();
        return new Interleaving(
                slices, OptionalDouble.of(0), OptionalDouble.of(0), OptionalDouble.of(0), 0);
    }

    /// CPU per response of 1.3 after rests is 1.15 on average, against 1 without rests.
    @Test
    void a_figure_that_depends_on_the_rest_before_a_slice_is_a_bias() {
        assertThat(bias(1, afterRests(1, 1.3)).orElseThrow())
                .isInstanceOfSatisfying(
                        DependsOnRestBefore.class,
                        found -> {
                            assertThat(found.metric()).isEqualTo(Metric.CPU_PER_REQUEST);
                            assertThat(found.ratio()).isBetween(1.12, 1.18);
                            assertThat(found.reason())
                                    .startsWith("cpu-per-request of tomcat virtual was about 1.1");
                        });
        assertThat(bias(1, afterRests(0.8, 1)).orElseThrow())
                .isInstanceOfSatisfying(
                        DependsOnRestBefore.class,
                        found -> {
                            assertThat(found.metric()).isEqualTo(Metric.THROUGHPUT);
                            assertThat(found.ratio()).isBetween(0.88, 0.92);
                        });
    }

    /// 4 of 28 slices with 6 times the CPU time of the others.
    @Test
    void work_in_a_few_slices_is_a_bias() {
        assertThat(bias(1, rarely(6)).orElseThrow())
                .isInstanceOfSatisfying(
                        RareWork.class,
                        found -> {
                            assertThat(found.share()).isBetween(0.25, 0.32);
                            assertThat(found.reason())
                                    .endsWith("in a few slices, which may depend on the clock");
                        });
        assertThat(bias(1, rarely(1.4))).isEmpty();
    }

    /// In both a slice after a rest and one after none.
    private Interleaving rarely(double factor) {
        var slices = new ArrayList<>(slices(1, 1, 0, 0).slices());
        for (int k : new int[] {2, 3, 24, 25}) {
            var s = slices.get(k);
            slices.set(
                    k,
                    new Interleaving.Slice(
                            s.nanos(),
                            s.restNanos(),
                            s.drainNanos(),
                            s.responses(),
                            OptionalDouble.of(factor * s.cpuNanos().orElseThrow())));
        }
        return new Interleaving(
                slices, OptionalDouble.of(0), OptionalDouble.of(0), OptionalDouble.of(0), 0);
    }

    /// Work that is done later falls into the rest after the second of two slices.
    @Test
    void cpu_time_of_less_after_rests_and_of_little_more_is_accepted() {
        assertThat(bias(3, afterRests(1, 0.93))).isEmpty();
        assertThat(bias(3, afterRests(1, 1.1))).isEmpty();
    }

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

    /// Windows that are not divided have no rests within them.
    @Test
    void a_window_of_one_slice_has_no_bias() {
        var one = new Interleaving.Slice(2 * SECOND, 0, 0, 2_000, OptionalDouble.of(2e8));
        var whole =
                new Interleaving(
                        List.of(one),
                        OptionalDouble.of(0),
                        OptionalDouble.of(0.5),
                        OptionalDouble.of(0.5),
                        400);
        assertThat(bias(3, whole)).isEmpty();
    }
}
