package dev.loombench.governor.admission;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The limit where requests wait for a carrier before they reach it, in simulated time only.
class CarrierQueueTest {
    private static final long DEADLINE_NANOS = 10 * CarrierSimulation.WORK_NANOS;
    private static final int SECONDS = 40;
    private static final long MS = 1_000_000;

    private static CarrierSimulation service(int carriers, int waits) {
        var limit = new GradientLimit(20, 1_000, carriers);
        return new CarrierSimulation(limit, carriers, waits - 1, DEADLINE_NANOS, 1);
    }

    private static double capacity(int carriers) {
        return carriers * 1e9 / CarrierSimulation.WORK_NANOS;
    }

    /// A measurement of the unloaded response time, every 30 s, is part of it. By the response time
    /// after admission alone, two carriers would have less than 0.1 of their capacity in time with
    /// three waits before it.
    ///
    /// @param waits for a carrier, with the one after admission
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void three_times_the_capacity_is_done_in_time_however_often_a_request_waits(int waits) {
        for (int carriers : new int[] {2, 8, 32}) {
            var service = service(carriers, waits);
            service.run(0.5 * capacity(carriers), 5);
            service.run(3 * capacity(carriers), 10);
            service.run(3 * capacity(carriers), SECONDS);
            assertThat(service.inTime())
                    .as("%d carriers", carriers)
                    .isGreaterThan((int) (0.95 * SECONDS * capacity(carriers)));
        }
    }

    /// Until the unloaded response time is measured again, at a quarter of the limit.
    ///
    /// @param waits for a carrier, with the one after admission
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void half_of_the_capacity_needs_no_rejection(int waits) {
        for (int carriers : new int[] {2, 8}) {
            var service = service(carriers, waits);
            service.run(0.5 * capacity(carriers), 25);
            assertThat(service.rejected()).as("%d carriers", carriers).isZero();
        }
    }

    /// Each request takes 50 ms, of which it waits 20 behind virtual threads of other work,
    /// whatever the limit. It is 4, two per carrier, until this is measured after 30 s.
    @Test
    void a_wait_that_the_limit_does_not_shorten_does_not_hold_it_down() {
        var limit = new GradientLimit(20, 1_000, 2);
        for (long now = MS; now < 60_000 * MS; now += 50 * MS) {
            int admitted = limit.limit();
            limit.onRejected(now, admitted);
            for (int inFlight = 1; inFlight <= admitted; inFlight++) {
                limit.onSample(now, now + 50 * MS, inFlight, 20 * MS);
            }
        }
        assertThat(limit.limit()).isGreaterThan(100);
    }
}
