package dev.loombench.load.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// The clock and the run queue are the test's own, in ms.
class StallDetectorTest {
    private static final long MILLI = 1_000_000;

    private long waitedForCpu;
    private final StallDetector detector = new StallDetector(0, () -> waitedForCpu * MILLI);

    @Test
    void a_wait_that_ends_in_time_is_no_stall() {
        detector.waiting(100 * MILLI);
        assertThat(detector.turn(101 * MILLI)).isZero();
    }

    @Test
    void a_wait_that_ends_three_seconds_late_is_a_stall_of_three_seconds() {
        detector.waiting(100 * MILLI);
        assertThat(detector.turn(3_100 * MILLI)).isEqualTo(3_000 * MILLI);
        detector.waiting(100 * MILLI);
        assertThat(detector.turn(3_200 * MILLI)).as("the next turn is in time").isZero();
    }

    @Test
    void a_busy_loop_that_never_waits_is_seen_to_stand_still() {
        for (int turn = 1; turn <= 1_000; turn++) {
            detector.waiting(-1);
            assertThat(detector.turn(turn * MILLI)).isZero();
        }
        assertThat(detector.turn(5_000 * MILLI)).isEqualTo(4_000 * MILLI);
    }

    @Test
    void a_loop_that_stands_still_while_it_works_is_seen() {
        detector.waiting(50 * MILLI);
        detector.turn(50 * MILLI); // its work is from here to the next wait, and takes 2 s
        detector.waiting(50 * MILLI);
        assertThat(detector.turn(2_100 * MILLI)).isEqualTo(2_000 * MILLI);
    }

    @Test
    void time_in_which_others_had_the_cpu_is_no_stall() {
        detector.waiting(0);
        waitedForCpu = 300;
        assertThat(detector.turn(310 * MILLI)).isZero();
        detector.waiting(0);
        waitedForCpu = 400; // of 1,000 ms
        assertThat(detector.turn(1_310 * MILLI)).isEqualTo(900 * MILLI);
    }

    @Test
    void what_was_waited_for_the_cpu_long_before_a_stall_is_not_taken_off_it() {
        for (int turn = 1; turn <= 40; turn++) {
            waitedForCpu += 25; // for half of 2 s
            detector.turn(turn * 50L * MILLI);
        }
        assertThat(detector.turn(5_000 * MILLI)).isBetween(2_900 * MILLI, 3_000 * MILLI);
    }

    @Test
    void less_than_a_tenth_of_a_second_is_no_stall() {
        assertThat(detector.turn(99 * MILLI)).isZero();
        assertThat(detector.turn(199 * MILLI)).isEqualTo(100 * MILLI);
    }
}
