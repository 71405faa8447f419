package dev.loombench.report.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.result.Observation.ThreadDump;
import java.util.List;
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
}
