package dev.loombench.observe.proc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.proc.ContextSwitches.Count;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ContextSwitchesTest {
    private final ContextSwitches switches = new ContextSwitches();

    @Test
    void the_sum_is_over_all_threads() {
        assertThat(switches.update(Map.of(1, new Count(10, 1), 2, new Count(20, 2))))
                .isEqualTo(new Count(30, 3));
    }

    @Test
    void an_ended_thread_keeps_its_last_count() {
        switches.update(Map.of(1, new Count(10, 1), 2, new Count(20, 2)));

        assertThat(switches.update(Map.of(1, new Count(11, 1)))).isEqualTo(new Count(31, 3));
        assertThat(switches.update(Map.of(1, new Count(12, 1)))).isEqualTo(new Count(32, 3));
    }

    @Test
    void a_new_thread_with_a_reused_id_keeps_the_old_count_in_the_sum() {
        switches.update(Map.of(1, new Count(10, 1), 2, new Count(20, 2)));

        assertThat(switches.update(Map.of(1, new Count(10, 1), 2, new Count(5, 0))))
                .isEqualTo(new Count(35, 3));
    }

    @Test
    void a_thread_that_one_list_leaves_out_counts_once() {
        switches.update(Map.of(1, new Count(10, 1), 2, new Count(20, 2)));

        assertThat(switches.update(Map.of(1, new Count(11, 1)))).isEqualTo(new Count(31, 3));
        assertThat(switches.update(Map.of(1, new Count(12, 1), 2, new Count(25, 2))))
                .isEqualTo(new Count(37, 3));
        assertThat(switches.update(Map.of(1, new Count(13, 1)))).isEqualTo(new Count(38, 3));
    }

    @Test
    void a_new_thread_with_the_id_of_one_that_ended_before_adds_its_own_count() {
        switches.update(Map.of(1, new Count(10, 1), 2, new Count(20, 2)));
        switches.update(Map.of(1, new Count(10, 1)));

        assertThat(switches.update(Map.of(1, new Count(10, 1), 2, new Count(5, 0))))
                .isEqualTo(new Count(35, 3));
    }
}
