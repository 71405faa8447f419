package dev.loombench.analysis.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.server.MemoryBreakdown.MemoryShare;
import dev.loombench.analysis.server.MemoryBreakdown.Use;
import dev.loombench.analysis.validity.jvm.JvmFinding.CarriersPinned;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Event;
import dev.loombench.observe.result.Observation.Events;
import dev.loombench.observe.result.Observation.Pinned;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.observe.result.PinnedWaitGroup;
import dev.loombench.result.TrialResult;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The window is the two seconds from 3 s to 5 s.
class ServerDiagnosticsTest {
    private static final long SECOND = 1_000_000_000;

    private static Series at5s(MetricId metric, double value) {
        return new Series(
                "attach",
                metric,
                List.of(new Point(4 * SECOND, 1), new Point(5 * SECOND + 1, value)));
    }

    private static Analysis with(Observation... seen) {
        var manifest = SampleRun.manifest();
        var results = new ArrayList<TrialResult>();
        for (var trial : manifest.plan()) {
            var like = SampleRun.completed(1_000, 400);
            results.add(
                    SampleRun.result(
                            trial,
                            SampleRun.completed(
                                    like.warmUp(), like.load(), like.unloaded(), List.of(seen))));
        }
        return Analysis.of(manifest, results);
    }

    private static ServerDiagnostics diagnostics(Observation... seen) {
        return with(seen).variants().getFirst().diagnostics();
    }

    @Test
    void memory_is_split_at_the_end_of_the_window_with_an_unaccounted_rest() {
        var memory =
                diagnostics(
                                at5s(MetricId.PROCESS_RSS, 200),
                                at5s(MetricId.HEAP_USED, 40),
                                at5s(MetricId.HEAP_COMMITTED, 70),
                                at5s(MetricId.DIRECT_USED, 5),
                                at5s(MetricId.METASPACE_COMMITTED, 20),
                                at5s(MetricId.CODE_COMMITTED, 10))
                        .memory()
                        .orElseThrow();

        assertThat(memory.parts())
                .containsExactly(
                        new MemoryShare(Use.HEAP_USED, 40),
                        new MemoryShare(Use.HEAP_FREE, 30),
                        new MemoryShare(Use.DIRECT, 5),
                        new MemoryShare(Use.METASPACE, 20),
                        new MemoryShare(Use.CODE, 10));
        assertThat(memory.counted()).isEqualTo(105);
        assertThat(memory.unaccounted()).isEqualTo(95);
        assertThat(memory.notResident()).isZero();
    }

    @Test
    void native_memory_adds_parts_without_counting_any_twice() {
        var memory =
                diagnostics(
                                at5s(MetricId.PROCESS_RSS, 120),
                                at5s(MetricId.HEAP_USED, 40),
                                at5s(MetricId.HEAP_COMMITTED, 70),
                                at5s(MetricId.METASPACE_COMMITTED, 20),
                                at5s(MetricId.NATIVE_STACKS, 3),
                                at5s(MetricId.NATIVE_OTHERS, 50))
                        .memory()
                        .orElseThrow();

        assertThat(memory.parts())
                .contains(new MemoryShare(Use.THREAD_STACKS, 3), new MemoryShare(Use.JVM, 30));
        assertThat(memory.notResident()).as("70 + 20 + 3 + 30 - 120").isEqualTo(3);
        assertThat(memory.unaccounted()).isZero();
    }

    @Test
    void waits_that_hold_a_carrier_are_added_up_and_become_a_finding() {
        var frames =
                List.of(
                        "java.lang.VirtualThread.parkOnCarrierThread(line 1)",
                        "java.lang.Thread.sleep(line 2)",
                        "dev.shop.Cache.get(line 3)");
        var analysis =
                with(
                        new Pinned(
                                "attach",
                                10,
                                SECOND,
                                2 * SECOND,
                                List.of(new PinnedWaitGroup(10, SECOND, frames))));

        // 3 trials of 1 s held in 2 s of 2 carriers each
        var pinned = analysis.variants().getFirst().diagnostics().pinned().orElseThrow();
        assertThat(pinned.waits()).isEqualTo(30);
        assertThat(pinned.nanosPerResponse()).as("2,000 responses per window").hasValue(500_000);
        assertThat(pinned.share()).isCloseTo(0.25, within(1e-9));
        assertThat(pinned.locations())
                .containsExactly(
                        new PinningSummary.PinnedLocation(
                                30, 3 * SECOND, "in Thread.sleep", "Thread.sleep < Cache.get"));
        assertThat(analysis.findings())
                .contains(new CarriersPinned(SampleRun.POOL, 0.25, 30, "Thread.sleep < Cache.get"));
        assertThat(with(new Pinned("attach", 0, 0, 2 * SECOND, List.of())).findings())
                .noneMatch(CarriersPinned.class::isInstance);
    }

    @Test
    void waits_are_compared_with_the_whole_observed_time() {
        // A window of 2 s and another 2 s until its last response: 4,000 responses in that time.
        var waits = List.of(new PinnedWaitGroup(10, SECOND, List.of("dev.shop.Cache.get(line 3)")));
        var pinned =
                diagnostics(new Pinned("attach", 10, SECOND, 4 * SECOND, waits))
                        .pinned()
                        .orElseThrow();

        assertThat(pinned.share()).as("of 4 s of 2 carriers").isCloseTo(0.125, within(1e-9));
        assertThat(pinned.nanosPerResponse()).hasValue(250_000);
    }

    @Test
    void gc_has_its_pauses_in_the_window_and_the_allocation() {
        var seen =
                diagnostics(
                                new Events(
                                        "gc-log",
                                        "gc.pause",
                                        List.of(
                                                new Event(2 * SECOND, 9_000_000, "before"),
                                                new Event(3 * SECOND, 2_000_000, "young"),
                                                new Event(4 * SECOND, 1_000_000, "young"),
                                                new Event(4 * SECOND + 1, 3_000_000, "full"))),
                                new Series(
                                        "attach",
                                        MetricId.ALLOCATED,
                                        List.of(
                                                new Point(3 * SECOND, 0),
                                                new Point(5 * SECOND, 8_000_000))),
                                new Series(
                                        "gc-log",
                                        MetricId.HEAP_AFTER_GC,
                                        List.of(
                                                new Point(2 * SECOND, 99),
                                                new Point(4 * SECOND, 40))))
                        .gc()
                        .orElseThrow();

        assertThat(seen.pauses()).isEqualTo(3);
        assertThat(seen.pausedNanos()).isEqualTo(6_000_000);
        assertThat(seen.longestNanos()).isEqualTo(3_000_000);
        assertThat(seen.causes().getFirst()).isEqualTo(new GcSummary.Cause("young", 6));
        assertThat(seen.allocatedPerSecond()).hasValue(4_000_000);
        assertThat(seen.allocatedPerRequest()).as("2,000 responses").hasValue(4_000);
        assertThat(seen.heapAfter()).hasValue(40);
    }

    @Test
    void missing_observations_are_empty() {
        assertThat(diagnostics().memory()).isEmpty();
        assertThat(diagnostics().pinned()).isEmpty();
        assertThat(diagnostics().threads()).isEmpty();
    }
}
