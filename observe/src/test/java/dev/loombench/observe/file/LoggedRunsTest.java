package dev.loombench.observe.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.loombench.observe.file.content.CollectionLog;
import dev.loombench.observe.file.content.CollectionLog.Collection;
import dev.loombench.observe.file.content.CollectionLog.Run;
import dev.loombench.observe.file.content.CollectionLog.Scope;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Logs of collections of several runs, files and JVMs, without a name in front of the lines.
class LoggedRunsTest {
    private static final long MILLI = 1_000_000;

    private final CollectionLogReader reader = new CollectionLogReader();

    private CollectionLog log(List<String> lines) {
        lines.forEach(reader::line);
        return reader.end().orElseThrow();
    }

    private static String pause(int second, int number) {
        return "[%d.000s][info][gc] GC(%d) Pause Young (Normal) 35M->1M(64M) 10.000ms"
                .formatted(second, number);
    }

    /// As G1 of JDK 21 logs them with `-Xlog:gc:stdout:time`, at a second of one minute.
    private static String dated(int second, int number) {
        return "[2026-11-27T04:00:%02d.000+0000][gc] GC(%d) Pause Young (Normal) 35M->1M(64M) 10.000ms"
                .formatted(second, number);
    }

    /// As where only lines with a pause were kept.
    @Test
    void of_runs_whose_starts_are_not_shown_the_last_one_counts() {
        var log = log(List.of(pause(10, 0), pause(90, 1), pause(5, 0), pause(8, 1), pause(9, 2)));
        assertThat(log.collections()).hasSize(3);
        assertThat(log.nanos()).isEqualTo(4_000 * MILLI);
        assertThat(log.otherRuns()).containsExactly(new Run(10_000 * MILLI, 90_000 * MILLI, 2));
    }

    /// As a file that was given twice, or that overlaps with another one.
    @Test
    void a_copy_of_a_run_is_no_other_run() {
        var lines = List.of(pause(10, 0), pause(20, 1), pause(30, 2));
        var twice = new ArrayList<>(lines);
        twice.addAll(lines);
        assertThat(log(twice).otherRuns()).isEmpty();
    }

    /// The JVM numbers its files from 0 and begins with 0 again: each has 20 collections here.
    @ParameterizedTest
    @ValueSource(strings = {"0 1 2", "2 1 0", "1 2 0", "1 0 2", "2 0 1", "0 2 1"})
    void rotated_files_of_one_run_may_be_in_any_order(String files) {
        var lines = new ArrayList<String>();
        for (var file : files.split(" ", -1)) {
            for (int i = 0; i < 20; i++) {
                int number = 20 * Integer.parseInt(file) + i;
                lines.add(pause(1 + number, number));
            }
        }
        var log = log(lines);
        assertThat(log.collections())
                .extracting(Collection::endNanos)
                .hasSize(60)
                .isSorted()
                .doesNotHaveDuplicates();
        assertThat(log.nanos()).isEqualTo(59_000 * MILLI);
        assertThat(reader.isMixed()).isFalse();
        assertThat(reader.isReversed()).isFalse();
    }

    @Test
    void a_clock_that_is_set_back_begins_no_other_run() {
        var stop =
                "[2026-11-27T04:00:19.000+0000][safepoint] Safepoint \"Cleanup\", At safepoint: 1 ns, Total: 1 ns";
        var log = log(List.of(dated(10, 7), dated(30, 8), stop, dated(20, 9), dated(40, 10)));
        assertThat(log.collections()).hasSize(4);
        assertThat(log.stops()).hasSize(1);
    }

    @Test
    void collections_of_two_jvms_are_told_apart_by_their_numbers(@TempDir Path folder) {
        var uptimes = new ArrayList<String>();
        var dates = new ArrayList<String>();
        for (int i = 1; i <= 5; i++) {
            uptimes.add(pause(1_000 + i, 3 + i));
            uptimes.add(pause(10 + i, 2 + i));
            dates.add(dated(i, 500 + i));
            dates.add(dated(i, 30 + i));
        }
        SampleText.assertRefused(folder, String.join("\n", uptimes), "several JVMs");
        SampleText.assertRefused(folder, String.join("\n", dates), "several JVMs");
    }

    /// As a collector of logs delivers each line at least once.
    @Test
    void lines_that_are_repeated_count_once() {
        var shenandoah =
                List.of(
                        "[1.001s][info][gc] GC(0) Pause Init Mark (Young) 0.500ms",
                        "[1.400s][info][gc] GC(0) Concurrent marking (Young) 399.000ms",
                        "[1.500s][info][gc] GC(0) Pause Final Mark (Young) 1.500ms");
        var stop = "[3.600s][safepoint] Safepoint \"Cleanup\", At safepoint: 1 ns, Total: 1 ns";
        var lines = new ArrayList<String>();
        for (var line : List.of(pause(2, 1), pause(3, 2), stop)) {
            lines.addAll(List.of(line, line));
        }
        lines.addAll(0, shenandoah);
        lines.addAll(0, shenandoah);
        var log = log(lines);
        assertThat(log.collections())
                .extracting(Collection::scope, Collection::pauses, Collection::pauseNanos)
                .containsExactly(
                        tuple(Scope.CYCLE, 2, 2 * MILLI),
                        tuple(Scope.PART, 1, 10 * MILLI),
                        tuple(Scope.PART, 1, 10 * MILLI));
        assertThat(log.stops()).hasSize(1);
    }

    /// As an export with the newest lines first has them.
    @Test
    void collections_in_reverse_order_are_refused(@TempDir Path folder) {
        var lines = List.of(pause(40, 4), pause(30, 3), pause(20, 2), pause(10, 1));
        SampleText.assertRefused(folder, String.join("\n", lines), "reverse order");
    }

    /// ZGC with `-Xlog:gc` logs each cycle at its end: a minor one within a major one before it.
    @Test
    void cycles_within_others_are_of_one_jvm() {
        for (int i = 1; i <= 9; i++) {
            reader.line(
                    "[%d.500s][gc] GC(%d) Minor Collection (Allocation Rate) 60M(94%%)->50M(78%%) 0.100s"
                            .formatted(i, 2 * i + 1));
            reader.line(
                    "[%d.900s][gc] GC(%d) Major Collection (Proactive) 60M(94%%)->50M(78%%) 0.800s"
                            .formatted(i, 2 * i));
        }
        assertThat(reader.isMixed()).isFalse();
        assertThat(reader.isReversed()).isFalse();
    }

    /// As ZGC of a large heap: while it collects the old generation, the young one is collected
    /// often.
    @Test
    void a_long_cycle_counts_once_however_many_are_within_it() {
        var lines = new ArrayList<String>();
        lines.add("[1.000s][gc,start] GC(0) Major Collection (Proactive)");
        for (int i = 1; i <= 12; i++) {
            lines.add(
                    "[%d.100s][gc,start] GC(%d) Minor Collection (Allocation Rate)"
                            .formatted(i, i));
            lines.add(
                    "[%d.600s][gc] GC(%d) Minor Collection (Allocation Rate) 60M(94%%)->50M(78%%) 0.500s"
                            .formatted(i, i));
        }
        lines.add("[13.000s][gc] GC(0) Major Collection (Proactive) 60M(94%)->40M(63%) 12.000s");
        assertThat(log(lines).collections())
                .filteredOn(collection -> collection.scope() == Scope.CYCLE)
                .extracting(Collection::startNanos, Collection::workNanos)
                .containsExactly(tuple(1_000 * MILLI, 12_000 * MILLI));
    }

    /// As of `-Xlog:gc:stdout -Xlog:gc*:file=gc.log`; statistics follow the last line of a cycle.
    @Test
    void logs_of_one_jvm_with_other_lines_share_their_cycles() {
        var whole = "[2.000s][gc] GC(0) Major Collection (Warmup) 60M(94%)->40M(63%) 0.999s";
        var next = "[9.000s][gc] GC(1) Minor Collection (Warmup) 60M(94%)->40M(63%) 0.100s";
        var few = log(List.of("[0.100s][gc] Using The Z Garbage Collector", whole, next));
        var more = new CollectionLogReader();
        Stream.of(
                        "[0.100s][gc,init] Using The Z Garbage Collector",
                        "[1.000s][gc,start] GC(0) Major Collection (Warmup)",
                        "[1.100s][gc,phases] GC(0) Y: Pause Mark Start (Major) 0.500ms",
                        whole,
                        "[2.001s][gc,stats] GC(0) Statistics",
                        next)
                .forEach(more::line);
        var all = more.end().orElseThrow();
        assertThat(few.contradicts(all)).isFalse();
        assertThat(all.contradicts(few)).isFalse();
        assertThat(few.and(all).collections()).extracting(Collection::pauses).containsExactly(1, 0);
    }

    /// As JDK 25 logs `System.gc()` with ZGC.
    @Test
    void the_cause_of_a_cycle_may_have_brackets() {
        var log =
                log(
                        List.of(
                                "[1.000s][info][gc] GC(0) Major Collection (System.gc())",
                                "[1.013s][info][gc] GC(0) Major Collection (System.gc()) 8M(3%)->4M(2%) 0.013s"));
        assertThat(log.collections())
                .extracting(Collection::cause, Collection::workNanos)
                .containsExactly(tuple("System.gc()", 13 * MILLI));
    }
}
