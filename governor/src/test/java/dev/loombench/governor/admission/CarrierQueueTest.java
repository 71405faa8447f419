package dev.loombench.governor.admission;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The limit where requests wait for a carrier before they reach it, in simulated time only.
class CarrierQueueTest {
    private static final long DEADLINE_NANOS = 10 * CarrierSimulation.WORK_NANOS;
    private static final int SECONDS = 40;

    private static CarrierSimulation service(int carriers, int waits) {
        var limit = new GradientLimit(20, 1_000, carriers);
        return new CarrierSimulation(limit, carriers, waits - 1, DEADLINE_NANOS, 1);
    }

    private static double capacity(int carriers) {
        return carriers * 1e9 / CarrierSimulation.WORK_NANOS;
    }

    /// A measurement of the unloaded response time, every 30 s, is part of it. By the response time
    /// after admission alone, two carriers would have 0.1 of their capacity in time with three
    /// waits before it.
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
}
