package dev.loombench.observe.jvm.figure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.jvm.figure.GarbageCollectors.Bean;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// The beans of each collector of JDK 21 and 25.
class GarbageCollectorsTest {
    private static GarbageCollectors of(Bean... beans) {
        return new GarbageCollectors(List.of(beans));
    }

    private static void assertPausesOnly(GarbageCollectors collectors) {
        assertThat(collectors.count()).hasValue(12);
        assertThat(collectors.full()).hasValue(2);
        assertThat(collectors.pauseMillis()).hasValue(170);
        assertThat(collectors.hasCycles()).isFalse();
        assertThat(collectors.cycles()).isEmpty();
    }

    @Test
    void serial_and_parallel_only_pause() {
        assertPausesOnly(of(new Bean("Copy", 10, 50), new Bean("MarkSweepCompact", 2, 120)));
        assertPausesOnly(of(new Bean("PS MarkSweep", 2, 120), new Bean("PS Scavenge", 10, 50)));
    }

    /// The bean of its concurrent cycles counts their pauses, two each.
    @Test
    void g1_pauses_and_does_not_say_how_long_it_marks() {
        assertPausesOnly(
                of(
                        new Bean("G1 Young Generation", 6, 40),
                        new Bean("G1 Concurrent GC", 4, 10),
                        new Bean("G1 Old Generation", 2, 120)));
    }

    @Test
    void zgc_counts_cycles_beside_pauses() {
        var collectors =
                of(
                        new Bean("ZGC Minor Cycles", 75, 36_358),
                        new Bean("ZGC Minor Pauses", 230, 3),
                        new Bean("ZGC Major Cycles", 9, 39_069),
                        new Bean("ZGC Major Pauses", 40, 1));
        assertThat(collectors.count()).hasValue(84);
        assertThat(collectors.pauses()).hasValue(270);
        assertThat(collectors.full()).isEmpty();
        assertThat(collectors.pauseMillis()).hasValue(4);
        assertThat(collectors.cycles()).extracting(Bean::millis).containsExactly(36_358L, 39_069L);
    }

    @Test
    void zgc_without_generations_and_shenandoah_do_the_same() {
        for (var name : List.of("ZGC", "Shenandoah")) {
            var collectors =
                    of(new Bean(name + " Pauses", 12, 7), new Bean(name + " Cycles", 3, 900));
            assertThat(collectors.count()).as(name).hasValue(3);
            assertThat(collectors.pauseMillis()).as(name).hasValue(7);
            assertThat(collectors.hasCycles()).as(name).isTrue();
        }
    }

    @Test
    void what_a_bean_does_not_know_is_unknown() {
        var epsilon = of(new Bean("Epsilon Heap", -1, -1));
        assertThat(List.of(epsilon.count(), epsilon.pauseMillis()))
                .containsOnly(OptionalLong.empty());
        assertThat(of().pauseMillis()).isEmpty();
    }
}
