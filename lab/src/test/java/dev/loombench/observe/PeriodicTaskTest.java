package dev.loombench.observe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PeriodicTaskTest {

    @Test
    void beats_fall_on_a_grid_and_those_missed_are_not_made_up_for() {
        // 10 ns apart: from 0 on the next is at 10; after work until 47, at 50.
        assertThat(PeriodicTask.untilNext(0, 10)).isEqualTo(10);
        assertThat(PeriodicTask.untilNext(3, 10)).isEqualTo(7);
        assertThat(PeriodicTask.untilNext(47, 10)).isEqualTo(3);
        assertThat(PeriodicTask.untilNext(50, 10)).isEqualTo(10);
    }
}
