package dev.loombench.governor.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Properties that hold for every load, neighbour and clock; a failed test names its seed.
class CarrierControllerPropertiesTest {
    private static final long US = 1_000;
    private static final long MS = 1_000_000;
    private static final Bounds BOUNDS = new Bounds(2, 256);

    private final Simulation machine = new Simulation(BOUNDS, 2, 500 * US);

    /// More of them at night.
    static LongStream seeds() {
        return LongStream.rangeClosed(1, System.getProperty("loombench.all") == null ? 6 : 12);
    }

    /// Adds threads that block for upperBound of their time and need at upperBound half of the CPU.
    ///
    /// @return their number
    private int block(Random random) {
        int threads = 10 + random.nextInt(150);
        long compute = 20 * US + random.nextLong(100 * US);
        long block = Math.max(5 * MS, threads * compute) + random.nextLong(50 * MS);
        for (int i = 0; i < threads; i++) {
            machine.add(1, compute, block, 0, true);
            machine.run(random.nextDouble() * 0.001);
        }
        return threads;
    }

    private void assertWithinBounds() {
        assertThat(machine.decisions)
                .allSatisfy(d -> assertThat(d.to()).isBetween(BOUNDS.base(), BOUNDS.max()));
    }

    /// The lower bound is below the number in flight, because a carrier that computes for part of
    /// the time counts as blocked only for the rest.
    @ParameterizedTest
    @MethodSource("seeds")
    void a_steady_load_gets_a_fifth_less_to_a_tenth_more_carriers_than_in_flight(long seed) {
        int threads = block(new Random(seed));
        machine.run(10);
        long settled = machine.now;
        machine.run(20);
        assertThat(machine.lowestSince(settled)).isGreaterThanOrEqualTo((int) (0.8 * threads));
        assertThat(machine.highestSince(settled)).isLessThanOrEqualTo(upperBound(threads));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void with_changing_neighbours_a_blocked_load_keeps_half_to_a_tenth_more_carriers(long seed) {
        var random = new Random(seed);
        int threads = block(random);
        machine.run(10);
        long settled = machine.now;
        for (int i = 0; i < 40; i++) {
            machine.neighbours = 0.5 * random.nextDouble();
            machine.run(random.nextDouble());
        }
        assertWithinBounds();
        assertThat(machine.highestSince(settled)).isLessThanOrEqualTo(upperBound(threads));
        assertThat(machine.lowestSince(settled)).isGreaterThanOrEqualTo(threads / 2);
        machine.neighbours = 0;
        machine.clear();
        machine.run(15);
        assertThat(machine.parallelism).isEqualTo(2);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void spikes_on_a_steady_load_have_no_effect_after_15_s(long seed) {
        var random = new Random(seed);
        int threads = block(random);
        for (int i = 0; i < 5; i++) {
            machine.add(random.nextInt(1_000), 20 * US, random.nextLong(20 * MS), 0, false);
            machine.run(2 * random.nextDouble());
        }
        machine.run(15);
        assertWithinBounds();
        assertThat(machine.parallelism).isBetween(threads / 2, upperBound(threads));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void repeated_clock_jumps_neither_raise_nor_lower_the_parallelism(long seed) {
        var random = new Random(seed);
        int threads = block(random);
        machine.run(10);
        int samples = machine.decisions.size();
        for (int i = 0; i < 20; i++) {
            machine.clockError += random.nextLong(-3_600_000 * MS, 3_600_000 * MS);
            machine.run(random.nextDouble());
        }
        assertThat(
                        machine.decisions.stream()
                                .skip(samples)
                                .mapToInt(Decision::to)
                                .summaryStatistics())
                .satisfies(
                        to -> assertThat(to.getMin()).isGreaterThanOrEqualTo(threads / 2),
                        to -> assertThat(to.getMax()).isLessThanOrEqualTo(upperBound(threads)));
    }

    /// A tenth above the number in flight, plus twice the base.
    private static int upperBound(int threads) {
        return (int) (1.1 * threads) + 2 * BOUNDS.base();
    }
}
