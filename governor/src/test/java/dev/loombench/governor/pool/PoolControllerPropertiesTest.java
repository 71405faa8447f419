package dev.loombench.governor.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.governor.pool.PoolSimulation.Load;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Properties that hold for every load, neighbour and clock; a failed test names its seed.
class PoolControllerPropertiesTest {
    private static final int MIN = 1;
    private static final int MAX = 500;

    private final PoolSimulation pool = new PoolSimulation(MIN, MAX);

    /// More of them at night.
    static LongStream seeds() {
        return LongStream.rangeClosed(1, System.getProperty("loombench.all") == null ? 20 : 50);
    }

    /// Simulates steps of random loads with changing neighbours and clock jumps.
    private void simulate(Random random, int steps) {
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
    void implausible_samples_keep_the_size_within_its_bounds(long seed) {
        var random = new Random(seed);
        var bounded = new PoolController(3, 50);
        long now = 1;
        int size = 3;
        for (int i = 0; i < 1_000; i++) {
            now += random.nextInt(50) == 0 ? -random.nextLong(1L << 40) : random.nextLong(1L << 30);
            var waiting =
                    random.nextInt(5) == 0
                            ? OptionalDouble.empty()
                            : OptionalDouble.of(random.nextDouble());
            var sample =
                    new PoolSample(
                            now,
                            1 + random.nextInt(8),
                            size,
                            random.nextInt(size + 1),
                            random.nextInt(1_000),
                            random.nextInt(100_000),
                            waiting);
            size = bounded.decide(sample).to();
            assertThat(size).isBetween(3, 50);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void the_size_stays_within_its_bounds_and_is_minimal_60_s_after_the_load(long seed) {
        simulate(new Random(seed), 30);
        assertThat(pool.decisions).allSatisfy(s -> assertThat(s.to()).isBetween(MIN, MAX));
        pool.run(60, Load.NONE);
        assertThat(pool.size).isEqualTo(MIN);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void under_a_steady_load_the_size_varies_by_a_factor_of_two_at_most(long seed) {
        var random = new Random(seed);
        simulate(random, 10);
        var load = Load.any(random);
        pool.run(240, load);
        int settled = pool.decisions.size();
        pool.run(240, load);
        int lowest = pool.lowestSince(settled);
        assertThat(pool.highestSince(settled)).as("%s", load).isLessThanOrEqualTo(2 * lowest + 2);
    }

    /// Nine tenths of the throughput of the best fixed size.
    @ParameterizedTest
    @MethodSource("seeds")
    void a_steady_load_gets_nine_tenths_of_the_best_throughput(long seed) {
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
    void neighbours_that_take_cpu_from_computing_tasks_never_cause_growth(long seed) {
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
    void a_clock_jump_alone_changes_nothing(long seed) {
        var random = new Random(seed);
        simulate(random, 5);
        var load = new Load(300, 0.00001, 0.1, Load.NO_BOTTLENECK);
        pool.run(60, load);
        int before = pool.size;
        long jump = random.nextLong(20_000_000_000L, 3_600_000_000_000L);
        pool.clockError += random.nextBoolean() ? jump : -jump;
        assertThat(pool.sample(load).changes()).isFalse();
        int samples = pool.decisions.size();
        pool.run(60, load);
        assertThat(pool.lowestSince(samples)).isBetween((int) (before / 1.2), before);
        assertThat(pool.highestSince(samples)).isBetween(before, (int) (before * 1.2));
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
