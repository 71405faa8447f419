package dev.loombench.load;

import dev.loombench.load.transport.IdQueue;
import dev.loombench.load.transport.Transport;
import org.jspecify.annotations.Nullable;

/// The connections of a loop that are to be opened and that are being opened: a few at a time, each
/// for no longer than it may take.
final class ConnectQueue {
    /// A listen backlog holds 4096 at most, and often far fewer.
    private static final int AT_ONCE = 256;

    private final Transport transport;
    private final Connection[] connections;
    private final long limitNanos;
    private final IdQueue queue;
    private int underWay;

    /// Null where a connection has the time of the request that waits for it.
    private final @Nullable TimerWheel timers;

    private final TimerWheel.Expiry tooLate;

    /// @param tooLate told of each that is not open in time; it is still to be closed
    ConnectQueue(WorkerConfig share, Connection[] connections, TimerWheel.Expiry tooLate) {
        transport = share.transport();
        this.connections = connections;
        this.tooLate = tooLate;
        limitNanos = share.connectTimeoutNanos();
        queue = new IdQueue(connections.length);
        timers =
                limitNanos == Long.MAX_VALUE
                        ? null
                        : new TimerWheel(connections.length, share.startNanos());
    }

    /// Opens a closed connection as soon as few enough others are being opened.
    void order(Connection connection) {
        connection.state = Connection.State.QUEUED;
        queue.offer(connection.id);
        next();
    }

    /// Those that were given up while they waited are passed over.
    void next() {
        while (underWay < AT_ONCE && !queue.isEmpty()) {
            var connection = connections[queue.poll()];
            if (connection.state == Connection.State.QUEUED) {
                begin(connection);
            }
        }
    }

    private void begin(Connection connection) {
        underWay++;
        connection.state = Connection.State.CONNECTING;
        connection.connectStart = System.nanoTime();
        if (timers != null) {
            timers.arm(connection.id, connection.connectStart + limitNanos);
        }
        transport.connect(connection.id);
    }

    /// One that was being opened is open, or given up.
    void ended(Connection connection) {
        underWay--;
        if (timers != null) {
            timers.cancel(connection.id);
        }
    }

    void advance(long now) {
        if (timers != null) {
            timers.advance(now, tooLate);
        }
    }

    /// Time until one may be too late, ns.
    long untilNext(long now) {
        return timers == null ? Long.MAX_VALUE : timers.untilNext(now);
    }
}
