package dev.loombench.governor.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.governor.pool.PoolSimulation.Load;
import java.util.ArrayList;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/// The rule against a model of a service: no clock, no threads.
class PoolControllerTest {
    private static final double FREELY = Load.NO_BOTTLENECK;

    private final PoolSimulation pool = new PoolSimulation(1, 4_096);

    @Test
    void a_sudden_load_that_needs_2000_threads_has_them_within_2_s() {
        pool.run(10, new Load(0, 0.0001, 0.1, FREELY));
        pool.run(2, new Load(2_000, 0.00001, 0.1, FREELY));
        assertThat(pool.size).isBetween(1_900, 2_002);
        pool.run(60, new Load(2_000, 0.00001, 0.1, FREELY));
        assertThat(pool.size).isBetween(1_900, 2_002);
    }

    @Test
    void computing_tasks_never_make_it_grow() {
        pool.run(60, new Load(500, 0.001, 0, FREELY));
        assertThat(pool.sizings).allSatisfy(sizing -> assertThat(sizing.to()).isEqualTo(2));
    }

    /// 20 connections to something: 20 / 0.1 s is all that gets through.
    @Test
    void growth_that_brings_nothing_is_taken_back_and_tried_again_by_doubling() {
        pool.run(3, new Load(20, 0.00001, 0.1, 200));
        pool.run(20, new Load(6_000, 0.00001, 0.1, 200));
        assertThat(pool.size).isBetween(20, 40);
        int taken = pool.sizings.size();
        pool.run(300, new Load(6_000, 0.00001, 0.1, 200));
        assertThat(pool.sizings).anySatisfy(s -> assertThat(s.reason()).contains("less than 3 %"));
        assertThat(pool.highestSince(taken)).isLessThanOrEqualTo(2 * pool.lowestSince(taken));
    }

    @Test
    void a_bottleneck_that_goes_away_is_noticed_within_35_s() {
        pool.run(60, new Load(6_000, 0.00001, 0.1, 200));
        assertThat(pool.size).isBetween(20, 80);
        pool.run(35, new Load(6_000, 0.00001, 0.1, FREELY));
        assertThat(pool.size).isEqualTo(4_096);
    }

    /// 5,000 short tasks a second, then longer ones that 2 CPUs let through at 2,000 a second.
    @Test
    void growth_is_not_measured_by_what_a_lighter_load_got_through() {
        pool.run(20, new Load(1, 0.0002, 0, FREELY));
        var heavier = new Load(200, 0.001, 0.009, FREELY);
        pool.run(3, heavier);
        double before = pool.completed;
        pool.run(60, heavier);
        assertThat(pool.completed - before).isGreaterThan(0.9 * 60 * 2_000);
    }

    @Test
    void threads_that_compute_are_made_fewer_while_that_costs_nothing() {
        pool.run(3, new Load(200, 0.0001, 0.1, FREELY));
        assertThat(pool.size).isGreaterThan(150);
        pool.run(120, new Load(1_000, 0.001, 0, FREELY));
        assertThat(pool.size).isBetween(2, 30);
    }

    @Test
    void a_size_that_is_no_longer_needed_goes_within_40_s() {
        pool.run(5, new Load(1_000, 0.00001, 0.1, FREELY));
        assertThat(pool.size).isGreaterThan(900);
        pool.run(40, new Load(10, 0.00001, 0.1, FREELY));
        assertThat(pool.size).isBetween(10, 20);
    }

    /// Nothing had ended for 2 s because there was nothing to do.
    @Test
    void a_burst_after_idleness_is_no_hang() {
        var controller = new PoolController(2, 64, 2);
        long ms = 1_000_000;
        for (long at = 0; at <= 3_000; at += 1_500) {
            controller.decide(new PoolSample(at * ms, 2, 0, 0, 7, OptionalDouble.of(0)));
        }
        var sizing =
                controller.decide(new PoolSample(4_500 * ms, 2, 2, 8, 7, OptionalDouble.of(0)));
        assertThat(sizing.to()).isEqualTo(2);
        sizing = controller.decide(new PoolSample(5_900 * ms, 2, 2, 8, 7, OptionalDouble.of(0)));
        assertThat(sizing.to()).isEqualTo(2);
        sizing = controller.decide(new PoolSample(6_000 * ms, 2, 2, 8, 7, OptionalDouble.of(0)));
        assertThat(sizing.reason()).contains("hang");
    }

    @Test
    void
            a_hang_is_seen_after_1500_ms_even_where_the_threads_seem_to_compute_and_met_by_four_a_cpu() {
        var controller = new PoolController(1, 4_096, 2);
        var sizings = new ArrayList<ResizeDecision>();
        int size = 2;
        for (long now = 1; sizings.size() < 400; now += 100_000_000) {
            sizings.add(
                    controller.decide(new PoolSample(now, size, size, 5, 7, OptionalDouble.of(0))));
            size = sizings.getLast().to();
        }
        var first = sizings.stream().filter(ResizeDecision::changes).findFirst().orElseThrow();
        assertThat(first.nanos()).isBetween(1_500_000_000L, 1_700_000_000L);
        assertThat(first.reason()).contains("may hang");
        assertThat(size).isEqualTo(8);
    }

    @Test
    void a_hang_of_threads_that_wait_is_met_until_none_queues() {
        var controller = new PoolController(1, 4_096, 2);
        int size = 2;
        for (long now = 1; now < 60_000_000_000L; now += 100_000_000) {
            var hung = new PoolSample(now, size, size, 1_000 - size, 7, OptionalDouble.of(1));
            size = controller.decide(hung).to();
        }
        assertThat(size).isGreaterThanOrEqualTo(1_000);
    }

    @Test
    void sizes_that_make_no_sense_are_refused() {
        assertThatThrownBy(() -> new PoolController(0, 5, 2))
                .hasMessage("sizes must be 1 <= min <= max, were min 0, max 5");
        assertThatThrownBy(() -> new PoolController(6, 5, 2))
                .hasMessage("sizes must be 1 <= min <= max, were min 6, max 5");
    }
}
