package dev.loombench.governor.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What holds whatever the load, the neighbours and the clock do; a failed test names its seed.
class CarrierControllerPropertiesTest {
    private static final long US = 1_000;
    private static final long MS = 1_000_000;
    private static final Bounds BOUNDS = new Bounds(2, 256);

    private final Simulation machine = new Simulation(BOUNDS, 2, 500 * US);

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 12);
    }

    /// Threads that block for most of their time, as many as there is CPU for by half.
    ///
    /// @return how many
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

    private void assertNeverBeyondItsBounds() {
        assertThat(machine.decisions)
                .allSatisfy(d -> assertThat(d.to()).isBetween(BOUNDS.base(), BOUNDS.max()));
    }

    /// Below what is in flight, because a carrier that computes for part of the time counts for the
    /// part that it is blocked.
    @ParameterizedTest
    @MethodSource("seeds")
    void a_steady_load_has_a_fifth_less_to_a_tenth_more_than_is_in_flight(long seed) {
        int threads = block(new Random(seed));
        machine.run(10);
        long settled = machine.now;
        machine.run(20);
        assertThat(machine.lowestSince(settled)).isGreaterThanOrEqualTo((int) (0.8 * threads));
        assertThat(machine.highestSince(settled)).isLessThanOrEqualTo(most(threads));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void neighbours_who_come_and_go_keep_a_blocked_load_between_half_and_a_tenth_more(long seed) {
        var random = new Random(seed);
        int threads = block(random);
        machine.run(10);
        long settled = machine.now;
        for (int i = 0; i < 40; i++) {
            machine.neighbours = 0.5 * random.nextDouble();
            machine.run(random.nextDouble());
        }
        assertNeverBeyondItsBounds();
        assertThat(machine.highestSince(settled)).isLessThanOrEqualTo(most(threads));
        assertThat(machine.lowestSince(settled)).isGreaterThanOrEqualTo(threads / 2);
        machine.neighbours = 0;
        machine.clear();
        machine.run(15);
        assertThat(machine.parallelism).isEqualTo(2);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void spikes_on_a_steady_load_are_forgotten_within_15_s(long seed) {
        var random = new Random(seed);
        int threads = block(random);
        for (int i = 0; i < 5; i++) {
            machine.add(random.nextInt(1_000), 20 * US, random.nextLong(20 * MS), 0, false);
            machine.run(2 * random.nextDouble());
        }
        machine.run(15);
        assertNeverBeyondItsBounds();
        assertThat(machine.parallelism).isBetween(threads / 2, most(threads));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_clock_that_jumps_again_and_again_neither_drives_nor_drops_it(long seed) {
        var random = new Random(seed);
        int threads = block(random);
        machine.run(10);
        int looks = machine.decisions.size();
        for (int i = 0; i < 20; i++) {
            machine.clockError += random.nextLong(-3_600_000 * MS, 3_600_000 * MS);
            machine.run(random.nextDouble());
        }
        assertThat(
                        machine.decisions.stream()
                                .skip(looks)
                                .mapToInt(Decision::to)
                                .summaryStatistics())
                .satisfies(
                        to -> assertThat(to.getMin()).isGreaterThanOrEqualTo(threads / 2),
                        to -> assertThat(to.getMax()).isLessThanOrEqualTo(most(threads)));
    }

    /// A tenth above what is in flight, and the base twice.
    private static int most(int threads) {
        return (int) (1.1 * threads) + 2 * BOUNDS.base();
    }
}
