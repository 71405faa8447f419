package dev.loombench.observe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PeriodicTaskTest {

    @Test
    void runs_fall_on_a_grid_and_missed_ones_are_skipped() {
        // 10 ns apart: at 0 the next is at 10; after a run until 47, at 50.
        assertThat(PeriodicTask.nanosUntilNext(0, 10)).isEqualTo(10);
        assertThat(PeriodicTask.nanosUntilNext(3, 10)).isEqualTo(7);
        assertThat(PeriodicTask.nanosUntilNext(47, 10)).isEqualTo(3);
        assertThat(PeriodicTask.nanosUntilNext(50, 10)).isEqualTo(10);
    }
}
