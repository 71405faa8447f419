package dev.loombench.observe.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.observe.file.content.CollectionLog;
import dev.loombench.observe.file.content.CollectionLog.Collection;
import dev.loombench.observe.file.content.CollectionLog.Scope;
import dev.loombench.observe.file.content.CollectionLog.Span;
import dev.loombench.observe.file.content.CollectionLog.Stop;
import dev.loombench.observe.file.content.CollectionLog.Unread;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Logs of collections with several decorations.
class CollectionLogReaderTest {
    private static final long MILLI = 1_000_000;

    private final CollectionLogReader reader = new CollectionLogReader();

    private CollectionLog log(String text) {
        return log(reader, text);
    }

    private static CollectionLog log(CollectionLogReader lines, String text) {
        text.lines().forEach(lines::line);
        return lines.end().orElseThrow();
    }

    @Test
    void pauses_of_g1_are_read_with_time_and_uptime() {
        var log =
                log(
                        """
                        [2026-11-27T04:13:25.000+0000][0.010s][info][gc,init] Version: 25.0.3+9-LTS (release)
                        [2026-11-27T04:13:25.000+0000][0.011s][info][gc,init] CPUs: 4 total, 2 available
                        [2026-11-27T04:13:25.000+0000][0.012s][info][gc,init] Heap Max Capacity: 64M
                        [2026-11-27T04:13:25.000+0000][1.000s][info][gc,start] GC(0) Pause Young (Normal) (G1 Evacuation Pause)
                        [2026-11-27T04:13:25.000+0000][1.010s][info][gc      ] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 35M->1M(64M) 10.000ms
                        [2026-11-27T04:13:26.000+0000][2.500s][info][gc      ] GC(1) Pause Full (G1 Compaction Pause) 64M->60M(64M) 500.000ms
                        [2026-11-27T04:13:27.000+0000][3.000s][info][safepoint] Safepoint "Cleanup", Time since last: 5 ns, Reaching safepoint: 5 ns, At safepoint: 10 ns, Total: 2000000 ns
                        """);
        assertThat(reader.jvm().version()).hasValue(Runtime.Version.parse("25.0.3+9-LTS"));
        assertThat(reader.jvm().processors()).hasValue(2);
        assertThat(reader.jvm().maxHeapBytes()).hasValue(64 << 20);
        assertThat(log.nanos()).isEqualTo(2_990 * MILLI);
        assertThat(log.collections())
                .extracting(
                        Collection::scope,
                        Collection::pauseNanos,
                        c -> c.heapAfterBytes().getAsLong())
                .containsExactly(
                        tuple(Scope.PART, 10 * MILLI, 1L << 20),
                        tuple(Scope.FULL, 500 * MILLI, 60L << 20));
        assertThat(log.stops())
                .containsExactly(new Stop(3_000 * MILLI, 2 * MILLI, OptionalLong.of(5), "Cleanup"));
        assertThat(log.orByStops()).as("it shows collections").isSameAs(log);
        assertThat(log.hasCycles()).isFalse();
    }

    @Test
    void a_cycle_of_zgc_lasts_from_its_first_line_to_its_last() {
        var log =
                log(
                        """
                        [1.000s][info][gc,start] GC(3) Major Collection (Allocation Stall)
                        [1.100s][info][gc,phases] GC(3) Y: Pause Mark Start (Major) 0.500ms
                        [1.200s][info][gc] Allocation Stall (main) 150.000ms
                        [1.400s][info][gc,phases] GC(3) O: Pause Mark End 0.250ms
                        [1.500s][info][gc] GC(3) Major Collection (Allocation Stall) 60M(94%)->50M(78%) 0.500s
                        """);
        var cycle = log.collections().getFirst();
        assertThat(log.hasCycles()).isTrue();
        assertThat(cycle.startNanos()).isEqualTo(1_000 * MILLI);
        assertThat(cycle.workNanos()).isEqualTo(500 * MILLI);
        assertThat(cycle.pauseNanos()).isEqualTo(750_000);
        assertThat(cycle.cause()).isEqualTo("Allocation Stall");
        assertThat(log.stalls()).containsExactly(new Span(1_200 * MILLI, 150 * MILLI));
    }

    /// As `-Xlog:gc` without tags of phases logs it.
    @Test
    void a_cycle_of_zgc_without_its_start_begins_by_its_duration() {
        var log =
                log(
                        """
                        [0.100s][info][gc] Using The Z Garbage Collector
                        [1.500s][info][gc] GC(0) Minor Collection (Allocation Rate) 60M(94%)->50M(78%) 0.400s
                        """);
        assertThat(log.collections().getFirst().startNanos())
                .isCloseTo(1_100 * MILLI, within(MILLI));
    }

    /// As `-Xlog:gc` of JDK 21 logs ZGC without generations.
    @Test
    void cycles_without_their_length_are_no_collections_of_no_time() {
        var cycles =
                """
                [0.100s][info][gc] Using The Z Garbage Collector
                [1.500s][info][gc] GC(0) Garbage Collection (Allocation Rate) 60M(94%)->50M(78%)
                [2.500s][info][gc] GC(1) Garbage Collection (Allocation Rate) 60M(94%)->50M(78%)
                """;
        assertThat(log(cycles).hasDurations()).isFalse();
        var stalled = cycles + "[2.600s][info][gc] Allocation Stall (main) 150.000ms\n";
        assertThat(log(stalled).hasDurations()).as("the stalls show the fault").isTrue();
    }

    @Test
    void a_cycle_of_shenandoah_that_degenerates_is_for_lack_of_memory() {
        var log =
                log(
                        """
                        [1.000s][info][gc] GC(0) Concurrent reset 0.100ms
                        [1.001s][info][gc] GC(0) Pause Init Mark 0.050ms
                        [1.400s][info][gc] GC(0) Concurrent marking 399.000ms
                        [1.500s][info][gc] GC(0) Pause Degenerated GC (Mark) 60M->50M(64M) 90.000ms
                        """);
        var cycle = log.collections().getFirst();
        assertThat(cycle.scope()).isEqualTo(Scope.CYCLE);
        assertThat(cycle.cause()).isEqualTo("Allocation Failure");
        assertThat(cycle.pauses()).isEqualTo(2);
        var pauses =
                log(
                        """
                        [1.500s][info][gc] GC(0) Pause Degenerated GC (Mark) 60M->50M(64M) 90.000ms
                        [2.500s][info][gc] GC(1) Pause Degenerated GC (Mark) 60M->50M(64M) 90.000ms
                        """);
        assertThat(pauses.hasDurations()).as("without a concurrent part").isTrue();
    }

    /// The major cycle of the old generation ends after the minor ones within it.
    @Test
    void collections_are_in_the_order_of_their_ends() {
        var log =
                log(
                        """
                        [1.000s][info][gc] GC(0) Major Collection (Proactive)
                        [1.100s][info][gc] GC(1) Minor Collection (Allocation Rate)
                        [1.200s][info][gc] GC(1) Minor Collection (Allocation Rate) 60M(94%)->50M(78%) 0.100s
                        [1.900s][info][gc] GC(0) Major Collection (Proactive) 60M(94%)->40M(63%) 0.900s
                        """);
        assertThat(log.collections())
                .extracting(Collection::endNanos, Collection::scope)
                .containsExactly(
                        tuple(1_200 * MILLI, Scope.MINOR_CYCLE), tuple(1_900 * MILLI, Scope.CYCLE));
    }

    /// As `-Xlog:gc+start` and `-Xlog:gc+cpu` log them.
    @Test
    void lines_without_durations_show_that_there_were_collections() {
        var log =
                log(
                        """
                        [0.010s][info][gc] Using G1
                        [1.000s][info][gc,start] GC(0) Pause Young (Normal) (G1 Evacuation Pause)
                        [9.000s][info][gc,cpu] GC(1) User=0.00s Sys=0.00s Real=0.00s
                        """);
        assertThat(log.collections()).isEmpty();
        assertThat(log.unread()).isEqualTo(new Unread(2, 0));
        assertThat(log.hasDurations()).isFalse();
    }

    @Test
    void a_pause_with_text_behind_its_duration_is_not_read() {
        var log =
                log(
                        """
                        [1.000s][info][gc,start] GC(3) Major Collection (Warmup)
                        [1.100s][info][gc,phases] GC(3) Y: Pause Mark Start (Major) 0.500ms","pod":"a"}
                        [1.500s][info][gc] GC(3) Major Collection (Warmup) 60M(94%)->50M(78%) 0.500s","pod":"a"}
                        """);
        assertThat(log.collections()).hasSize(1);
        assertThat(log.unread()).isEqualTo(new Unread(0, 1));
        assertThat(log.hasDurations()).isFalse();
    }

    @Test
    void a_concurrent_cycle_of_g1_needs_no_pause() {
        var log =
                log(
                        """
                        [1.000s][info][gc] GC(0) Pause Young (Concurrent Start) 35M->1M(64M) 10.000ms
                        [1.001s][info][gc] GC(1) Concurrent Undo Cycle
                        [1.002s][info][gc] GC(1) Concurrent Undo Cycle 1.000ms
                        """);
        assertThat(log.collections()).hasSize(1);
        assertThat(log.hasDurations()).isTrue();
    }

    @Test
    void of_several_runs_in_one_log_the_last_one_counts() {
        var log =
                log(
                        """
                        [0.010s][info][gc] Using G1
                        [9.000s][info][gc] GC(0) Pause Full (System.gc()) 60M->50M(64M) 5000.000ms
                        [0.010s][info][gc] Using G1
                        [1.000s][info][gc] GC(0) Pause Young (Normal) 35M->1M(64M) 10.000ms
                        """);
        assertThat(log.collections()).extracting(Collection::scope).containsExactly(Scope.PART);
        assertThat(log.nanos()).isEqualTo(990 * MILLI);
    }

    @ParameterizedTest
    @CsvSource({
        "Pause Full (System.gc()) 60M->50M(64M), System.gc()",
        "Pause Young (Concurrent Start) (Metadata GC Threshold) 9M->5M(64M), Metadata GC Threshold",
        "Pause Young (Normal) (G1 Evacuation Pause) (Evacuation Failure: Pinned) 9M->5M(64M), G1 Evacuation Pause",
        "Pause Remark 9M->5M(64M), ''"
    })
    void a_pause_has_its_cause(String pause, String cause) {
        var log =
                log(
                        "[1.000s][info][gc] Using G1\n[2.000s][info][gc] GC(0) "
                                + pause
                                + " 10.000ms\n");
        assertThat(log.collections()).extracting(Collection::cause).containsExactly(cause);
    }

    /// The shell sorts `gc.log`, which is written at present, before `gc.log.0`.
    @Test
    void the_newest_of_rotated_files_may_be_the_first() {
        var newest =
                """
                [5.000s][info][gc] GC(12) Pause Full (System.gc()) 60M->50M(64M) 500.000ms
                [9.000s][info][gc] GC(13) Pause Young (Normal) 35M->1M(64M) 10.000ms
                """;
        var oldest =
                """
                [0.010s][info][gc] Using G1
                [1.000s][info][gc] GC(0) Pause Young (Normal) 35M->1M(64M) 10.000ms
                [2.000s][info][gc] GC(11) Pause Young (Normal) 35M->1M(64M) 10.000ms
                """;
        var log = log(newest + oldest);
        assertThat(log.collections())
                .extracting(Collection::endNanos)
                .containsExactly(1_000 * MILLI, 2_000 * MILLI, 5_000 * MILLI, 9_000 * MILLI);
        assertThat(log.nanos()).isEqualTo(8_990 * MILLI);
        var rotated = log(new CollectionLogReader(), newest + oldest.replace("Using", "Used"));
        assertThat(rotated.startNanos()).as("its beginning is lost").isEqualTo(1_000 * MILLI);
        var other =
                log(
                        new CollectionLogReader(),
                        newest.replace("GC(1", "GC(90") + oldest.replace("GC(11)", "GC(1)"));
        assertThat(other.collections()).as("of a run before").hasSize(2);
    }

    /// As with `-Xlog:gc*:stdout:time,tags`.
    @Test
    void runs_with_dates_are_one_log_whose_collections_have_the_same_numbers() {
        var runs =
                """
                [2026-11-27T04:00:00.000+0000][gc] Using The Z Garbage Collector
                [2026-11-27T04:00:10.000+0000][gc,start] GC(0) Major Collection (Warmup)
                [2026-11-27T04:00:11.000+0000][gc] GC(0) Major Collection (Warmup) 60M(94%)->50M(78%) 1.000s
                [2026-11-27T04:40:00.000+0000][gc] Using The Z Garbage Collector
                [2026-11-27T04:40:10.000+0000][gc,start] GC(0) Major Collection (Warmup)
                [2026-11-27T04:40:12.000+0000][gc] GC(0) Major Collection (Warmup) 60M(94%)->50M(78%) 2.000s
                """;
        assertThat(log(runs).collections())
                .extracting(Collection::workNanos)
                .containsExactly(1_000 * MILLI, 2_000 * MILLI);
        assertThat(log(new CollectionLogReader(), runs.replace("Using", "Used")).collections())
                .as("by the line of the start")
                .hasSize(2);
    }

    @Test
    void collections_of_several_programs_are_told_apart_by_what_is_in_front() {
        for (int i = 1; i <= 4; i++) {
            for (int pod = 1; pod <= 2; pod++) {
                reader.line(
                        "[pod/shop-%d/app] 2026-11-27T04:00:0%d.5Z [%d.000s][gc] GC(%d) Pause Young (Normal) 35M->1M(64M) 10.000ms"
                                .formatted(pod, i, i, i));
            }
        }
        assertThat(reader.programs()).containsExactly("[pod/shop-1/app]", "[pod/shop-2/app]");
    }

    @Test
    void milliseconds_since_1970_are_a_time() {
        var log =
                log(
                        """
                        [1764216805123ms][gc] Using G1
                        [1764216806123ms][gc] GC(0) Pause Young (Normal) 35M->1M(64M) 10.000ms
                        """);
        assertThat(log.nanos()).isEqualTo(1_000 * MILLI);
    }

    @Test
    void logs_that_overlap_are_of_one_process_where_they_share_collections() {
        var first = single("[5.000s][gc] GC(3) Pause Young (Normal) 35M->1M(64M) 10.000ms");
        var copy = single("[5.000s][gc] GC(3) Pause Young (Normal) 35M->1M(64M) 10.000ms");
        var other = single("[6.000s][gc] GC(4) Pause Young (Normal) 35M->1M(64M) 10.000ms");
        assertThat(first.contradicts(copy)).isFalse();
        assertThat(first.contradicts(other)).isTrue();
        assertThat(first.and(copy).collections()).hasSize(1);
    }

    private static CollectionLog single(String line) {
        var lines = new CollectionLogReader();
        lines.line("[1.000s][gc] Using G1");
        lines.line(line);
        lines.line("[9.000s][safepoint] Safepoint \"Cleanup\", At safepoint: 1 ns, Total: 1 ns");
        return lines.end().orElseThrow();
    }

    @Test
    void lines_without_a_time_show_collections_and_no_log() {
        "[gc] GC(0) Pause Young (Normal) 35M->1M(64M) 10.000ms".lines().forEach(reader::line);
        assertThat(reader.hasCollections()).isTrue();
        assertThat(reader.end()).isEmpty();
    }

    @Test
    void odd_lines_do_no_harm() {
        """
        [
        []]
        [99999999999999999999s][gc] GC(99999999999999999999) Pause Young 1M->1M(1M) 1.000ms
        [999999999.999s][gc] GC(7) Pause Full (x) 999999999999T->1M(1M) 1.000ms
        [2026-13-99T99:99:99.999+9999][gc] GC(1) Pause
        """
                .lines()
                .forEach(reader::line);
        assertThat(reader.end()).isEmpty();
    }
}
