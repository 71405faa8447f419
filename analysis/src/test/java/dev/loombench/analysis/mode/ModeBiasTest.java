package dev.loombench.analysis.mode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.ChangedSampleRun;
import dev.loombench.SampleRun;
import dev.loombench.analysis.mode.ModeBias.ClosedAtRest;
import dev.loombench.analysis.mode.ModeBias.DependsOnSlices;
import dev.loombench.analysis.mode.ModeBias.WorkAtRest;
import dev.loombench.analysis.mode.ModeBias.WorkWhenIdle;
import dev.loombench.experiment.Metric;
import dev.loombench.result.Interleaving;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/// Blocks of a pool and of virtual threads, in 24 short and 4 long slices with a noise of 2 %. The
/// sample warms up from 0 to 3 s and is measured from 3 to 5 s, at 1,000 responses per second.
class ModeBiasTest extends SlicedBlocks {
    static final long SECOND = 1_000_000_000;

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
