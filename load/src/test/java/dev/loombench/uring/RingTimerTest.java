package dev.loombench.uring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class RingTimerTest {
    private static final long MILLI = 1_000_000;
    private static final long HOUR = 3_600_000 * MILLI;

    /// Timer 1 is due now, and was requested an hour ago, as by a thread that has sent requests
    /// meanwhile; timer 2 is due 100 ms later.
    @Test
    void a_timer_does_not_count_from_its_submission() throws Exception {
        assumeFalse(TimeNamespace.hasOffset());
        try (var ring = ring()) {
            long now = System.nanoTime();
            new RingTimer(ring, 2).fireBy(now + 100 * MILLI, now);
            new RingTimer(ring, 1).fireBy(now, now - HOUR);
            while (ring.completions().ready() == 0) {
                ring.submitAndWait();
            }
            assertThat(ring.completions().userData()).isEqualTo(1);
        }
    }

    private static Ring ring() throws IOException {
        try {
            return Ring.open(4, 8);
        } catch (UringUnavailable e) {
            return abort(e.reason());
        }
    }
}
