package dev.loombench.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.result.Observation.Event;
import dev.loombench.result.Observation.Point;
import java.nio.file.Path;
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
                    """)
    void the_heap_after_a_collection_is_parsed(String line, double bytes) {
        assertThat(GcLog.heapAfter("[7ns]" + line)).contains(new Point(7, bytes));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[7ns][gc          ] GC(4) Concurrent Mark 2.022ms",
                "[7ns][gc,phases   ] GC(0) O: Pause Relocate Start 0.008ms",
                "[7ns][gc          ] GC(0) Pause Young (Allocation Failure) 35M->1M(12",
                ""
            })
    void a_line_without_heap_sizes_is_skipped(String line) {
        assertThat(GcLog.heapAfter(line)).isEmpty();
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
