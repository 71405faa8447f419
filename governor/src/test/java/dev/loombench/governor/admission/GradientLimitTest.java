package dev.loombench.governor.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The limit against simulated services, in simulated time only.
class GradientLimitTest {
    private static final long MS = 1_000_000;

    private final GradientLimit limit = new GradientLimit(20, 1_000);
    private final OverloadSimulation service = new OverloadSimulation(limit);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void an_overloaded_service_keeps_its_throughput_and_a_short_queue(long seed) {
        var random = new Random(seed);
        service.run(2, () -> (long) (MS * (0.8 + 0.4 * random.nextDouble())), 10);
        long done = service.run(2, () -> (long) (MS * (0.8 + 0.4 * random.nextDouble())), 120);
        // 2 servers at 1 ms: 2,000 per second, less the cost of measuring the unloaded time
        assertThat(done).isGreaterThan((long) (0.98 * 2_000 * 120));
        assertThat(limit.limit()).isBetween(2, 20);
    }

    @Test
    void a_service_that_never_queues_gets_all_it_can_use() {
        service.run(2_000, () -> 50 * MS, 30);
        assertThat(limit.limit()).isGreaterThan(900);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void a_long_tail_does_not_make_the_limit_collapse(long seed) {
        var random = new Random(seed);
        // 1 in 20 takes 100 times as long: 100 servers are busy with 5.95 ms on average
        service.run(100, () -> random.nextInt(20) == 0 ? 100 * MS : MS, 20);
        long done = service.run(100, () -> random.nextInt(20) == 0 ? 100 * MS : MS, 60);
        assertThat(done).isGreaterThan((long) (0.9 * 60 * 100 / 0.00595));
    }

    @Test
    void a_permanently_slower_service_gets_a_new_baseline() {
        service.run(10, () -> MS, 10);
        service.run(10, () -> 20 * MS, 40);
        long done = service.run(10, () -> 20 * MS, 40);
        assertThat(done).isGreaterThan((long) (0.95 * 40 * 10 / 0.02));
        assertThat(limit.limit()).isLessThan(100);
    }

    /// A check of 2 ms per minute, as at night; the requests of the day take 50 ms.
    @Test
    void an_hour_with_a_request_a_minute_is_forgotten_within_40_s() {
        for (int minute = 0; minute < 70; minute++) {
            service.now += 60_000 * MS;
            limit.onSample(service.now - 2 * MS, service.now, 1);
        }
        service.run(2_000, () -> 50 * MS, 40);
        assertThat(limit.limit()).isGreaterThan(20);
    }

    /// Few requests come, so that no window needs more than a quarter of the limit.
    @Test
    void a_service_with_little_to_do_is_never_reduced() {
        for (int second = 0; second < 3_600; second++) {
            service.now += 1_000 * MS;
            limit.onSample(service.now - 20 * MS, service.now, 1);
            assertThat(limit.limit()).isEqualTo(20);
        }
        assertThat(limit.medianRttNanos()).isEqualTo(20 * MS);
    }

    /// It grows by its square root after 1, 3, 7, 15 and 31 s: 20, 24.5, 29.4, 34.8, 40.7, 47.1.
    @Test
    void a_limit_whose_requests_do_not_end_grows_ever_more_slowly() {
        limit.onRejected(0, limit.limit());
        limit.onRejected(999 * MS, limit.limit());
        assertThat(limit.limit()).isEqualTo(20);
        for (int second = 1; second <= 60; second++) {
            limit.onRejected(second * 1_000 * MS, limit.limit());
        }
        assertThat(limit.limit()).isEqualTo(47);
        limit.onSample(0, 61_000 * MS, 1);
        limit.onRejected(61_000 * MS, limit.limit());
        limit.onRejected(61_999 * MS, limit.limit());
        assertThat(limit.limit()).as("a request has ended").isEqualTo(47);
    }

    @Test
    void a_rejection_before_a_jump_back_of_the_clock_is_no_standstill() {
        limit.onRejected(3_600_000 * MS, limit.limit());
        limit.onRejected(1_000 * MS, limit.limit());
        limit.onRejected(1_999 * MS, limit.limit());
        assertThat(limit.limit()).isEqualTo(20);
        limit.onRejected(2_000 * MS, limit.limit());
        assertThat(limit.limit()).isEqualTo(24);
    }

    /// Measuring the unloaded time at a quarter of the limit takes as long as the requests do.
    @ParameterizedTest
    @ValueSource(ints = {1, 4, 20})
    void a_service_that_takes_seconds_keeps_nine_tenths_of_its_throughput(int servers) {
        service.run(servers, () -> 5_000 * MS, 600);
        long done = service.run(servers, () -> 5_000 * MS, 7_200);
        assertThat(done).isGreaterThan((long) (0.9 * 7_200 * servers / 5));
        assertThat(service.highest).isLessThanOrEqualTo(8 * servers + 16);
    }

    /// Most requests of a window started before the jump: 1,000 per second, 80 in flight.
    @Test
    void requests_that_seem_to_end_before_they_start_are_ignored() {
        service.run(40, () -> 40 * MS, 20);
        int before = limit.limit();
        service.clockError -= 3_600_000 * MS;
        service.run(40, () -> 40 * MS, 10);
        assertThat(service.lowest).isGreaterThan(before / 2);
        assertThat(service.highest).isLessThan(2 * before);
    }

    /// Seven of ten requests take longer than a window; the others are served at once, however long
    /// the first queue.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void cheap_requests_do_not_represent_expensive_ones(long seed) {
        var random = new Random(seed);
        var clients = new Clients();
        clients.send(20, random, 200 * MS);
        assertThat(limit.medianRttNanos()).isEqualTo(200 * MS);
        int before = limit.limit();
        assertThat(before).as("nothing queues yet").isGreaterThan(80);
        clients.send(9, random, 900 * MS);
        assertThat(limit.medianRttNanos()).isEqualTo(900 * MS);
        assertThat(limit.limit()).isLessThan(before);
    }

    /// Sends a thousand requests per second, regardless of the limit.
    private final class Clients {
        private final PriorityQueue<Request> pending =
                new PriorityQueue<>(Comparator.comparingLong(Request::endNanos));
        private long now = 1_000 * MS;

        private record Request(long startNanos, long endNanos, int inFlight) {}

        void send(int seconds, Random random, long slowNanos) {
            for (int i = 0; i < 1_000 * seconds; i++) {
                now += MS;
                long nanos = random.nextInt(10) < 7 ? slowNanos : MS / 2;
                pending.add(new Request(now, now + nanos, pending.size() + 1));
                while (pending.peek() != null && pending.peek().endNanos() < now + MS) {
                    var request = pending.remove();
                    limit.onSample(request.startNanos(), request.endNanos(), request.inFlight());
                }
            }
        }
    }
}
