package dev.loombench.report.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WaitsTest {
    private static ThreadDump list(int virtual) {
        return new ThreadDump("attach", 1, 13, 0, virtual, List.of());
    }

    @Test
    void a_list_of_virtual_threads_is_said_to_be_no_snapshot() {
        assertThat(Waits.listed(list(60))).isNotEmpty();
        assertThat(Waits.note(list(60))).isNotEmpty();
    }

    @Test
    void platform_threads_are_printed_at_one_moment() {
        assertThat(Waits.listed(list(0))).isEmpty();
        assertThat(Waits.note(list(0))).isEmpty();
    }

    private static StackGroup parked(String call) {
        return new StackGroup(
                ThreadKind.PLATFORM,
                "WAITING",
                1,
                List.of("jdk.internal.misc.Unsafe.park(Native Method)", call));
    }

    @Test
    void the_lambdas_of_one_method_are_one_place() {
        var dump =
                new ThreadDump(
                        "attach",
                        1,
                        2,
                        0,
                        0,
                        List.of(
                                parked("shop.Svc.lambda$main$0(Svc.java:9)"),
                                parked("shop.Svc.lambda$main$1(Svc.java:12)")));
        assertThat(Waits.byName(dump)).containsExactly(Map.entry("shop.Svc.main", 2));
    }
}
