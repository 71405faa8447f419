package dev.loombench.load.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// The clock and the run queue are the test's own, in ms.
class StallDetectorTest {
    private static final long MILLI = 1_000_000;

    private long waitedForCpu;
    private final StallDetector detector = new StallDetector(0, () -> waitedForCpu * MILLI);

    @Test
    void a_wait_that_ends_in_time_is_not_a_stall() {
        detector.waiting(100 * MILLI);
        assertThat(detector.iterationStarted(101 * MILLI)).isZero();
    }

    @Test
    void a_wait_that_ends_three_seconds_late_is_a_stall_of_three_seconds() {
        detector.waiting(100 * MILLI);
        assertThat(detector.iterationStarted(3_100 * MILLI)).isEqualTo(3_000 * MILLI);
        detector.waiting(100 * MILLI);
        assertThat(detector.iterationStarted(3_200 * MILLI))
                .as("the next iteration is in time")
                .isZero();
    }

    @Test
    void a_stall_of_a_busy_worker_that_never_waits_is_detected() {
        for (int iteration = 1; iteration <= 1_000; iteration++) {
            detector.waiting(-1);
            assertThat(detector.iterationStarted(iteration * MILLI)).isZero();
        }
        assertThat(detector.iterationStarted(5_000 * MILLI)).isEqualTo(4_000 * MILLI);
    }

    @Test
    void a_stall_during_work_is_detected() {
        detector.waiting(50 * MILLI);
        detector.iterationStarted(50 * MILLI); // the work from here to the next wait takes 2 s
        detector.waiting(50 * MILLI);
        assertThat(detector.iterationStarted(2_100 * MILLI)).isEqualTo(2_000 * MILLI);
    }

    @Test
    void run_queue_wait_is_not_a_stall() {
        detector.waiting(0);
        waitedForCpu = 300;
        assertThat(detector.iterationStarted(310 * MILLI)).isZero();
        detector.waiting(0);
        waitedForCpu = 400; // of 1,000 ms
        assertThat(detector.iterationStarted(1_310 * MILLI)).isEqualTo(900 * MILLI);
    }

    @Test
    void run_queue_wait_long_before_a_stall_is_not_subtracted() {
        for (int iteration = 1; iteration <= 40; iteration++) {
            waitedForCpu += 25; // for half of 2 s
            detector.iterationStarted(iteration * 50L * MILLI);
        }
        assertThat(detector.iterationStarted(5_000 * MILLI))
                .isBetween(2_900 * MILLI, 3_000 * MILLI);
    }

    @Test
    void less_than_a_tenth_of_a_second_is_not_a_stall() {
        assertThat(detector.iterationStarted(99 * MILLI)).isZero();
        assertThat(detector.iterationStarted(199 * MILLI)).isEqualTo(100 * MILLI);
    }
}
