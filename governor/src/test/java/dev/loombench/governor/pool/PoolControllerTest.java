package dev.loombench.governor.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.governor.pool.PoolSimulation.Load;
import java.util.ArrayList;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/// The rule against a model of a service, without clock or threads.
class PoolControllerTest {
    private static final double UNBOUNDED = Load.NO_BOTTLENECK;
    private static final long MS = 1_000_000;

    private final PoolSimulation pool = new PoolSimulation(1, 4_096);

    @Test
    void a_sudden_load_that_needs_2000_threads_gets_them_within_2_s() {
        pool.run(10, new Load(0, 0.0001, 0.1, UNBOUNDED));
        pool.run(2, new Load(2_000, 0.00001, 0.1, UNBOUNDED));
        assertThat(pool.size).isBetween(1_900, 2_002);
        pool.run(60, new Load(2_000, 0.00001, 0.1, UNBOUNDED));
        assertThat(pool.size).isBetween(1_900, 2_002);
    }

    @Test
    void computing_tasks_never_make_it_grow() {
        pool.run(60, new Load(500, 0.001, 0, UNBOUNDED));
        assertThat(pool.decisions).allSatisfy(decision -> assertThat(decision.to()).isEqualTo(2));
    }

    /// Idle for a minute, the pool has one thread, which computes all the time.
    @Test
    void computing_tasks_after_an_idle_minute_get_all_cpus_at_once() {
        pool.run(60, Load.NONE);
        assertThat(pool.size).isEqualTo(1);
        pool.run(0.2, new Load(500, 0.001, 0, UNBOUNDED));
        assertThat(pool.size).isEqualTo(PoolSimulation.CPUS);
    }

    /// As a container whose quota is raised while it runs.
    @Test
    void computing_tasks_get_the_cpus_that_are_added() {
        var controller = new PoolController(1, 6);
        controller.decide(new PoolSample(0, 2, 2, 2, 8, 0, OptionalDouble.of(0)));
        var same = new PoolSample(100 * MS, 2, 2, 2, 8, 9, OptionalDouble.of(0));
        assertThat(controller.decide(same).changes()).isFalse();
        var added = new PoolSample(200 * MS, 4, 2, 2, 8, 18, OptionalDouble.of(0));
        assertThat(controller.decide(added).to()).isEqualTo(4);
        var many = new PoolSample(300 * MS, 64, 4, 4, 8, 36, OptionalDouble.of(0));
        assertThat(controller.decide(many).to()).isEqualTo(6);
        var unknown = new PoolSample(400 * MS, 8, 4, 4, 8, 54, OptionalDouble.empty());
        assertThat(controller.decide(unknown).changes()).isFalse();
    }

    /// Threads that compute right after a growth say nothing about threads that wait.
    @Test
    void threads_for_all_cpus_end_the_step_before() {
        var controller = new PoolController(1, 64);
        controller.decide(new PoolSample(0, 8, 1, 1, 8, 0, OptionalDouble.of(1)));
        var waiting = new PoolSample(100 * MS, 8, 1, 1, 8, 100, OptionalDouble.of(1));
        assertThat(controller.decide(waiting).to()).isEqualTo(4);
        var computing = new PoolSample(200 * MS, 8, 4, 4, 8, 200, OptionalDouble.of(0));
        assertThat(controller.decide(computing).to()).isEqualTo(8);
        for (long at = 300; at <= 2_500; at += 100) {
            var same = new PoolSample(at * MS, 8, 8, 8, 8, at, OptionalDouble.of(0));
            assertThat(controller.decide(same).changes()).isFalse();
        }
        var again = new PoolSample(2_600 * MS, 8, 8, 8, 100, 2_600, OptionalDouble.of(1));
        assertThat(controller.decide(again).to()).isEqualTo(32);
    }

    /// A bottleneck of 20 connections: throughput is at most 20 / 0.1 s.
    @Test
    void growth_without_gain_is_reverted_and_retried_by_doubling() {
        pool.run(3, new Load(20, 0.00001, 0.1, 200));
        pool.run(20, new Load(6_000, 0.00001, 0.1, 200));
        assertThat(pool.size).isBetween(20, 40);
        int reverted = pool.decisions.size();
        pool.run(300, new Load(6_000, 0.00001, 0.1, 200));
        assertThat(pool.decisions)
                .anySatisfy(s -> assertThat(s.reason()).contains("less than 3 %"));
        assertThat(pool.highestSince(reverted)).isLessThanOrEqualTo(2 * pool.lowestSince(reverted));
    }

    @Test
    void the_end_of_a_bottleneck_is_detected_within_35_s() {
        pool.run(60, new Load(6_000, 0.00001, 0.1, 200));
        assertThat(pool.size).isBetween(20, 80);
        pool.run(35, new Load(6_000, 0.00001, 0.1, UNBOUNDED));
        assertThat(pool.size).isEqualTo(4_096);
    }

    /// 5,000 short tasks per second, then longer ones of which 2 CPUs complete 2,000 per second.
    @Test
    void growth_is_not_compared_with_the_throughput_of_a_lighter_load() {
        pool.run(20, new Load(1, 0.0002, 0, UNBOUNDED));
        var heavier = new Load(200, 0.001, 0.009, UNBOUNDED);
        pool.run(3, heavier);
        double before = pool.completed;
        pool.run(60, heavier);
        assertThat(pool.completed - before).isGreaterThan(0.9 * 60 * 2_000);
    }

    @Test
    void computing_threads_are_reduced_while_that_costs_nothing() {
        pool.run(3, new Load(200, 0.0001, 0.1, UNBOUNDED));
        assertThat(pool.size).isGreaterThan(150);
        pool.run(120, new Load(1_000, 0.001, 0, UNBOUNDED));
        assertThat(pool.size).isBetween(2, 30);
    }

    @Test
    void a_size_that_is_no_longer_needed_shrinks_within_40_s() {
        pool.run(5, new Load(1_000, 0.00001, 0.1, UNBOUNDED));
        assertThat(pool.size).isGreaterThan(900);
        pool.run(40, new Load(10, 0.00001, 0.1, UNBOUNDED));
        assertThat(pool.size).isBetween(10, 20);
    }

    /// No task has ended for 2 s because there were none.
    @Test
    void a_burst_after_an_idle_time_is_no_hang() {
        var controller = new PoolController(2, 64);
        for (long at = 0; at <= 3_000; at += 1_500) {
            controller.decide(new PoolSample(at * MS, 2, 2, 0, 0, 7, OptionalDouble.of(0)));
        }
        assertThat(controller.decide(saturated(4_500)).to()).isEqualTo(2);
        assertIsHangAfter1500Ms(controller, 4_500);
    }

    /// As in a full collection of 2.4 s: no task could end.
    @Test
    void a_stop_of_the_whole_jvm_is_no_hang() {
        var controller = new PoolController(2, 64);
        for (long at = 0; at <= 100; at += 100) {
            var before = controller.decide(saturated(at));
            assertThat(before.to()).isEqualTo(2);
        }
        var after = controller.decide(saturated(2_500));
        assertThat(after.to()).isEqualTo(2);
        assertIsHangAfter1500Ms(controller, 2_400); // 100 ms without an end before the stop
    }

    /// A stop of 0.9 s in a second: a rate measured across it would be a fifth of the true one.
    @Test
    void throughput_is_not_measured_across_a_stop_of_the_whole_jvm() {
        var controller = new PoolController(2, 64);
        var decisions = new ArrayList<ResizeDecision>();
        long completed = 0;
        for (long at = 0; at <= 1_500; at += at == 600 ? 900 : 100) {
            completed += 100;
            decisions.add(
                    controller.decide(
                            new PoolSample(at * MS, 2, 2, 2, 8, completed, OptionalDouble.of(0))));
        }
        assertThat(decisions.getLast().reason()).isEqualTo("throughput is being measured");
    }

    /// A stop of 0.9 s right after growth: the rate of the new threads is measured 0.5 s after it.
    @Test
    void a_stop_of_the_whole_jvm_is_no_time_in_which_a_step_settles() {
        var controller = new PoolController(2, 64);
        controller.decide(new PoolSample(0, 2, 2, 2, 8, 0, OptionalDouble.of(1)));
        var grown =
                controller.decide(new PoolSample(100 * MS, 2, 2, 2, 8, 100, OptionalDouble.of(1)));
        assertThat(grown.to()).isEqualTo(8);
        for (long at = 1_000; at <= 2_400; at += 100) {
            var decision =
                    controller.decide(
                            new PoolSample(at * MS, 2, 8, 8, 8, at, OptionalDouble.of(0)));
            assertThat(decision.reason()).isEqualTo("throughput is being measured");
        }
    }

    private static void assertIsHangAfter1500Ms(PoolController controller, long since) {
        for (long at = since + 200; at < since + 1_500; at += 100) {
            assertThat(controller.decide(saturated(at)).to()).isEqualTo(2);
        }
        assertThat(controller.decide(saturated(since + 1_500)).reason()).contains("hang");
    }

    /// Two computing threads, and no task has ended since the last sample.
    private static PoolSample saturated(long millis) {
        return new PoolSample(millis * MS, 2, 2, 2, 8, 7, OptionalDouble.of(0));
    }

    @Test
    void a_hang_of_computing_threads_is_detected_after_1500_ms_and_grows_to_four_per_cpu() {
        var controller = new PoolController(1, 4_096);
        var decisions = new ArrayList<ResizeDecision>();
        int size = 2;
        for (long now = 1; decisions.size() < 400; now += 100_000_000) {
            decisions.add(
                    controller.decide(
                            new PoolSample(now, 2, size, size, 5, 7, OptionalDouble.of(0))));
            size = decisions.getLast().to();
        }
        var first = decisions.stream().filter(ResizeDecision::changes).findFirst().orElseThrow();
        assertThat(first.nanos()).isBetween(1_500_000_000L, 1_700_000_000L);
        assertThat(first.reason()).contains("may hang");
        assertThat(size).isEqualTo(8);
    }

    @Test
    void a_hang_of_waiting_threads_grows_until_no_task_queues() {
        var controller = new PoolController(1, 4_096);
        int size = 2;
        for (long now = 1; now < 60_000_000_000L; now += 100_000_000) {
            var hung = new PoolSample(now, 2, size, size, 1_000 - size, 7, OptionalDouble.of(1));
            size = controller.decide(hung).to();
        }
        assertThat(size).isGreaterThanOrEqualTo(1_000);
    }

    /// As while threads may wait for memory.
    @Test
    void threads_whose_states_are_unknown_get_a_quarter_more_after_a_hang_only() {
        var controller = new PoolController(1, 4_096);
        for (long at = 0; at < 1_500; at += 100) {
            assertThat(controller.decide(unknown(at)).to()).isEqualTo(16);
        }
        assertThat(controller.decide(unknown(1_500)).to()).isEqualTo(20);
    }

    private static PoolSample unknown(long millis) {
        return new PoolSample(millis * MS, 2, 16, 16, 1_000, 7, OptionalDouble.empty());
    }

    @Test
    void invalid_sizes_are_rejected() {
        assertThatThrownBy(() -> new PoolController(0, 5))
                .hasMessage("sizes must be 1 <= min <= max, were min 0, max 5");
        assertThatThrownBy(() -> new PoolController(6, 5))
                .hasMessage("sizes must be 1 <= min <= max, were min 6, max 5");
    }
}
