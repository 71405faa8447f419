package dev.loombench.load.worker;

import dev.loombench.http.UnexpectedBytes;
import dev.loombench.load.pace.TimerWheel;
import dev.loombench.load.record.Recorder;
import dev.loombench.load.transport.Transport;

/// The connections of a worker, each with a timer: opening and closing. What happens on an open one
/// is up to the worker.
final class Connections {
    private final Transport transport;
    private final Recorder recorder;
    private final boolean multiplexed;
    private final Connection[] connections;
    private final TimerWheel timers;
    private final ConnectQueue connectQueue;

    /// @param held whether a stream stays open after its first event
    /// @param onConnectTimeout as in `ConnectQueue`
    Connections(
            WorkerConfig config,
            Recorder recorder,
            boolean held,
            TimerWheel.Expiry onConnectTimeout) {
        transport = config.transport();
        this.recorder = recorder;
        multiplexed = transport.isMultiplexed();
        connections = new Connection[config.connections()];
        for (int i = 0; i < connections.length; i++) {
            var parser = multiplexed ? new UnexpectedBytes() : config.requests().parser(held);
            connections[i] = new Connection(i, parser);
        }
        timers = new TimerWheel(connections.length, config.startNanos());
        connectQueue = new ConnectQueue(config, connections, onConnectTimeout);
    }

    int count() {
        return connections.length;
    }

    Connection get(int id) {
        return connections[id];
    }

    /// Whether the transport counts the connections, and each of these here is a slot on one of
    /// them.
    boolean areMultiplexed() {
        return multiplexed;
    }

    /// Whether a connection has had a response since it was opened, if only on another of its
    /// streams. Otherwise its failure is one of its opening: in TLS 1.3 a server refuses a client
    /// after the client has ended the handshake.
    boolean hasResponse(Connection connection) {
        return connection.hasResponse() || transport.hasResponse(connection.id);
    }

    boolean hasRequests() {
        for (var connection : connections) {
            if (connection.hasRequest) {
                return true;
            }
        }
        return false;
    }

    // Timers.

    void advance(long now, TimerWheel.Expiry expiry) {
        timers.advance(now, expiry);
        connectQueue.advance(now);
    }

    /// Nanoseconds until a timer may expire, or the opening of a connection may time out.
    long nanosUntilNext(long now) {
        return Math.min(timers.nanosUntilNext(now), connectQueue.nanosUntilNext(now));
    }

    void arm(Connection connection, long deadline) {
        timers.arm(connection.id, deadline);
    }

    void disarm(Connection connection) {
        timers.cancel(connection.id);
    }

    /// When the armed timer of a connection expires, or has expired.
    long deadline(Connection connection) {
        return timers.deadline(connection.id);
    }

    boolean isArmed(Connection connection) {
        return timers.isArmed(connection.id);
    }

    boolean timersExpiredBefore(long when) {
        return timers.expiredBefore(when);
    }

    // Opening.

    /// Opens a closed connection, in queue order.
    void connect(Connection connection) {
        connectQueue.enqueue(connection);
    }

    /// Opens those that wait, as far as a connection that was being opened has made room.
    void connectNext() {
        connectQueue.startNext();
    }

    /// Records that a connection is open.
    void opened(Connection connection) {
        connectQueue.finished(connection);
        connection.opened();
    }

    // Closing.

    /// Closes a connection in any state and updates the counts.
    void disconnect(Connection connection) {
        switch (connection.state) {
            case CLOSED, QUEUED -> {}
            case CONNECTING -> connectQueue.finished(connection);
            case FREE, BUSY -> {
                if (!multiplexed) {
                    recorder.closed();
                }
            }
        }
        connection.state = Connection.State.CLOSED;
        connection.awaitsTurn = false;
        transport.close(connection.id);
    }

    /// Closes a connection without a request, possibly to be reopened later.
    void closeUnused(Connection connection) {
        disarm(connection);
        if (connection.state == Connection.State.FREE) {
            if (!multiplexed) {
                recorder.closedUnused();
            }
            connection.state = Connection.State.CLOSED;
            transport.close(connection.id);
        }
    }

    /// Closes a connection in any state. Its request belongs to no window and is not counted.
    void abandon(Connection connection) {
        if (connection.state == Connection.State.BUSY && connection.exchange.isInFlight()) {
            recorder.abandoned();
        }
        connection.hasRequest = false;
        disarm(connection);
        if (connection.state != Connection.State.CLOSED) {
            disconnect(connection);
            connectNext();
        }
    }
}
