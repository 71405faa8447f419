package dev.loombench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StandstillTest {
    private static final long SECOND = 1_000_000_000;

    private long now = 50 * SECOND;
    private long suspended;
    private final Standstill standstill = new Standstill(() -> now, () -> suspended);

    private void runsFor(int seconds) {
        for (int i = 0; i < seconds; i++) {
            now += SECOND;
            standstill.runs();
        }
    }

    @Test
    void a_process_that_runs_each_second_does_not_stand_still() {
        runsFor(20);
        assertThat(standstill.recentNanos()).isEmpty();
    }

    @Test
    void a_stop_of_four_seconds_is_a_standstill() {
        runsFor(5);
        now += 4 * SECOND - 1;
        assertThat(standstill.recentNanos()).isEmpty();
        now += 1;
        assertThat(standstill.recentNanos()).as("that lasts").hasValue(4 * SECOND);
        standstill.runs();
        assertThat(standstill.recentNanos()).as("that has ended").hasValue(4 * SECOND);
    }

    @Test
    void the_loss_that_it_causes_shows_within_ten_seconds() {
        now += 6 * SECOND;
        standstill.runs();
        runsFor(10);
        assertThat(standstill.recentNanos()).hasValue(6 * SECOND);
        runsFor(1);
        assertThat(standstill.recentNanos()).isEmpty();
    }

    /// The monotonic clock stands still meanwhile.
    @Test
    void a_suspended_machine_stands_still() {
        runsFor(5);
        suspended += 60 * SECOND;
        now += SECOND / 2;
        standstill.runs();
        assertThat(standstill.recentNanos()).hasValue(60 * SECOND + SECOND / 2);
    }
}
