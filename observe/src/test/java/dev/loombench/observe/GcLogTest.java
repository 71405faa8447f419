package dev.loombench.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.result.Observation.Event;
import dev.loombench.observe.result.Observation.Point;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Lines as JDK 21 and 25 write them.
class GcLogTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    [gc          ] GC(0) Pause Young (Allocation Failure) 35M->1M(123M) 1.300ms | Pause Young (Allocation Failure) | 1300000
                    [gc          ] GC(7) Pause Full (System.gc()) 35M->1M(123M) 12.000ms | Pause Full (System.gc()) | 12000000
                    [gc          ] GC(3) Pause Young (Concurrent Start) (G1 Evacuation Pause) 90M->60M(128M) 1.950ms | Pause Young (Concurrent Start) (G1 Evacuation Pause) | 1950000
                    [gc          ] GC(3) Pause Young (Normal) (G1 Evacuation Pause) (Evacuation Failure: Allocation) 9M->6M(8M) 1.002ms | Pause Young (Normal) (G1 Evacuation Pause) (Evacuation Failure: Allocation) | 1002000
                    [gc          ] GC(4) Pause Remark 62M->62M(128M) 0.702ms | Pause Remark | 702000
                    [gc          ] GC(0) Pause Init Mark (unload classes) 0.034ms | Pause Init Mark (unload classes) | 34000
                    [gc          ] GC(9) Pause Degenerated GC (Outside of Cycle) 120M->19M(128M) 3.140ms | Pause Degenerated GC (Outside of Cycle) | 3140000
                    [gc,phases   ] GC(0) Y: Pause Mark Start (Major) 0.017ms | Y: Pause Mark Start (Major) | 17000
                    [gc,phases   ] GC(0) O: Pause Relocate Start 0.008ms | O: Pause Relocate Start | 8000
                    [gc,phases   ] GC(5) Pause Mark End 0.010ms | Pause Mark End | 10000
                    [gc          ] GC(0) Pause Remark 62M->62M(128M) 0,702ms | Pause Remark | 702000
                    """)
    void a_pause_of_every_collector_is_parsed(String line, String what, long lengthNanos) {
        // The timestamp is that of the end.
        assertThat(GcLog.pause("[991794257617ns]" + line))
                .contains(new Event(991_794_257_617L - lengthNanos, lengthNanos, what));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[991719278311ns][gc          ] Using Serial",
                "[991792959915ns][gc,start    ] GC(0) Pause Young (Allocation Failure)",
                "[994879649379ns][gc,phases   ] GC(0)   Merge Heap Roots: 0.03ms",
                "[997950072602ns][gc          ] GC(1) Minor Collection (Allocation Rate) 90M(70%)->32M(25%) 0.002s",
                "[998092065200ns][gc,stats    ] Pause Init Mark (G)                 190 us",
                "[998092065200ns][gc          ] GC(4) Concurrent Mark 2.022ms",
                "[991794257617ns][gc          ] GC(0) Pause Young (Allocation Failure) 35M->1M(123M) 1.3",
                "[9917942",
                ""
            })
    void other_lines_and_incomplete_ones_are_no_pauses(String line) {
        assertThat(GcLog.pause(line)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    [gc          ] GC(0) Pause Young (Allocation Failure) 35M->1M(123M) 1.300ms | 1048576
                    [gc          ] GC(4) Pause Remark 62M->62M(128M) 0.702ms | 65011712
                    [gc          ] GC(4) Pause Full (System.gc()) 900K->512K(128M) 0.702ms | 524288
                    [gc          ] GC(1) Minor Collection (Allocation Rate) 90M(70%)->32M(25%) 0.002s | 33554432
                    [gc          ] GC(1) Garbage Collection (Warmup) 10M(16%)->4M(6%) | 4194304
                    [gc          ] GC(0) Concurrent cleanup (unload classes) 47M->6M(53M) 0.065ms | 6291456
                    [gc          ] GC(0) Concurrent cleanup (Young) 47M->6M(53M) 0.065ms | 6291456
                    [gc          ] GC(9) Pause Degenerated GC (Outside of Cycle) 120M->19M(128M) 3.140ms | 19922944
                    """)
    void the_heap_after_a_collection_is_parsed(String line, double bytes) {
        assertThat(GcLog.heapAfter("[7ns]" + line))
                .hasValueSatisfying(
                        heap -> assertThat(heap.point()).isEqualTo(new Point(7, bytes)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[7ns][gc          ] GC(4) Concurrent Mark 2.022ms",
                "[7ns][gc,phases   ] GC(0) O: Pause Relocate Start 0.008ms",
                "[7ns][gc          ] GC(0) Pause Young (Allocation Failure) 35M->1M(12",
                "[7ns][gc          ] GC(1) Garbage Collection (Warmup) 10M(16%)->4M(6",
                "[7ns][gc,phases   ] GC(0) Y: Young Generation 90M(70%)->32M(25%) 0.002s",
                ""
            })
    void a_line_without_heap_sizes_is_skipped(String line) {
        assertThat(GcLog.heapAfter(line)).isEmpty();
    }

    /// Shenandoah cleans up twice in most cycles, and once where nothing is moved.
    @Test
    void the_heap_after_a_cycle_is_that_of_its_last_cleanup() {
        var reader = new GcLogReader(0);
        for (var line :
                List.of(
                        "[1ns][gc] GC(0) Concurrent cleanup (unload classes) 49M->44M(50M) 0.014ms",
                        "[2ns][gc] GC(0) Pause Final Update Refs 0.000ms",
                        "[3ns][gc] GC(0) Concurrent cleanup (unload classes) 47M->6M(53M) 0.065ms",
                        "[4ns][gc] GC(1) Concurrent cleanup (Young) 9M->7M(53M) 0.065ms",
                        "[5ns][gc] GC(2) Concurrent cleanup (Young) 30M->29M(53M) 0.065ms",
                        "[6ns][gc] GC(2) Pause Degenerated GC (Evacuation) 31M->8M(53M) 0.000ms")) {
            reader.add(line);
        }
        assertThat(reader.heapAfter())
                .containsExactly(
                        new Point(3, 6 << 20), new Point(4, 7 << 20), new Point(6, 8 << 20));
        assertThat(reader.pauses()).hasSize(2);
        assertThat(reader.hasUnknownPauses()).isFalse();
    }

    /// A last line may be incomplete, because the JVM writes it meanwhile.
    @Test
    void pauses_of_an_unknown_form_are_noticed() {
        var reader = new GcLogReader(0);
        assertThat(reader.content()).isEqualTo(GcLogReader.Content.NONE);
        reader.add("0.1: [GC (Allocation Failure) 33280K->512K(125952K), 0.0012 secs]");
        assertThat(reader.content()).isEqualTo(GcLogReader.Content.OTHER);
        reader.add("[1ns][gc] GC(0) Concurrent Mark 2.022ms");
        assertThat(reader.content()).isEqualTo(GcLogReader.Content.TIMES);
        reader.add("[2ns][gc] GC(0) N: Pause Young 35M->1M(123M) 13us");
        assertThat(reader.hasUnknownPauses()).isFalse();
        reader.add("[3ns][gc] GC(1) Pause Young (Normal) 35M->1M(123M) 0.000ms");
        assertThat(reader.hasUnknownPauses()).isTrue();
        assertThat(reader.pauses()).hasSize(1);
    }

    @Test
    void a_colon_in_the_path_is_quoted_and_a_drive_letter_is_not() {
        assertThat(GcLog.flag(Path.of("/tmp/a b/gc.log")))
                .isEqualTo("-Xlog:gc,gc+phases:file=/tmp/a b/gc.log:timenanos,tags:filecount=0");
        assertThat(GcLog.flag(Path.of("/tmp/a:b/gc.log"))).contains(":file=\"/tmp/a:b/gc.log\":");
        assertThat(GcLog.flag(Path.of("C:/x/gc.log"))).contains(":file=C:/x/gc.log:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/tmp/%p", "/tmp/a%tb", "/tmp/%hn", "/tmp/\"x"})
    void a_path_that_the_jvm_would_expand_is_rejected_with_the_reason(String directory) {
        assertThat(GcLog.unsupportedReason(GcLog.file(Path.of(directory)))).isPresent();
        assertThat(new GcLogObserver().jvmFlags(Path.of(directory))).isEmpty();

        var observations =
                SessionObservations.of(
                        new GcLogObserver().start(new ObservedProcess(1, Path.of(directory))));

        assertThat(observations.unavailable())
                .singleElement()
                .satisfies(m -> assertThat(m.reason()).contains(directory));
    }

    @Test
    void a_percent_sign_alone_is_accepted() {
        assertThat(GcLog.unsupportedReason(Path.of("/tmp/100%/gc.log"))).isEmpty();
    }
}
