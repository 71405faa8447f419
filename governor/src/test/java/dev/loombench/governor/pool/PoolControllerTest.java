package dev.loombench.governor.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The rule against a model of a service: no clock, no threads.
class PoolControllerTest {
    private final PoolController controller = new PoolController(1, 4_096, 2);
    private final List<Sizing> sizings = new ArrayList<>();
    private long now = 1;
    private int size = 2;
    private double completed;

    /// `users` in a closed loop; each task computes, then waits; 2 CPUs, and at most `bottleneck`
    /// tasks get through a second.
    private void run(double seconds, int users, double compute, double wait, double bottleneck) {
        long end = now + (long) (seconds * 1e9);
        while (now < end) {
            int busy = Math.min(size, users);
            double rate = rate(busy, compute, wait, bottleneck);
            double computing = busy == 0 ? 0 : Math.min(1, rate * compute / busy);
            // those that want a CPU and have none do not wait either
            boolean cpuBound = rate * compute > 1.99;
            double waiting = cpuBound ? Math.min(1, rate * wait / busy) : 1 - computing;
            var look =
                    new PoolLook(
                            now,
                            size,
                            busy,
                            users - busy,
                            (long) completed,
                            OptionalDouble.of(waiting));
            var sizing = controller.decide(look);
            sizings.add(sizing);
            size = sizing.to();
            completed +=
                    rate(Math.min(size, users), compute, wait, bottleneck)
                            * sizing.pauseNanos()
                            / 1e9;
            now += sizing.pauseNanos();
        }
    }

    private static double rate(int busy, double compute, double wait, double bottleneck) {
        double free = busy / (compute + wait);
        return Math.min(bottleneck, Math.min(free, 2 / compute));
    }

    @Test
    void a_sudden_load_that_needs_2000_threads_has_them_within_2_s() {
        run(10, 0, 0.0001, 0.1, 1e9);
        run(2, 2_000, 0.00001, 0.1, 1e9);
        assertThat(size).isBetween(1_900, 2_002);
        run(60, 2_000, 0.00001, 0.1, 1e9);
        assertThat(size).isBetween(1_900, 2_002);
    }

    @Test
    void computing_tasks_never_make_it_grow() {
        run(60, 500, 0.001, 0, 1e9);
        assertThat(sizings).allSatisfy(sizing -> assertThat(sizing.to()).isEqualTo(2));
    }

    @Test
    void growth_that_brings_nothing_is_taken_back() {
        // 20 connections to something: 20 / 0.1 s is all that gets through
        run(3, 20, 0.00001, 0.1, 200);
        run(20, 6_000, 0.00001, 0.1, 200);
        assertThat(sizings).anySatisfy(s -> assertThat(s.reason()).contains("less than 3 %"));
        assertThat(size).isLessThan(100);
    }

    @Test
    void threads_that_compute_are_made_fewer_while_that_costs_nothing() {
        run(3, 200, 0.0001, 0.1, 1e9);
        assertThat(size).isGreaterThan(150);
        run(120, 1_000, 0.001, 0, 1e9);
        assertThat(size).isBetween(2, 30);
    }

    @Test
    void a_size_that_is_no_longer_needed_goes_within_40_s() {
        run(5, 1_000, 0.00001, 0.1, 1e9);
        assertThat(size).isGreaterThan(900);
        run(40, 10, 0.00001, 0.1, 1e9);
        assertThat(size).isBetween(10, 20);
    }

    @Test
    void a_hang_is_seen_after_1500_ms_even_where_the_threads_seem_to_compute() {
        for (int i = 0; i < 40; i++) {
            sizings.add(
                    controller.decide(new PoolLook(now, size, size, 5, 7, OptionalDouble.of(0))));
            size = sizings.getLast().to();
            now += 100_000_000;
        }
        var first = sizings.stream().filter(Sizing::changes).findFirst().orElseThrow();
        assertThat(first.nanos()).isBetween(1_500_000_000L, 1_700_000_000L);
        assertThat(first.reason()).contains("may hang");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void whatever_it_sees_it_stays_within_its_bounds(long seed) {
        var random = new Random(seed);
        var bounded = new PoolController(3, 50, 2);
        int threads = 3;
        for (int i = 0; i < 5_000; i++) {
            now += random.nextInt(50) == 0 ? -random.nextLong(1L << 40) : random.nextLong(1L << 30);
            var waiting =
                    random.nextInt(5) == 0
                            ? OptionalDouble.empty()
                            : OptionalDouble.of(random.nextDouble());
            var look =
                    new PoolLook(
                            now,
                            threads,
                            random.nextInt(threads + 1),
                            random.nextInt(1_000),
                            random.nextInt(100_000),
                            waiting);
            threads = bounded.decide(look).to();
            assertThat(threads).isBetween(3, 50);
        }
    }

    @Test
    void sizes_that_make_no_sense_are_refused() {
        assertThatThrownBy(() -> new PoolController(0, 5, 2))
                .hasMessage("sizes must be 1 <= min <= max, were min 0, max 5");
        assertThatThrownBy(() -> new PoolController(6, 5, 2))
                .hasMessage("sizes must be 1 <= min <= max, were min 6, max 5");
    }
}
