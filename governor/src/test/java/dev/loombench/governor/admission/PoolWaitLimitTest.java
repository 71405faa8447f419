package dev.loombench.governor.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The limit in front of a simulated service whose requests compute for 10 ms, then wait for one of
/// a pool's connections and hold it. More requests arrive than are ever admitted.
class PoolWaitLimitTest {
    private static final long MS = 1_000_000;
    private static final int SIZE = 10;

    private final PriorityQueue<Request> running =
            new PriorityQueue<>(Comparator.comparingLong(Request::endNanos));
    private final ArrayDeque<Request> waiting = new ArrayDeque<>();
    private final Random random = new Random(1);

    private int connections = SIZE;
    private int held;
    private long now;
    private Limit limit = new PoolWaitLimit(waiting::size, () -> connections, 1_000);

    /// @param endNanos end of the present step
    /// @param connected whether that step holds a connection
    private record Request(long startNanos, int inFlight, long endNanos, boolean connected) {}

    /// @param useNanos mean time for which a connection is held
    /// @return number of completed requests
    private int run(long useNanos, double seconds) {
        long stop = now + (long) (seconds * 1e9);
        int completed = 0;
        while (now < stop) {
            while (inFlight() < limit.limit()) {
                running.add(new Request(now, inFlight() + 1, now + 10 * MS, false));
            }
            var next = running.remove();
            now = next.endNanos();
            if (next.connected()) {
                held--;
                limit.onSample(next.startNanos(), now, next.inFlight());
                completed++;
            } else {
                waiting.add(next);
            }
            while (held < connections && !waiting.isEmpty()) {
                held++;
                var first = waiting.remove();
                long use = (long) (-Math.log(1 - random.nextDouble()) * useNanos);
                running.add(new Request(first.startNanos(), first.inFlight(), now + use, true));
            }
        }
        return completed;
    }

    private int inFlight() {
        return running.size() + waiting.size();
    }

    /// Ten connections, each used for 10 ms, serve 1,000 requests per second: 10 in flight hold
    /// one, 10 compute, and 10 may wait. The uses are random, so a fifth of 30 is allowed in both
    /// directions.
    @Test
    void as_many_requests_wait_as_there_are_connections() {
        run(10 * MS, 5);
        int completed = run(10 * MS, 10);
        assertThat(limit.limit()).isBetween(24, 36);
        assertThat(completed).isBetween(9_000, 10_300);
    }

    /// A limit by response time that starts under load takes the slow database for the normal one.
    /// This one sees what waits: 10 hold a connection for 100 ms, 1 computes, 10 may wait.
    @Test
    void a_database_that_is_slow_from_the_start_needs_no_unloaded_response_time() {
        run(100 * MS, 20);
        int completed = run(100 * MS, 20);
        assertThat(limit.limit()).isBetween(17, 26);
        assertThat(completed).isBetween(1_800, 2_150);
    }

    @Test
    void the_limit_follows_a_pool_that_is_resized() {
        run(10 * MS, 5);
        connections = 2 * SIZE;
        run(10 * MS, 10);
        assertThat(limit.limit()).isBetween(40, 72);
        connections = SIZE / 2;
        run(10 * MS, 10);
        assertThat(limit.limit()).isBetween(11, 20);
    }

    /// All 20 slots of twice the pool are held, and nothing waits for a connection: half of the
    /// distance to 20 - 0 + 10.
    @Test
    void the_limit_grows_while_requests_that_do_not_end_need_no_connection() {
        limit.onRejected(0, limit.limit());
        limit.onRejected(1_000 * MS, limit.limit());
        assertThat(limit.limit()).isEqualTo(25);
    }

    /// Five streams hold the slots of a lower limit for hours.
    @Test
    void the_limit_does_not_grow_for_rejections_of_another() {
        for (int second = 0; second < 10_000; second++) {
            limit.onRejected(second * 1_000 * MS, 5);
        }
        assertThat(limit.limit()).isEqualTo(20);
    }

    /// Ten hold the connections, and ten wait for them.
    @Test
    void the_limit_stays_while_the_database_hangs() {
        for (int i = 0; i < SIZE; i++) {
            waiting.add(new Request(0, SIZE + i + 1, 0, false));
        }
        for (int second = 0; second < 60; second++) {
            limit.onRejected(second * 1_000 * MS, limit.limit());
        }
        assertThat(limit.limit()).isEqualTo(20);
    }

    @Test
    void the_limit_starts_at_the_given_one_or_at_twice_the_pool() {
        assertThat(new PoolWaitLimit(() -> 0, () -> SIZE, 200, 1_000).limit()).isEqualTo(200);
        assertThat(new PoolWaitLimit(() -> 0, () -> SIZE, 5, 1_000).limit()).isEqualTo(20);
        assertThat(new PoolWaitLimit(() -> 0, () -> SIZE, 1_000).limit()).isEqualTo(20);
    }

    /// The service has a second bottleneck that the pool does not show.
    @Test
    void the_lower_one_of_two_limits_applies() {
        limit = Limit.lowest(limit, Limit.fixed(7));
        run(10 * MS, 5);
        assertThat(limit.limit()).isEqualTo(7);
        assertThat(limit.medianRttNanos()).isBetween(10 * MS, 40 * MS);
    }

    @Test
    void a_clock_that_jumps_is_no_measurement() {
        run(10 * MS, 5);
        int before = limit.limit();
        limit.onSample(now, now - 1, 1);
        limit.onSample(now + 3_600_000 * MS, now, 1);
        assertThat(limit.limit()).isEqualTo(before);
    }

    @Test
    void a_limit_below_one_request_is_rejected() {
        assertThatThrownBy(() -> new PoolWaitLimit(() -> 0, () -> SIZE, 0))
                .hasMessage("max must be 1 request or more, was 0");
    }
}
