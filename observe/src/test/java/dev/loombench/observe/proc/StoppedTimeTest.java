package dev.loombench.observe.proc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StoppedTimeTest {
    private final StoppedTime time = new StoppedTime();

    @Test
    void a_process_counts_as_stopped_for_half_the_time_at_the_edges() {
        time.sample(false, 100);
        time.sample(true, 200); // 50
        time.sample(true, 300); // 100
        time.sample(false, 400); // 50
        time.sample(false, 500);
        assertThat(time.totalNanos()).isEqualTo(200);
        assertThat(time.currentStopNanos()).isZero();
    }

    @Test
    void the_current_stop_counts_from_the_first_stopped_sample() {
        time.sample(true, 100);
        time.sample(false, 150);
        time.sample(true, 200);
        time.sample(true, 270);
        assertThat(time.currentStopNanos()).isEqualTo(70);
    }

    @Test
    void this_process_is_not_stopped() {
        assertThat(StoppedTime.isStopped(ProcessHandle.current().pid())).isFalse();
    }
}
