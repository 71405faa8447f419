package dev.loombench.load;

/// The closed model: each connection is a user who sends, awaits the answer, thinks, and sends
/// again.
///
/// A user whose connection is closed opens it when the next request is due, and the time that takes
/// is part of the response time, as it is for the user. After a failure the user pauses first.
final class ClosedLoop extends LoadLoop {
    /// Users begin this far apart, or over a second in all, so that they do not move in waves.
    private static final long START_GAP_NANOS = 10_000_000;

    private static final long START_SPREAD_NANOS = 1_000_000_000;

    private final long startNanos;
    private final long thinkNanos;

    ClosedLoop(Share share, long thinkNanos) {
        super(share);
        startNanos = share.startNanos();
        this.thinkNanos = thinkNanos;
    }

    @Override
    void begin() {
        long gap = Math.min(START_GAP_NANOS, START_SPREAD_NANOS / connections());
        for (int i = 0; i < connections(); i++) {
            arm(connection(i), startNanos + i * gap);
        }
    }

    @Override
    void due(Connection connection, long deadline, long now) {
        ask(connection, deadline, now);
    }

    @Override
    void ready(Connection connection, long now) {
        send(connection, now);
    }

    @Override
    void answered(Connection connection, long now) {
        if (thinkNanos == 0) {
            ask(connection, now, now);
        } else {
            arm(connection, now + thinkNanos);
        }
    }

    @Override
    void failed(Connection connection, Fault fault, boolean asked, long now) {
        arm(connection, now + Math.max(thinkNanos, connection.pauseNanos()));
    }

    @Override
    void lostIdle(Connection connection, long now) {
        // The user is thinking, and notices when the next request is due.
    }

    private void ask(Connection connection, long intended, long now) {
        begin(connection.exchange, intended);
        connection.carries = true;
        arm(connection, intended + timeoutNanos());
        if (connection.state == Connection.State.FREE) {
            send(connection, now);
        } else {
            connect(connection);
        }
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
