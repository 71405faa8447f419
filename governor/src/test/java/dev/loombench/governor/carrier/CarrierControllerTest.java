package dev.loombench.governor.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The rule against simulated workloads, in simulated time only.
class CarrierControllerTest {
    private static final long US = 1_000;
    private static final long MS = 1_000_000;
    private static final Bounds BOUNDS = new Bounds(2, 256);

    private final Simulation machine = new Simulation(BOUNDS, 2, 100 * US);

    @Test
    void a_step_to_100_blocked_threads_is_served_within_150_ms_by_a_tenth_more_carriers_at_most() {
        machine.run(1);
        machine.add(100, 20 * US, 10 * MS, 0, true);
        long step = machine.now;
        machine.run(0.15);
        assertThat(machine.parallelism).isBetween(97, 110);
        machine.run(10);
        assertThat(machine.highestSince(step)).isLessThanOrEqualTo(110);
        // 100 in flight, in step: 10 ms blocked, and 1 ms for 20 us of CPU each on 2 CPUs; 2 %
        // fewer carriers
        assertThat(machine.done).isGreaterThan((long) (0.96 * 10 * 100 / 0.011));
    }

    /// Growth is to the 100 in flight and the base; 2 % fewer than are in flight are enough.
    @Test
    void the_spare_carriers_of_a_step_are_removed_within_2500_ms() {
        var controller = new CarrierController(BOUNDS);
        long step = 1_000 * MS;
        int parallelism = 2;
        for (long now = 0; now < step + 2_500 * MS; ) {
            int inFlight = now < step ? 0 : 100;
            int mounted = Math.min(parallelism, inFlight);
            SchedulerSample.ProbeResult probe =
                    mounted < inFlight
                            ? new SchedulerSample.ProbeResult.Waited(
                                    5 * MS,
                                    5 * MS,
                                    100,
                                    0,
                                    false,
                                    new SchedulerSample.Activity.Times(parallelism, 0, 0, 5 * MS))
                            : new SchedulerSample.ProbeResult.NotTried();
            var decision =
                    controller.decide(
                            new SchedulerSample(
                                    now, parallelism, mounted, inFlight - mounted, probe));
            parallelism = decision.to();
            now += decision.pauseNanos();
        }
        assertThat(parallelism).isEqualTo(98);
    }

    @Test
    void after_the_load_parallelism_is_back_at_base_within_15_s() {
        machine.add(1_000, 20 * US, 100 * MS, 0, true);
        machine.run(5);
        assertThat(machine.parallelism).isEqualTo(256);
        machine.clear();
        machine.run(15);
        assertThat(machine.parallelism).isEqualTo(2);
    }

    @Test
    void under_a_steady_load_parallelism_varies_by_15_percent_at_most() {
        machine.add(100, 20 * US, 10 * MS, 0, true);
        machine.run(5);
        long settled = machine.now;
        machine.run(60);
        int highest = machine.highestSince(settled);
        assertThat(machine.lowestSince(settled)).isBetween((int) (highest / 1.15), highest);
    }

    /// The tasks are out of step, so that a carrier becomes free every 0.1 ms and the last few
    /// carriers are not needed.
    @Test
    void carriers_that_would_be_woken_for_every_task_are_removed_within_15_s() {
        for (int i = 0; i < 100; i++) {
            machine.add(1, 20 * US, 10 * MS, 0, true);
            machine.run(0.0102);
        }
        machine.run(15);
        assertThat(machine.parallelism).isBetween(95, 101);
        long done = machine.done;
        machine.run(10);
        // 95 % of the rate with one carrier per task, 100 tasks every 10.02 ms, in steps of 0.1 ms
        assertThat(machine.done - done).isGreaterThan((long) (0.95 * 10 * 100 / 0.0102));
    }

    /// A hundred threads that block for seconds, and one short task every 5 ms: trimming would
    /// delay the short ones by seconds and must be reverted within 200 ms.
    @Test
    void a_trim_that_goes_too_far_is_reverted() {
        machine.add(100, 20 * US, 5_000 * MS, 0, true);
        for (int i = 0; i < 2_000; i++) {
            machine.add(1, 20 * US, 0, 0, false);
            machine.run(0.005);
        }
        machine.longestWaitOfShort = 0;
        for (int i = 0; i < 8_000; i++) {
            machine.add(1, 20 * US, 0, 0, false);
            machine.run(0.005);
        }
        assertThat(machine.parallelism).isBetween(101, 130);
        assertThat(machine.longestWaitOfShort).isLessThan(200 * MS);
    }

    @Test
    void a_spike_of_a_thousand_short_blocks_stays_below_the_limit_and_has_no_lasting_effect() {
        machine.run(1);
        machine.add(1_000, 20 * US, 5 * MS, 0, false);
        machine.run(20);
        assertThat(machine.highestSince(0)).isLessThanOrEqualTo(256);
        assertThat(machine.done).isEqualTo(1_000);
        assertThat(machine.parallelism).isEqualTo(2);
    }

    @Test
    void parked_threads_never_cause_growth() {
        machine.add(1_000, 20 * US, 0, 50 * MS, true);
        machine.run(20);
        assertThat(machine.highestSince(0)).isEqualTo(2);
    }

    @Test
    void short_turns_never_cause_growth_however_many_queue() {
        machine.add(500, 1 * MS, 0, 0, true);
        machine.run(20);
        assertThat(machine.highestSince(0)).isEqualTo(2);
    }

    /// New threads get a carrier at once: all wait for a CPU, none for a carrier.
    @ParameterizedTest
    @ValueSource(ints = {40, 64, 200})
    void carriers_of_blocked_turns_are_removed_within_20_s_of_short_ones(int many) {
        machine.add(100, 20 * US, 10 * MS, 0, true);
        machine.run(10);
        assertThat(machine.parallelism).isBetween(90, 110);
        machine.clear();
        machine.add(many, 200 * US, 0, 0, true);
        machine.run(20);
        assertThat(machine.parallelism).isEqualTo(2);
        long then = machine.now;
        machine.run(20);
        assertThat(machine.highestSince(then)).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void neighbours_that_take_the_cpu_never_cause_growth(long seed) {
        var random = new Random(seed);
        machine.add(200, 200 * US, 0, 0, true);
        for (int i = 0; i < 100; i++) {
            machine.neighbours = random.nextDouble() * 0.95;
            machine.run(0.1);
        }
        assertThat(machine.highestSince(0)).isEqualTo(2);
    }

    @Test
    void monopolized_carriers_are_replaced_within_100_ms_and_stay_so_in_the_next_burst() {
        machine.add(3, 200 * MS, 0, 800 * MS, true);
        addShortTasks(1_000);
        assertThat(machine.parallelism).isBetween(4, 16);
        assertThat(machine.longestWaitOfShort).isLessThan(100 * MS);
        machine.longestWaitOfShort = 0;
        addShortTasks(20_000);
        assertThat(machine.parallelism).isBetween(4, 16);
        assertThat(machine.longestWaitOfShort).isLessThan(10 * MS);
    }

    private void addShortTasks(int millis) {
        for (int i = 0; i < millis; i++) {
            machine.add(1, 20 * US, 0, 0, false);
            machine.run(0.001);
        }
    }

    @Test
    void the_reserve_is_released_within_60_s_of_the_last_monopolizing_thread() {
        machine.add(3, 200 * MS, 0, 800 * MS, true);
        addShortTasks(2_000);
        assertThat(machine.parallelism).isGreaterThan(2);
        machine.clear();
        machine.run(60);
        assertThat(machine.parallelism).isEqualTo(2);
    }

    @Test
    void without_cpu_times_parallelism_grows_to_8_times_the_base_at_most() {
        machine.timesUnavailable = true;
        machine.add(100, 20 * US, 10 * MS, 0, true);
        machine.run(5);
        assertThat(machine.parallelism).isEqualTo(16);
        assertThat(machine.highestSince(0)).isEqualTo(16);
    }

    @Test
    void a_pause_of_the_whole_jvm_looks_like_blocking_once_and_changes_nothing() {
        var controller = new CarrierController(BOUNDS);
        var stalled =
                new SchedulerSample.ProbeResult.Waited(
                        50 * MS,
                        50 * MS,
                        30,
                        0,
                        false,
                        new SchedulerSample.Activity.Times(2, 0, 0, 50 * MS));
        var first =
                controller.decide(
                        new SchedulerSample(
                                0, 2, 2, 28, new SchedulerSample.ProbeResult.NotTried()));
        var during = controller.decide(new SchedulerSample(55 * MS, 2, 2, 28, stalled));
        assertThat(during.state()).isInstanceOf(CarrierState.Blocked.class);
        assertThat(during.changes() || first.changes()).isFalse();
    }

    @Test
    void a_number_above_the_limit_set_by_other_code_is_kept_in_use_and_then_falls_in_steps() {
        var controller = new CarrierController(BOUNDS);
        var noProbe = new SchedulerSample.ProbeResult.NotTried();
        var unused = controller.decide(new SchedulerSample(0, 2, 1, 0, noProbe));
        var inUse = controller.decide(new SchedulerSample(20 * MS, 400, 400, 9, noProbe));
        assertThat(inUse.changes()).isFalse();
        unused = controller.decide(new SchedulerSample(40 * MS, 400, 1, 0, noProbe));
        var idle = controller.decide(new SchedulerSample(600 * MS, 400, 1, 0, noProbe));
        assertThat(idle.to()).isBetween(300, 399);
    }

    @ParameterizedTest
    @ValueSource(longs = {-3_600_000_000_000L, -1, 5_000_000_000L, 3_600_000_000_000L})
    void a_clock_jump_alone_changes_nothing(long jump) {
        machine.add(100, 20 * US, 10 * MS, 0, true);
        machine.run(3);
        int before = machine.parallelism;
        int samples = machine.decisions.size();
        machine.clockError = jump == -1 ? -100 * MS : jump;
        machine.run(0.021);
        assertThat(machine.decisions.get(samples).changes()).isFalse();
        machine.run(3);
        assertThat(machine.parallelism).isBetween((int) (before / 1.2), (int) (before * 1.2));
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18})
    void parallelism_stays_within_its_bounds_and_returns_to_base(long seed) {
        var random = new Random(seed);
        var small = new Simulation(new Bounds(2, 40), 2, 500 * US);
        for (int i = 0; i < 40; i++) {
            small.neighbours = random.nextInt(3) == 0 ? random.nextDouble() : 0;
            small.clockError +=
                    random.nextInt(10) == 0 ? random.nextLong(10_000 * MS) - 5_000 * MS : 0;
            if (random.nextInt(4) == 0) {
                small.clear();
            }
            small.add(
                    random.nextInt(100),
                    random.nextLong(5 * MS),
                    random.nextBoolean() ? random.nextLong(50 * MS) : 0,
                    random.nextBoolean() ? random.nextLong(50 * MS) : 0,
                    random.nextBoolean());
            small.run(random.nextDouble());
        }
        assertThat(small.decisions).allSatisfy(d -> assertThat(d.to()).isBetween(2, 40));
        small.clear();
        small.run(60);
        assertThat(small.parallelism).isEqualTo(2);
    }

    @Test
    void sampling_slows_to_ten_per_second_once_the_base_has_been_enough_for_5_s() {
        machine.run(4.9);
        assertThat(machine.decisions.getLast().pauseNanos())
                .isEqualTo(CarrierController.PAUSE_BUSY_NANOS);
        machine.run(1);
        int before = machine.decisions.size();
        machine.run(10);
        assertThat(machine.decisions.size() - before).isBetween(99, 101);
    }

    /// Parked threads return as a bunch that occupies both carriers for 10 of 60 ms.
    @Test
    void a_load_that_needs_no_more_carriers_soon_needs_few_samples() {
        machine.add(1_000, 20 * US, 0, 50 * MS, true);
        machine.run(6);
        int before = machine.decisions.size();
        machine.run(10);
        assertThat(machine.decisions.size() - before).isLessThan(200);
    }

    @Test
    void above_base_sampling_continues_50_times_per_second() {
        machine.add(100, 20 * US, 10 * MS, 0, true);
        machine.run(20);
        int before = machine.decisions.size();
        machine.run(10);
        assertThat(machine.decisions.size() - before).isGreaterThanOrEqualTo(490);
    }

    /// Includes up to 100 ms until the first sample after the step.
    @ParameterizedTest
    @ValueSource(ints = {0, 500})
    void after_a_quiet_minute_100_blocked_threads_are_served_within_250_ms(int shortOnes) {
        machine.add(shortOnes, 100 * US, 0, 0, true);
        machine.run(60);
        assertThat(machine.parallelism).isEqualTo(2);
        machine.add(100, 20 * US, 10 * MS, 0, true);
        machine.run(0.25);
        assertThat(machine.parallelism).isGreaterThanOrEqualTo(shortOnes == 0 ? 97 : 20);
    }

    @Test
    void after_a_quiet_minute_monopolized_carriers_are_replaced_within_200_ms() {
        addShortTasks(60_000);
        machine.add(3, 500 * MS, 0, 0, false);
        machine.longestWaitOfShort = 0;
        addShortTasks(1_000);
        assertThat(machine.parallelism).isBetween(4, 16);
        assertThat(machine.longestWaitOfShort).isLessThan(200 * MS);
    }

    @Test
    void an_hour_of_steps_leaves_no_trace() {
        var hour = new Simulation(BOUNDS, 2, 2 * MS);
        for (int minute = 0; minute < 60; minute++) {
            hour.add(minute * 2, 20 * US, 10 * MS, 0, true);
            hour.run(30);
            assertThat(hour.parallelism).isBetween(2, Math.max(4, minute * 4));
            hour.clear();
            hour.run(30);
            assertThat(hour.parallelism).isEqualTo(2);
        }
    }
}
