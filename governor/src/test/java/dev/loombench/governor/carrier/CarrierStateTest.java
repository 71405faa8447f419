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
    void a_newcomer_who_hardly_waits_has_a_free_carrier_whatever_the_times_say() {
        assertThat(signal(MS / 5, MS / 5, 2, 0, 0))
                .isEqualTo(new CarrierState.Free(OptionalDouble.of(0)));
        // 2 carriers, 1 ms: 0.4 ms on a CPU and 1.2 ms waiting for one
        assertThat(signal(MS / 5, MS / 5, 2, 2 * MS / 5, 6 * MS / 5))
                .isEqualTo(new CarrierState.Free(OptionalDouble.of(0.8)));
    }

    @Test
    void where_no_times_were_read_nothing_is_said_of_computing() {
        var waited =
                new SchedulerSample.ProbeResult.Waited(
                        MS / 5, MS / 5, 2, 0, false, new SchedulerSample.Activity.NotYet());
        assertThat(CarrierState.of(new SchedulerSample(0, 2, 2, 0, waited)))
                .isEqualTo(new CarrierState.Free(OptionalDouble.empty()));
    }

    @Test
    void where_nobody_tried_a_carrier_is_free_only_if_one_is_seen_free() {
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
    void what_is_neither_computed_nor_queued_for_is_blocked() {
        // 2 carriers, 10 ms: 20 ms in all, 2 computed, 2 in the run queue, 16 blocked
        assertThat(signal(10 * MS, 10 * MS, 2, 2 * MS, 2 * MS))
                .isEqualTo(new CarrierState.Blocked(0.8, 2));
    }

    @Test
    void idle_time_outside_the_wait_is_not_taken_for_blocking() {
        // the wait was 1 ms, and in the whole window 2 ms were computed
        assertThat(signal(1 * MS, 1 * MS, 2, 2 * MS, 0)).isEqualTo(new CarrierState.Busy());
    }

    @Test
    void carriers_that_wait_for_a_cpu_more_than_they_have_one_are_starved() {
        assertThat(signal(5 * MS, 5 * MS, 2, 2 * MS, 8 * MS))
                .isEqualTo(new CarrierState.Starved(0.8));
    }

    @Test
    void turns_of_10_ms_that_keep_others_waiting_are_hogs() {
        // 2 ahead of the newcomer: 20 ms of CPU in 2 turns
        assertThat(signal(10 * MS, 10 * MS, 2, 20 * MS, 0))
                .isEqualTo(new CarrierState.Monopolized(10 * MS));
    }

    @Test
    void a_queue_that_drains_is_not_hogged() {
        var times = new SchedulerSample.Activity.Times(2, 20 * MS, 0, 20 * MS);
        var waited =
                new SchedulerSample.ProbeResult.Waited(10 * MS, 10 * MS, 2, 20 * MS, true, times);
        assertThat(CarrierState.of(new SchedulerSample(0, 2, 2, 1, waited)))
                .isEqualTo(new CarrierState.Busy());
    }

    @Test
    void missing_times_are_said_to_be_missing() {
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
                .hasToString("newcomers wait for 10.0 ms; why is unknown: no /proc");
    }

    private static CarrierState signal(
            long waited, long age, int carriers, long cpu, long runQueue) {
        var times = new SchedulerSample.Activity.Times(carriers, cpu, runQueue, MS);
        var newcomer =
                new SchedulerSample.ProbeResult.Waited(waited, age, carriers, cpu, false, times);
        return CarrierState.of(new SchedulerSample(0, carriers, carriers, 1, newcomer));
    }
}
