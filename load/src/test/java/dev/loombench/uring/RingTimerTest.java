package dev.loombench.uring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Timer 1 is due now, and was requested an hour ago, as by a thread that has sent requests
/// meanwhile. Timer 2 is due later than any machine needs to submit both, and fires only where
/// timer 1 counts from its submission.
class RingTimerTest {
    private static final long SECOND = 1_000_000_000;
    private static final long LATER = 10 * SECOND;
    private static final long HOUR = 3_600 * SECOND;

    @BeforeEach
    void requireClockOfTheKernel() {
        assumeFalse(TimeNamespace.hasOffset());
    }

    @Test
    void a_timer_does_not_count_from_its_submission() throws Exception {
        try (var ring = ring()) {
            long now = System.nanoTime();
            new RingTimer(ring, 2).fireBy(now + LATER, now);
            new RingTimer(ring, 1).fireBy(now, now - HOUR);
            assertThat(firstToFire(ring)).isEqualTo(1);
        }
    }

    @Test
    void nor_does_one_that_was_set_for_later_before() throws Exception {
        try (var ring = ring()) {
            long now = System.nanoTime();
            var timer = new RingTimer(ring, 1);
            timer.fireBy(now + HOUR, now);
            new RingTimer(ring, 2).fireBy(now + LATER, now);
            ring.submit();
            timer.fireBy(now, now - HOUR);
            assertThat(firstToFire(ring)).isEqualTo(1);
        }
    }

    private static long firstToFire(Ring ring) throws IOException {
        while (ring.completions().ready() == 0) {
            ring.submitAndWait();
        }
        return ring.completions().userData();
    }

    private static Ring ring() throws IOException {
        try {
            return Ring.open(4, 8);
        } catch (UringUnavailable e) {
            return abort(e.reason());
        }
    }
}
