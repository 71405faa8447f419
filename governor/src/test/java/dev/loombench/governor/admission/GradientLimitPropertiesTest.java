package dev.loombench.governor.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Properties that hold for every service, neighbour and clock; a failed test names its seed.
class GradientLimitPropertiesTest {
    private static final int MAX = 1_000;
    private static final double MS = 1e6;
    private static final boolean NIGHT = System.getProperty("loombench.all") != null;

    private final GradientLimit limit = new GradientLimit(20, MAX);
    private final OverloadSimulation overload = new OverloadSimulation(limit);

    /// More of them at night.
    static LongStream seeds() {
        return LongStream.rangeClosed(1, NIGHT ? 20 : 8);
    }

    /// A simulated service.
    ///
    /// @param servers requests served concurrently
    /// @param nanos mean service time
    /// @param spread relative half-width of its uniform distribution, 0 to 0.5
    private record Service(int servers, double nanos, double spread) {

        /// A random service with at most 1,000 requests per second.
        static Service any(Random random) {
            int servers = 1 + random.nextInt(100);
            double nanos = Math.max(1 + random.nextInt(50), servers) * MS;
            return new Service(servers, nanos, 0.5 * random.nextDouble());
        }

        double perSecond() {
            return servers * 1e9 / nanos;
        }
    }

    private long run(Service service, Random random, double seconds, double slower) {
        return overload.run(
                service.servers(),
                () -> {
                    double off = service.spread() * (2 * random.nextDouble() - 1);
                    return (long) (service.nanos() * slower * (1 + off));
                },
                seconds);
    }

    /// Simulates steps, spikes of up to ten times the service time, and clock jumps.
    private void simulate(Random random, int steps) {
        for (int i = 0; i < steps; i++) {
            if (random.nextInt(5) == 0) {
                overload.clockError += random.nextLong(-60_000_000_000L, 60_000_000_000L);
            }
            double slower = random.nextInt(3) == 0 ? 1 + 9 * random.nextDouble() : 1;
            run(Service.any(random), random, 5 * random.nextDouble(), slower);
            assertThat(overload.lowest).isGreaterThanOrEqualTo(1);
            assertThat(overload.highest).isLessThanOrEqualTo(MAX);
        }
    }

    /// The first 35 s are for measuring the unloaded response time again.
    @ParameterizedTest
    @MethodSource("seeds")
    void after_35_s_an_overloaded_service_keeps_its_throughput_and_a_short_queue(long seed) {
        var random = new Random(seed);
        simulate(random, 20);
        var service = Service.any(random);
        run(service, random, 35, 1);
        long done = run(service, random, 60, 1);
        assertThat(done).as("%s", service).isGreaterThan((long) (0.9 * 60 * service.perSecond()));
        assertThat(overload.highest)
                .as("%s", service)
                .isLessThanOrEqualTo(5 * service.servers() + 12);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_spike_has_no_lasting_effect(long seed) {
        var random = new Random(seed);
        var service = Service.any(random);
        run(service, random, 20, 1);
        run(service, random, 2, 10);
        run(service, random, 10, 1);
        long done = run(service, random, 20, 1);
        assertThat(done).as("%s", service).isGreaterThan((long) (0.85 * 20 * service.perSecond()));
    }

    /// All requests take up to three times as long, with a new factor every 100 ms: a third of the
    /// CPU is left.
    @ParameterizedTest
    @MethodSource("seeds")
    void neighbours_that_slow_the_service_do_not_make_it_collapse(long seed) {
        var random = new Random(seed);
        var service = Service.any(random);
        run(service, random, 20, 1);
        double possible = 0;
        long done = 0;
        for (int i = 0; i < 400; i++) {
            double slower = 1 + 2 * random.nextDouble();
            possible += 0.1 * service.perSecond() / slower;
            done += run(service, random, 0.1, slower);
        }
        assertThat(done).as("%s", service).isGreaterThan((long) (0.75 * possible));
        assertThat(overload.highest).isLessThanOrEqualTo(5 * service.servers() + 12);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_clock_jump_halves_or_doubles_the_limit_at_most(long seed) {
        var random = new Random(seed);
        var service = Service.any(random);
        run(service, random, 20, 1);
        int before = limit.limit();
        long jump = random.nextLong(40_000_000_000L, 3_600_000_000_000L);
        overload.clockError += random.nextBoolean() ? jump : -jump;
        run(service, random, 5, 1); // a jump ahead causes one measurement at a quarter of the limit
        run(service, random, 10, 1);
        assertThat(overload.lowest).as("%s", service).isGreaterThanOrEqualTo(before / 2);
        assertThat(overload.highest).as("%s", service).isLessThanOrEqualTo(2 * before + 2);
    }

    /// Up to three quarters of the first limit are held for ever. They cost the time until a
    /// measurement of the unloaded response time gets more than a quarter of the limit.
    @ParameterizedTest
    @MethodSource("seeds")
    void requests_that_never_end_do_not_stop_the_others(long seed) {
        var random = new Random(seed);
        overload.held = 5 + random.nextInt(11);
        var service = Service.any(random);
        run(service, random, 60, 1);
        for (int minute = 0; minute < (NIGHT ? 10 : 4); minute++) {
            long done = run(service, random, 60, 1);
            assertThat(done)
                    .as("minute %d, %d held, %s", minute, overload.held, service)
                    .isGreaterThan((long) (0.5 * 60 * service.perSecond()));
        }
    }

    /// At night a request a minute, or one in ten seconds, takes 1 to 5 ms. Then come as many as
    /// are admitted, which take ten times as long and more.
    @ParameterizedTest
    @MethodSource("seeds")
    void hours_of_few_requests_leave_no_trace(long seed) {
        var random = new Random(seed);
        long between = (long) ((10 + 50 * random.nextDouble()) * 1e9);
        int requests = 60 + random.nextInt(600);
        for (int i = 0; i < requests; i++) {
            overload.now += between;
            long nanos = (long) ((1 + 4 * random.nextDouble()) * MS);
            limit.onSample(overload.now - nanos, overload.now, 1);
        }
        var service = new Service(50 + random.nextInt(50), 100 * MS, 0.5 * random.nextDouble());
        run(service, random, 45, 1);
        long done = run(service, random, 60, 1);
        assertThat(done).as("%s", service).isGreaterThan((long) (0.9 * 60 * service.perSecond()));
    }

    @Test
    void an_hour_of_steps_leaves_no_trace() {
        var random = new Random(1);
        for (int minute = 0; minute < 60; minute++) {
            var service = Service.any(random);
            run(service, random, 40, 1);
            long done = run(service, random, 20, 1);
            assertThat(done)
                    .as("minute %d, %s", minute, service)
                    .isGreaterThan((long) (0.85 * 20 * service.perSecond()));
        }
    }
}
