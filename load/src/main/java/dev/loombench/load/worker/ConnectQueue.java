package dev.loombench.load.worker;

import dev.loombench.base.IdQueue;
import dev.loombench.load.pace.TimerWheel;
import dev.loombench.load.transport.Ticker;
import dev.loombench.load.transport.Transport;
import org.jspecify.annotations.Nullable;

/// The connections of a worker that wait to be opened or are being opened, each with a time limit.
///
/// Connections that are kept are opened a limited number at a time, as no server has to take all of
/// them at once. Where each request opens one, their number is part of the load, and a limit here
/// would be one of its rate: limit / time to open. A transport whose ids share connections limits
/// both itself.
final class ConnectQueue {
    /// A listen backlog holds at most 4096 connections, and often far fewer.
    static final int MAX_CONCURRENT = 256;

    private final Transport transport;
    private final Ticker ticker;
    private final Connection[] connections;
    private final long limitNanos;
    private final IdQueue queue;
    private final int most;
    private int connecting;

    /// Null where the request that waits for a connection, or the transport, limits its time.
    private final @Nullable TimerWheel timers;

    private final TimerWheel.Expiry onTimeout;

    /// @param onTimeout called for each connection that is not open in time; the callee closes it
    ConnectQueue(WorkerConfig config, Connection[] connections, TimerWheel.Expiry onTimeout) {
        transport = config.transport();
        ticker = transport.ticker();
        this.connections = connections;
        this.onTimeout = onTimeout;
        limitNanos = config.connectTimeoutNanos();
        queue = new IdQueue(connections.length);
        boolean unlimited = transport.isMultiplexed() || !config.keepAlive();
        most = unlimited ? connections.length : MAX_CONCURRENT;
        timers =
                limitNanos == Long.MAX_VALUE || transport.isMultiplexed()
                        ? null
                        : new TimerWheel(connections.length, config.startNanos());
    }

    /// Opens a closed connection as soon as few enough others are being opened.
    void enqueue(Connection connection) {
        connection.state = Connection.State.QUEUED;
        queue.offer(connection.id);
        startNext();
    }

    /// Skips connections that were given up while they waited.
    void startNext() {
        while (connecting < most && !queue.isEmpty()) {
            var connection = connections[queue.poll()];
            if (connection.state == Connection.State.QUEUED) {
                start(connection);
            }
        }
    }

    private void start(Connection connection) {
        connecting++;
        connection.state = Connection.State.CONNECTING;
        connection.connectStart = ticker.nanoTime();
        if (timers != null) {
            timers.arm(connection.id, connection.connectStart + limitNanos);
        }
        transport.connect(connection.id);
    }

    /// Records that a connection is open or was given up.
    void finished(Connection connection) {
        connecting--;
        if (timers != null) {
            timers.cancel(connection.id);
        }
    }

    void advance(long now) {
        if (timers != null) {
            timers.advance(now, onTimeout);
        }
    }

    /// Nanoseconds until a connection may time out.
    long nanosUntilNext(long now) {
        return timers == null ? Long.MAX_VALUE : timers.nanosUntilNext(now);
    }
}
