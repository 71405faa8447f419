package dev.loombench.observe.proc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StoppedTimeTest {
    private final StoppedTime time = new StoppedTime();

    @Test
    void a_process_counts_as_stopped_for_half_the_time_at_the_edges() {
        time.look(false, 100);
        time.look(true, 200); // 50
        time.look(true, 300); // 100
        time.look(false, 400); // 50
        time.look(false, 500);
        assertThat(time.totalNanos()).isEqualTo(200);
        assertThat(time.unbrokenNanos()).isZero();
    }

    @Test
    void without_a_break_counts_from_the_first_look_that_found_it_stopped() {
        time.look(true, 100);
        time.look(false, 150);
        time.look(true, 200);
        time.look(true, 270);
        assertThat(time.unbrokenNanos()).isEqualTo(70);
    }

    @Test
    void this_process_is_not_stopped() {
        assertThat(StoppedTime.isStopped(ProcessHandle.current().pid())).isFalse();
    }
}
