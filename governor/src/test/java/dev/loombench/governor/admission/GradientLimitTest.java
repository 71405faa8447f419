package dev.loombench.governor.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The limit against simulated services; no clock but the simulation's.
class GradientLimitTest {
    private static final long MS = 1_000_000;

    private final GradientLimit limit = new GradientLimit(20, 1_000);
    private long now = 1;

    /// As many requests as the limit lets in, served by `servers` at once, in the order they came.
    ///
    /// @param seconds of simulated time
    /// @return requests that ended
    private long overload(int servers, Service service, double seconds) {
        var free = new PriorityQueue<Long>();
        for (int i = 0; i < servers; i++) {
            free.add(now);
        }
        var ends = new PriorityQueue<long[]>((a, b) -> Long.compare(a[1], b[1]));
        long stop = now + (long) (seconds * 1e9);
        long ended = 0;
        while (now < stop) {
            while (ends.size() < limit.limit()) {
                long starts = Math.max(now, free.remove());
                long ends1 = starts + service.nanos();
                free.add(ends1);
                ends.add(new long[] {now, ends1, ends.size() + 1});
            }
            var first = ends.remove();
            now = first[1];
            limit.ended(first[0], first[1], (int) first[2]);
            ended++;
        }
        return ended;
    }

    private interface Service {
        long nanos();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void an_overloaded_service_keeps_its_throughput_and_a_short_queue(long seed) {
        var random = new Random(seed);
        overload(2, () -> (long) (MS * (0.8 + 0.4 * random.nextDouble())), 10);
        long done = overload(2, () -> (long) (MS * (0.8 + 0.4 * random.nextDouble())), 120);
        // 2 servers at 1 ms: 2,000 a second, less what the short cuts for measuring may cost
        assertThat(done).isGreaterThan((long) (0.98 * 2_000 * 120));
        assertThat(limit.limit()).isBetween(2, 20);
    }

    @Test
    void a_service_that_never_queues_is_given_all_it_can_use() {
        overload(2_000, () -> 50 * MS, 30);
        assertThat(limit.limit()).isGreaterThan(900);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void a_long_tail_does_not_make_it_collapse(long seed) {
        var random = new Random(seed);
        // 1 in 20 takes 100 times as long: 100 servers are busy with 5.95 ms on average
        overload(100, () -> random.nextInt(20) == 0 ? 100 * MS : MS, 20);
        long done = overload(100, () -> random.nextInt(20) == 0 ? 100 * MS : MS, 60);
        assertThat(done).isGreaterThan((long) (0.9 * 60 * 100 / 0.00595));
    }

    @Test
    void a_service_that_becomes_slower_for_good_is_learnt_anew() {
        overload(10, () -> MS, 10);
        overload(10, () -> 20 * MS, 40);
        long done = overload(10, () -> 20 * MS, 40);
        assertThat(done).isGreaterThan((long) (0.95 * 40 * 10 / 0.02));
        assertThat(limit.limit()).isLessThan(100);
    }

    @Test
    void a_clock_that_runs_backwards_begins_a_new_window() {
        overload(2, () -> MS, 5);
        int before = limit.limit();
        now -= 3_600_000 * MS;
        overload(2, () -> MS, 5);
        assertThat(limit.limit()).isBetween(2, Math.max(20, 2 * before));
    }
}
