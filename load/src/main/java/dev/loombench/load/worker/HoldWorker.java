package dev.loombench.load.worker;

import dev.loombench.traffic.LoadModel;

/// The hold model: opens connections at a constant rate, sends one request on each, and keeps them
/// open. The same goes for streams of HTTP/2 that share connections.
///
/// The first is due as the window opens; connection g, from 0, at `g * 1e9 / connectRate` ns after
/// that. The time to open it is part of its response time. A connection that failed, or that the
/// server closed, stays closed. Until the window opens, a single user keeps the server warm on the
/// connection that is opened last; the run does not wait for its last response.
final class HoldWorker extends ConnectionWorker {
    private final long startNanos;
    private final WorkerShard shard;
    private final double connectRate;
    private final boolean beginsWithWindow;
    private boolean opened;
    private long windowStartNanos;

    HoldWorker(WorkerConfig config, LoadModel.HeldConnections model) {
        super(config);
        startNanos = config.startNanos();
        shard = config.shard();
        connectRate = model.connectRate();
        beginsWithWindow = config.beginsWithWindow();
    }

    @Override
    void start() {
        if (shard.index() == 0 && !beginsWithWindow) {
            connections.arm(connections.get(connections.count() - 1), startNanos);
        }
    }

    @Override
    void pauses(long now) {
        throw new UnsupportedOperationException("held connections cannot pause");
    }

    @Override
    void resumes(long now) {
        throw new UnsupportedOperationException("held connections cannot pause");
    }

    @Override
    void windowOpens(long at) {
        boolean first = !opened;
        opened = true;
        windowStartNanos = at;
        for (int i = 0; i < connections.count(); i++) {
            var connection = connections.get(i);
            if (first) {
                connections.abandon(connection);
            }
            if (!connection.hasRequest) {
                connections.arm(connection, dueNanos(i));
            }
        }
    }

    private long dueNanos(int id) {
        return windowStartNanos + (long) Math.ceil(shard.globalIndex(id) * 1e9 / connectRate);
    }

    @Override
    void timerExpired(Connection connection, long deadline, long now) {
        startRequest(connection, deadline, now);
    }

    @Override
    void ready(Connection connection, long now) {
        send(connection, now);
    }

    @Override
    void responded(Connection connection, long now) {
        continueWarmUp(connection, now);
    }

    @Override
    void failed(Connection connection, RequestFailure failure, boolean hadRequest, long now) {
        continueWarmUp(connection, now + connection.backoffNanos());
    }

    /// Continues the warm-up by a single user until the window opens; a connection of the window
    /// has only one request.
    private void continueWarmUp(Connection connection, long when) {
        if (!opened) {
            if (connection.isStreaming()) {
                connections.closeUnused(connection); // its stream would not end
            }
            connections.arm(connection, when);
        }
    }

    @Override
    void closedWhileIdle(Connection connection, long now) {
        // The connection was to be held open; it now counts as not open.
    }

    @Override
    boolean allStartedBefore(long when) {
        return connections.timersExpiredBefore(when);
    }
}
