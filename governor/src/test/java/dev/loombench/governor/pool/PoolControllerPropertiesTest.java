package dev.loombench.governor.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.governor.pool.PoolSimulation.Load;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What holds whatever the load, the neighbours and the clock do; a failed test names its seed.
class PoolControllerPropertiesTest {
    private static final int MIN = 1;
    private static final int MAX = 500;

    private final PoolSimulation pool = new PoolSimulation(MIN, MAX);

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 100);
    }

    /// Any number of steps of any load, with neighbours who come and go and a clock that jumps.
    private void live(Random random, int steps) {
        for (int i = 0; i < steps; i++) {
            pool.neighbours = random.nextBoolean() ? 0.95 * random.nextDouble() : 0;
            if (random.nextInt(10) == 0) {
                pool.clockError += random.nextLong(-60_000_000_000L, 60_000_000_000L);
            }
            pool.run(20 * random.nextDouble(), Load.any(random));
        }
        pool.neighbours = 0;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void looks_that_make_no_sense_keep_it_within_its_bounds(long seed) {
        var random = new Random(seed);
        var bounded = new PoolController(3, 50, 2);
        long now = 1;
        int size = 3;
        for (int i = 0; i < 1_000; i++) {
            now += random.nextInt(50) == 0 ? -random.nextLong(1L << 40) : random.nextLong(1L << 30);
            var waiting =
                    random.nextInt(5) == 0
                            ? OptionalDouble.empty()
                            : OptionalDouble.of(random.nextDouble());
            var look =
                    new PoolSample(
                            now,
                            size,
                            random.nextInt(size + 1),
                            random.nextInt(1_000),
                            random.nextInt(100_000),
                            waiting);
            size = bounded.decide(look).to();
            assertThat(size).isBetween(3, 50);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whatever_happens_it_stays_within_its_bounds_and_is_at_the_least_60_s_after(long seed) {
        live(new Random(seed), 30);
        assertThat(pool.sizings).allSatisfy(s -> assertThat(s.to()).isBetween(MIN, MAX));
        pool.run(60, Load.NONE);
        assertThat(pool.size).isEqualTo(MIN);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_steady_load_makes_it_swing_by_twice_at_most_whatever_came_before(long seed) {
        var random = new Random(seed);
        live(random, 10);
        var load = Load.any(random);
        pool.run(240, load);
        int settled = pool.sizings.size();
        pool.run(240, load);
        int lowest = pool.lowestSince(settled);
        assertThat(pool.highestSince(settled)).as("%s", load).isLessThanOrEqualTo(2 * lowest + 2);
    }

    /// 9 in 10 of what the best fixed size would do.
    @ParameterizedTest
    @MethodSource("seeds")
    void a_steady_load_gets_the_throughput_that_there_is(long seed) {
        var random = new Random(seed);
        var load = Load.any(random);
        pool.run(60, load);
        double before = pool.completed;
        pool.run(240, load);
        assertThat(pool.completed - before)
                .as("%s", load)
                .isGreaterThanOrEqualTo(0.9 * 240 * load.rate(MAX, PoolSimulation.CPUS));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void neighbours_who_take_the_cpu_from_tasks_that_compute_never_make_it_grow(long seed) {
        var random = new Random(seed);
        var load = new Load(1 + random.nextInt(500), 0.002, 0, Load.NO_BOTTLENECK);
        for (int i = 0; i < 200; i++) {
            pool.neighbours = 0.95 * random.nextDouble();
            pool.run(random.nextDouble(), load);
        }
        assertThat(pool.highestSince(0)).isEqualTo(PoolSimulation.CPUS);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_clock_that_jumps_changes_nothing_by_itself(long seed) {
        var random = new Random(seed);
        live(random, 5);
        var load = new Load(300, 0.00001, 0.1, Load.NO_BOTTLENECK);
        pool.run(60, load);
        int before = pool.size;
        long jump = random.nextLong(20_000_000_000L, 3_600_000_000_000L);
        pool.clockError += random.nextBoolean() ? jump : -jump;
        assertThat(pool.look(load).changes()).isFalse();
        int looks = pool.sizings.size();
        pool.run(60, load);
        assertThat(pool.lowestSince(looks)).isBetween((int) (before / 1.2), before);
        assertThat(pool.highestSince(looks)).isBetween(before, (int) (before * 1.2));
    }

    @Test
    void an_hour_of_steps_leaves_no_trace() {
        var random = new Random(1);
        for (int step = 0; step < 40; step++) {
            pool.run(30, Load.any(random));
            pool.run(60, Load.NONE);
            assertThat(pool.size).as("after step %d", step).isEqualTo(MIN);
        }
    }
}
