package dev.loombench.governor.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class CarrierStateTest {
    private static final long MS = 1_000_000;

    @Test
    void nothing_mounted_and_nothing_queued_is_idle() {
        assertThat(
                        CarrierState.of(
                                new SchedulerSample(
                                        0, 2, 0, 0, new SchedulerSample.ProbeResult.NotTried())))
                .isEqualTo(new CarrierState.Idle());
    }

    @Test
    void a_probe_that_hardly_waits_has_a_free_carrier_for_any_times() {
        assertThat(state(MS / 5, MS / 5, 2, 0, 0))
                .isEqualTo(new CarrierState.Free(OptionalDouble.of(0)));
        // 2 carriers, 1 ms: 0.4 ms on a CPU and 1.2 ms waiting for one
        assertThat(state(MS / 5, MS / 5, 2, 2 * MS / 5, 6 * MS / 5))
                .isEqualTo(new CarrierState.Free(OptionalDouble.of(0.8)));
    }

    @Test
    void without_times_the_computing_share_is_unknown() {
        var waited =
                new SchedulerSample.ProbeResult.Waited(
                        MS / 5, MS / 5, 2, 0, false, new SchedulerSample.Activity.Pending());
        assertThat(CarrierState.of(new SchedulerSample(0, 2, 2, 0, waited)))
                .isEqualTo(new CarrierState.Free(OptionalDouble.empty()));
    }

    @Test
    void without_a_probe_a_carrier_is_free_only_if_one_has_no_virtual_thread() {
        assertThat(
                        CarrierState.of(
                                new SchedulerSample(
                                        0, 2, 1, 5, new SchedulerSample.ProbeResult.NotTried())))
                .isEqualTo(new CarrierState.Free(OptionalDouble.empty()));
        assertThat(
                        CarrierState.of(
                                new SchedulerSample(
                                        0, 2, 2, 0, new SchedulerSample.ProbeResult.NotTried())))
                .isEqualTo(new CarrierState.Inconclusive());
    }

    @Test
    void time_neither_on_cpu_nor_in_the_run_queue_is_blocked() {
        // 2 carriers, 10 ms: 20 ms in total, 2 on a CPU, 2 in the run queue, 16 blocked
        assertThat(state(10 * MS, 10 * MS, 2, 2 * MS, 2 * MS))
                .isEqualTo(new CarrierState.Blocked(0.8, 2));
    }

    /// Collections stopped all threads for a part of 10 ms.
    @Test
    void pauses_of_the_collector_are_not_blocking() {
        // 10 ms of two carriers are left: 1 on a CPU, 1 in the run queue, 8 blocked
        assertThat(paused(5 * MS, MS, MS)).isEqualTo(new CarrierState.Blocked(0.8, 2));
        // 4 ms are left, all of them on a CPU
        assertThat(paused(8 * MS, 4 * MS, 0)).isEqualTo(new CarrierState.Busy());
        assertThat(paused(10 * MS - MS / 10, 0, 0)).isEqualTo(new CarrierState.Inconclusive());
    }

    private static CarrierState paused(long paused, long cpu, long runQueue) {
        var times = new SchedulerSample.Activity.Times(2, cpu, runQueue, 10 * MS, paused);
        var waited = new SchedulerSample.ProbeResult.Waited(10 * MS, 10 * MS, 10, cpu, true, times);
        return CarrierState.of(new SchedulerSample(0, 2, 2, 5, waited));
    }

    @Test
    void idle_time_outside_the_wait_is_not_blocking() {
        // the wait was 1 ms; the whole window has 2 ms of CPU time
        assertThat(state(1 * MS, 1 * MS, 2, 2 * MS, 0)).isEqualTo(new CarrierState.Busy());
    }

    @Test
    void carriers_that_wait_longer_for_a_cpu_than_they_use_one_are_starved() {
        assertThat(state(5 * MS, 5 * MS, 2, 2 * MS, 8 * MS))
                .isEqualTo(new CarrierState.Starved(0.8));
    }

    @Test
    void turns_of_10_ms_that_keep_others_waiting_monopolize_the_carriers() {
        // 2 ahead of the probe: 20 ms of CPU in 2 turns
        assertThat(state(10 * MS, 10 * MS, 2, 20 * MS, 0))
                .isEqualTo(new CarrierState.Monopolized(10 * MS));
    }

    @Test
    void carriers_with_a_draining_queue_are_not_monopolized() {
        var times = new SchedulerSample.Activity.Times(2, 20 * MS, 0, 20 * MS);
        var waited =
                new SchedulerSample.ProbeResult.Waited(10 * MS, 10 * MS, 2, 20 * MS, true, times);
        assertThat(CarrierState.of(new SchedulerSample(0, 2, 2, 1, waited)))
                .isEqualTo(new CarrierState.Busy());
    }

    @Test
    void missing_times_are_reported_as_unknown() {
        var waited =
                new SchedulerSample.ProbeResult.Waited(
                        10 * MS,
                        10 * MS,
                        2,
                        0,
                        false,
                        new SchedulerSample.Activity.Unknown("no /proc"));
        assertThat(CarrierState.of(new SchedulerSample(0, 2, 2, 0, waited)))
                .isEqualTo(new CarrierState.Unknown(10 * MS, "no /proc"))
                .hasToString("new threads wait 10.0 ms for a carrier, cause unknown: no /proc");
    }

    private static CarrierState state(
            long waited, long ageNanos, int carriers, long cpu, long runQueue) {
        var times = new SchedulerSample.Activity.Times(carriers, cpu, runQueue, MS);
        var probeResult =
                new SchedulerSample.ProbeResult.Waited(
                        waited, ageNanos, carriers, cpu, false, times);
        return CarrierState.of(new SchedulerSample(0, carriers, carriers, 1, probeResult));
    }
}
