package dev.loombench.load;

import dev.loombench.result.ErrorKind;
import dev.loombench.spec.load.LoadModel;

/// Opens connections at a pace, sends one request on each, and keeps them open.
///
/// The first is due as the window opens; connection g, from 0, at `g * 1e9 / pace` ns after that.
/// The time to open it is part of its response time. One that failed, or that the server closed,
/// stays closed. Until the window opens a lone user warms the server up, on the connection that
/// will be the last; he waits for no answer then.
final class HoldWorker extends LoadWorker {
    private final long startNanos;
    private final WorkerShard part;
    private final double pace;
    private boolean opened;
    private long origin;

    HoldWorker(WorkerConfig share, LoadModel.Hold model) {
        super(share);
        startNanos = share.startNanos();
        part = share.part();
        pace = model.connectRate();
    }

    @Override
    void begin() {
        if (part.index() == 0) {
            arm(connection(connections() - 1), startNanos);
        }
    }

    @Override
    void windowOpens(long at) {
        boolean first = !opened;
        opened = true;
        origin = at;
        for (int i = 0; i < connections(); i++) {
            if (first) {
                abandon(connection(i));
            }
            if (!connection(i).carries) {
                arm(connection(i), slot(i));
            }
        }
    }

    private long slot(int id) {
        return origin + (long) Math.ceil(part.global(id) * 1e9 / pace);
    }

    @Override
    void due(Connection connection, long deadline, long now) {
        carry(connection, deadline, now);
    }

    @Override
    void ready(Connection connection, long now) {
        send(connection, now);
    }

    @Override
    void answered(Connection connection, long now) {
        warmedUp(connection, now);
    }

    @Override
    void failed(Connection connection, ErrorKind fault, boolean asked, long now) {
        warmedUp(connection, now + connection.pauseNanos());
    }

    /// A request of a window is the only one of its connection; the lone user goes on until then.
    private void warmedUp(Connection connection, long next) {
        if (!opened) {
            arm(connection, next);
        }
    }

    @Override
    void lostIdle(Connection connection, long now) {
        // It was to be held, and shows as one that is not open.
    }

    @Override
    void dispatch(long now) {}

    @Override
    long untilDispatch(long now) {
        return Long.MAX_VALUE;
    }

    @Override
    boolean allBegunBefore(long when) {
        return timersPassed(when);
    }
}
