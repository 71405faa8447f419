package dev.loombench.load.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.http.LineParser;
import dev.loombench.load.SimulatedClock;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// The queue of connections to open, on a clock of the test's own.
class ConnectQueueTest {
    private static final long START = 7_000_000_000L;
    private static final long MILLI = 1_000_000;
    private static final long LIMIT = 100 * MILLI;
    private static final int COUNT = ConnectQueue.MAX_CONCURRENT + 10;

    private final SimulatedClock clock = new SimulatedClock(START);
    private final ScriptedTransport net = new ScriptedTransport(clock, new NothingOpens());
    private final Connection[] connections = new Connection[COUNT];
    private final List<Integer> timedOut = new ArrayList<>();

    private static final class NothingOpens implements ScriptedTransport.Peer {
        @Override
        public void connects(int id, ScriptedTransport net) {}

        @Override
        public void receives(ScriptedTransport.Received request, ScriptedTransport net) {}
    }

    /// @param limitNanos of a connection
    private ConnectQueue queue(long limitNanos) {
        return queue(limitNanos, true);
    }

    private ConnectQueue queue(long limitNanos, boolean keepAlive) {
        Arrays.setAll(connections, id -> new Connection(id, new LineParser()));
        var config = WorkerFixture.config(net, COUNT, START);
        return new ConnectQueue(
                new WorkerConfig(
                        net,
                        COUNT,
                        config.requests(),
                        keepAlive,
                        config.timeoutNanos(),
                        limitNanos,
                        Long.MAX_VALUE,
                        false,
                        START,
                        WorkerShard.WHOLE),
                connections,
                (id, _) -> timedOut.add(id));
    }

    @Test
    void a_limited_number_of_connections_is_opened_at_a_time() {
        var queue = queue(Long.MAX_VALUE);
        for (var connection : connections) {
            queue.enqueue(connection);
        }
        assertThat(net.connects()).hasSize(ConnectQueue.MAX_CONCURRENT);
        assertThat(connections[ConnectQueue.MAX_CONCURRENT - 1].state)
                .isEqualTo(Connection.State.CONNECTING);
        assertThat(connections[ConnectQueue.MAX_CONCURRENT].state)
                .isEqualTo(Connection.State.QUEUED);

        clock.advance(5 * MILLI);
        queue.finished(connections[3]);
        queue.startNext();
        assertThat(net.connects()).hasSize(ConnectQueue.MAX_CONCURRENT + 1);
        assertThat(connections[ConnectQueue.MAX_CONCURRENT].connectStart)
                .isEqualTo(START + 5 * MILLI);
        assertThat(connections[ConnectQueue.MAX_CONCURRENT + 1].state)
                .isEqualTo(Connection.State.QUEUED);
    }

    @Test
    void as_many_as_requests_are_opened_at_a_time_where_each_has_its_own() {
        var queue = queue(Long.MAX_VALUE, false);
        for (var connection : connections) {
            queue.enqueue(connection);
        }
        assertThat(net.connects()).hasSize(COUNT);
    }

    @Test
    void connections_that_were_given_up_while_they_waited_are_skipped() {
        var queue = queue(Long.MAX_VALUE);
        for (var connection : connections) {
            queue.enqueue(connection);
        }
        connections[ConnectQueue.MAX_CONCURRENT].state = Connection.State.CLOSED;
        queue.finished(connections[0]);
        queue.startNext();
        assertThat(connections[ConnectQueue.MAX_CONCURRENT].state)
                .isEqualTo(Connection.State.CLOSED);
        assertThat(connections[ConnectQueue.MAX_CONCURRENT + 1].state)
                .isEqualTo(Connection.State.CONNECTING);
    }

    /// The limit of a connection counts from the start of its own attempt.
    @Test
    void each_attempt_has_a_time_limit() {
        var queue = queue(LIMIT);
        assertThat(queue.nanosUntilNext(START)).isEqualTo(Long.MAX_VALUE);
        queue.enqueue(connections[0]);
        clock.advance(30 * MILLI);
        queue.enqueue(connections[1]);
        assertThat(queue.nanosUntilNext(START + 30 * MILLI)).isBetween(68 * MILLI, 70 * MILLI);

        queue.advance(START + LIMIT - 1);
        assertThat(timedOut).isEmpty();
        queue.advance(START + LIMIT);
        assertThat(timedOut).containsExactly(0);
        assertThat(queue.nanosUntilNext(START + LIMIT)).isBetween(28 * MILLI, 30 * MILLI);

        queue.finished(connections[1]); // it is open: its limit is no more
        queue.advance(START + 10 * LIMIT);
        assertThat(timedOut).containsExactly(0);
    }

    @Test
    void without_a_limit_nothing_times_out() {
        var queue = queue(Long.MAX_VALUE);
        queue.enqueue(connections[0]);
        assertThat(queue.nanosUntilNext(START)).isEqualTo(Long.MAX_VALUE);
        queue.advance(START + 1_000 * LIMIT);
        assertThat(timedOut).isEmpty();
    }

    /// 266 users that start within a second, a server that accepts a connection after 2 s: the
    /// first 256 connect as their users start, the others as these are open.
    @Test
    void users_wait_for_their_turn_to_connect() {
        var users = new LoadModel.Closed(COUNT, Duration.ZERO);
        var load =
                new VirtualLoad(
                                users,
                                VirtualLoad.TIMEOUT,
                                new ScriptedTransport.Peer() {
                                    @Override
                                    public void connects(int id, ScriptedTransport to) {
                                        to.opens(id, 2_000 * MILLI);
                                    }

                                    @Override
                                    public void receives(
                                            ScriptedTransport.Received request,
                                            ScriptedTransport from) {}
                                })
                        .runUntil(3_500);
        long gap = 1_000_000_000 / COUNT;
        var starts = LongStream.range(0, ConnectQueue.MAX_CONCURRENT).map(i -> i * gap);
        var turns = IntStream.range(0, 10).mapToLong(i -> 2_000 * MILLI + i * gap);
        assertThat(load.net.connects())
                .containsExactlyElementsOf(LongStream.concat(starts, turns).boxed().toList());
    }
}
