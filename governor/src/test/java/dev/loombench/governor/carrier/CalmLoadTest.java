package dev.loombench.governor.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// The rule for a load whose new threads get a carrier soon: it is sampled seldom, and read more
/// seldom still.
class CalmLoadTest {
    private static final long US = 1_000;
    private static final long MS = 1_000_000;
    private static final SchedulerSample.Activity UNREAD = new SchedulerSample.Activity.Pending();

    /// 98 carriers, during 20 ms.
    private static final SchedulerSample.Activity BLOCKED =
            new SchedulerSample.Activity.Times(98, 0, 0, 20 * MS);

    /// On two CPUs.
    private static final SchedulerSample.Activity COMPUTING =
            new SchedulerSample.Activity.Times(98, 40 * MS, 1_920 * MS, 20 * MS);

    /// 98 carriers for 100 in flight: with the base of 8, demand would be 108, and carriers would
    /// be added and removed again every few seconds.
    @Test
    void carriers_that_serve_new_threads_soon_are_neither_increased_nor_sampled_more_often() {
        var controller = new CarrierController(new Bounds(8, 256));
        for (int i = 0; i < 200; i++) {
            var decision = controller.decide(hundredInFlight(i * 20 * MS, MS / 2, BLOCKED));
            assertThat(decision.to()).isEqualTo(98);
            assertThat(decision.pauseNanos()).isEqualTo(CarrierController.PAUSE_BUSY_NANOS);
        }
        assertThat(controller.isCalm()).isTrue();
        var late = controller.decide(hundredInFlight(4_000 * MS, 12 * MS, BLOCKED));
        assertThat(late.to()).isEqualTo(108);
        assertThat(controller.isCalm()).isFalse();
    }

    /// The CPUs were busy for 20 ms, and the wait of 0.3 ms in it looks as if nothing was blocked.
    @Test
    void one_reading_of_a_calm_load_removes_no_carriers() {
        var controller = calmWithoutReadings();
        var times = new SchedulerSample.Activity.Times(98, 40 * MS, 0, 20 * MS);
        var decision = controller.decide(hundredInFlight(5_000 * MS, 300 * US, times));
        assertThat(decision.state()).isInstanceOf(CarrierState.Busy.class);
        assertThat(decision.to()).isEqualTo(98);
    }

    @Test
    void a_calm_load_that_computes_loses_carriers_after_2_s_of_readings() {
        var controller = calmWithoutReadings();
        long now = 5_000 * MS;
        while (controller.decide(hundredInFlight(now, MS / 2, COMPUTING)).to() == 98) {
            now += 20 * MS;
            assertThat(now).isLessThan(7_300 * MS);
        }
        assertThat(now).isGreaterThan(6_900 * MS);
    }

    /// One reading without a wait ends the examination; every fifth thread waits for 0.1 ms only.
    @Test
    void a_calm_load_that_computes_loses_carriers_after_one_reading_without_a_wait() {
        var controller = calmWithoutReadings();
        var decision = controller.decide(hundredInFlight(5_000 * MS, 100 * US, COMPUTING));
        for (int i = 1; decision.to() == 98; i++) {
            assertThat(i).isLessThan(120);
            long waited = i % 5 == 0 ? 100 * US : 500 * US;
            decision = controller.decide(hundredInFlight((5_000 + i * 20) * MS, waited, UNREAD));
        }
        assertThat(decision.nanos()).isGreaterThan(6_900 * MS);
    }

    /// For 5 s.
    private static CarrierController calmWithoutReadings() {
        var controller = new CarrierController(new Bounds(8, 256));
        for (int i = 0; i < 250; i++) {
            var decision = controller.decide(hundredInFlight(i * 20 * MS, MS / 2, UNREAD));
            assertThat(decision.to()).isEqualTo(98);
        }
        assertThat(controller.isCalm()).isTrue();
        return controller;
    }

    private static SchedulerSample hundredInFlight(
            long nanos, long waited, SchedulerSample.Activity activity) {
        return new SchedulerSample(
                nanos,
                98,
                98,
                2,
                new SchedulerSample.ProbeResult.Waited(waited, waited, 100, 0, false, activity));
    }
}
