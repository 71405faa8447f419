package dev.loombench.uring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loombench.load.AvailableTransports;
import org.junit.jupiter.api.Test;

class RingTimerTest {
    private static final long MILLI = 1_000_000;
    private static final long HOUR = 3_600_000 * MILLI;

    /// The first is due now, and was requested an hour ago, as by a thread that has sent requests
    /// meanwhile; the second is due a moment later.
    @Test
    void a_timer_does_not_count_from_its_submission() throws Exception {
        assumeTrue(AvailableTransports.hasUring());
        assumeFalse(TimeNamespace.hasOffset());
        try (var ring = Ring.open(4, 8)) {
            long now = System.nanoTime();
            new RingTimer(ring, 2).fireBy(now + 100 * MILLI, now);
            new RingTimer(ring, 1).fireBy(now, now - HOUR);
            while (ring.completions().ready() == 0) {
                ring.submitAndWait();
            }
            assertThat(ring.completions().userData()).isEqualTo(1);
        }
    }
}
