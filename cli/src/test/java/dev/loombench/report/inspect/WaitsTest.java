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

    private static StackGroup sleeping(int count, String call) {
        return new StackGroup(
                ThreadKind.PLATFORM,
                "TIMED_WAITING",
                count,
                List.of("java.lang.Thread.sleep(Thread.java:540)", call));
    }

    @Test
    void threads_in_lambdas_of_one_method_are_counted_together() {
        var groups =
                List.of(
                        sleeping(3, "shop.Mail.send(Mail.java:4)"),
                        sleeping(2, "shop.Jobs.lambda$start$0(Jobs.java:9)"),
                        sleeping(2, "shop.Jobs.lambda$start$1(Jobs.java:12)"));
        assertThat(Waits.byName(new ThreadDump("attach", 1, 7, 0, 0, groups)))
                .containsExactly(Map.entry("shop.Jobs.start", 4), Map.entry("shop.Mail.send", 3));
    }

    @Test
    void platform_threads_are_printed_at_one_moment() {
        assertThat(Waits.listed(list(0))).isEmpty();
        assertThat(Waits.note(list(0))).isEmpty();
    }
}
