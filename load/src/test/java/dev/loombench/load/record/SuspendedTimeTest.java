package dev.loombench.load.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SuspendedTimeTest {
    private static final long SECOND = 1_000_000_000;

    private long steady = 500 * SECOND;
    private long monotonic = 20 * SECOND;

    @Test
    void a_steady_clock_that_gains_on_the_monotonic_one_shows_a_suspend() {
        var suspended = time();
        steady += 10 * SECOND;
        monotonic += 10 * SECOND;
        assertThat(suspended.nanos()).isZero();
        steady += 42 * SECOND;
        monotonic += 2 * SECOND;
        assertThat(suspended.nanos()).isEqualTo(40 * SECOND);
    }

    @Test
    void a_small_clock_step_is_not_a_suspend() {
        var suspended = time();
        steady += SECOND / 100;
        assertThat(suspended.nanos()).isZero();
    }

    @Test
    void the_time_since_boot_is_the_first_number() {
        assertThat(SuspendedTime.parse("1465.31 2712.05\n")).isEqualTo(1_465_310_000_000L);
    }

    @Test
    void this_machine_was_not_suspended_just_now() {
        assertThat(SuspendedTime.fromNow().nanos()).isZero();
    }

    private SuspendedTime time() {
        return new SuspendedTime(() -> steady, () -> monotonic, SECOND / 10);
    }
}
