package dev.loombench.observe.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.loombench.observe.file.content.CollectionLog;
import dev.loombench.observe.file.content.CollectionLog.Collection;
import dev.loombench.observe.file.content.CollectionLog.Scope;
import dev.loombench.observe.file.content.CollectionLog.Stop;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// Logs of safepoints without lines of collections.
class SafepointLogTest {
    private static final long MILLI = 1_000_000;

    private final CollectionLogReader reader = new CollectionLogReader();

    private CollectionLog log(String text) {
        return log(reader, text);
    }

    private static CollectionLog log(CollectionLogReader lines, String text) {
        text.lines().forEach(lines::line);
        return lines.end().orElseThrow();
    }

    /// As `jcmd PID VM.log what=safepoint` makes it begin, by JDK 25.
    @Test
    void a_log_of_safepoints_alone_shows_operations_and_collections() {
        var log =
                log(
                        """
                        [1.000s][info][safepoint] Safepoint "ThreadDump", Time since last:  999 ns, Reaching safepoint:   1000000 ns, At safepoint:  2000000 ns, Leaving safepoint:  500 ns, Total:    3000000 ns, Threads:  3 runnable, 40 total
                        [2.000s][info][safepoint] Safepoint "G1CollectForAllocation", Time since last:  999 ns, Reaching safepoint:   1000000 ns, At safepoint:  8000000 ns, Leaving safepoint:  500 ns, Total:    9000000 ns, Threads:  3 runnable, 40 total
                        [3.000s][info][safepoint] Safepoint "GC_HeapInspection", Time since last:  999 ns, Reaching safepoint:   1 ns, At safepoint:  8 ns, Leaving safepoint:  500 ns, Total:    9 ns, Threads:  3 runnable, 40 total
                        """);
        assertThat(reader.hasCollections()).isTrue();
        assertThat(log.stops())
                .extracting(Stop::operation, Stop::durationNanos, Stop::isCollection)
                .containsExactly(
                        tuple("ThreadDump", 3 * MILLI, false),
                        tuple("G1CollectForAllocation", 9 * MILLI, true),
                        tuple("GC_HeapInspection", 9L, false));
        assertThat(log.orByStops().collections())
                .containsExactly(
                        new Collection(
                                1_992 * MILLI,
                                2_000 * MILLI,
                                8 * MILLI,
                                1,
                                Scope.PART,
                                "",
                                OptionalLong.empty()));
    }

    @Test
    void a_stop_of_jdk_11_has_its_operation_and_its_times_in_two_lines() {
        var log =
                log(
                        """
                        [1.000s][info][safepoint] Application time: 0.9000000 seconds
                        [1.000s][info][safepoint] Entering safepoint region: RedefineClasses
                        [1.020s][info][safepoint] Leaving safepoint region
                        [1.020s][info][safepoint] Total time for which application threads were stopped: 0.0201234 seconds, Stopping threads took: 0.0100000 seconds
                        [1.900s][info][safepoint] Total time for which application threads were stopped: 0.0000010 seconds, Stopping threads took: 0.0000001 seconds
                        """);
        assertThat(log.stops())
                .containsExactly(
                        new Stop(
                                1_020 * MILLI,
                                20_123_400,
                                OptionalLong.of(10 * MILLI),
                                "RedefineClasses"),
                        new Stop(1_900 * MILLI, 1_000, OptionalLong.of(100), ""));
    }

    private static String stop(int second, String operation) {
        return "[%d.000s][safepoint] Safepoint \"%s\", Reaching safepoint: 5 ns, Total: 1000000 ns\n"
                .formatted(second, operation);
    }

    /// The second pod started 100 s before the first.
    @Test
    void stops_of_several_programs_are_told_apart_too() {
        for (int i = 1; i <= 4; i++) {
            reader.line("shop-1 | " + stop(i, "ThreadDump").strip());
            reader.line("shop-2 | " + stop(100 + i, "ThreadDump").strip());
        }
        assertThat(reader.programs()).containsExactly("shop-1", "shop-2");
    }

    @Test
    void of_several_runs_in_a_log_of_safepoints_alone_the_last_one_counts() {
        var log = log(stop(1, "ThreadDump") + stop(9, "Cleanup") + stop(2, "Odd") + stop(4, "Odd"));
        assertThat(log.stops()).extracting(Stop::operation).containsExactly("Odd", "Odd");
        assertThat(log.nanos()).isEqualTo(2_000 * MILLI);
    }

    @Test
    void logs_of_safepoints_are_of_one_process_where_they_share_stops() {
        var first = stops(3);
        assertThat(first.contradicts(stops(3))).isFalse();
        assertThat(first.contradicts(stops(4))).isTrue();
    }

    private static CollectionLog stops(int second) {
        return log(
                new CollectionLogReader(),
                stop(1, "Cleanup") + stop(second, "ThreadDump") + stop(9, "Cleanup"));
    }

    /// Of one process, in which a stop lasts longer than the pause of its collection.
    @Test
    void a_log_of_safepoints_does_not_contradict_one_of_collections() {
        var collections =
                log(
                        new CollectionLogReader(),
                        """
                        [1.000s][gc] Using G1
                        [5.000s][gc] GC(3) Pause Young (Normal) 35M->1M(64M) 10.000ms
                        [9.000s][gc] GC(4) Pause Young (Normal) 35M->1M(64M) 10.000ms
                        """);
        var safepoints =
                log(
                        new CollectionLogReader(),
                        stop(1, "Cleanup")
                                + stop(5, "G1CollectForAllocation")
                                + stop(9, "Cleanup"));
        assertThat(safepoints.contradicts(collections)).isFalse();
    }
}
