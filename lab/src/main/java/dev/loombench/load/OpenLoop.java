package dev.loombench.load;

/// The open model: requests leave by the schedule, whatever the server does.
///
/// The schedule's next arrival is the head of the queue of those that wait for a free connection,
/// so the queue takes no room. Free connections are used in turn: a server that ties a thread or a
/// buffer to each connection pays for all that were asked for, and none idles until the server
/// drops it.
///
/// Where connections are not kept, a free one is closed: an arrival opens it, and its response time
/// includes that.
final class OpenLoop extends LoadLoop {
    /// Connections are opened this far apart, or over a second in all.
    private static final long CONNECT_GAP_NANOS = 1_000_000;

    private static final long CONNECT_SPREAD_NANOS = 1_000_000_000;

    private final long startNanos;
    private final Schedule schedule;
    private final long tickNanos;
    private final IdQueue free;

    /// Stands for an arrival that no connection carries.
    private final Exchange unsent = new Exchange();

    /// When the next arrival is due.
    private long next;

    /// @param tickNanos arrivals wait for the next multiple of this after the start, at least 1
    OpenLoop(Share share, Schedule schedule, long tickNanos) {
        super(share);
        startNanos = share.startNanos();
        this.schedule = schedule;
        this.tickNanos = tickNanos;
        free = new IdQueue(share.connections());
        next = startNanos + schedule.next();
    }

    @Override
    void begin() {
        if (!keepAlive()) {
            for (int i = 0; i < connections(); i++) {
                free.offer(i);
            }
            return;
        }
        long gap = Math.min(CONNECT_GAP_NANOS, CONNECT_SPREAD_NANOS / connections());
        for (int i = 0; i < connections(); i++) {
            arm(connection(i), startNanos + i * gap);
        }
    }

    @Override
    void due(Connection connection, long deadline, long now) {
        if (keepAlive()) {
            open(connection, now);
        } else {
            release(connection, now);
        }
    }

    @Override
    void ready(Connection connection, long now) {
        if (connection.carries) {
            send(connection, now);
        } else {
            disarm(connection);
            release(connection, now);
        }
    }

    @Override
    void answered(Connection connection, long now) {
        if (connection.state == Connection.State.FREE || !keepAlive()) {
            release(connection, now);
        } else {
            open(connection, now);
        }
    }

    /// A connection that could not be opened takes the oldest waiting arrival with it: the one it
    /// would have carried.
    @Override
    void failed(Connection connection, Fault fault, boolean asked, long now) {
        if (!asked && next - now <= 0) {
            failNext(fault, now);
        }
        arm(connection, now + connection.pauseNanos());
    }

    @Override
    void lostIdle(Connection connection, long now) {
        arm(connection, now + connection.pauseNanos());
    }

    @Override
    void dispatch(long now) {
        while (next - now <= 0) {
            if (now - next >= timeoutNanos()) {
                failNext(Fault.TIMEOUT, now);
                continue;
            }
            int id = takeFree();
            if (id < 0) {
                return;
            }
            carry(connection(id));
        }
    }

    @Override
    long untilDispatch(long now) {
        return next - now > 0 || !free.isEmpty() ? nextTick() - now : next + timeoutNanos() - now;
    }

    /// The first tick at or after the next arrival.
    private long nextTick() {
        return startNanos + Math.ceilDiv(next - startNanos, tickNanos) * tickNanos;
    }

    @Override
    boolean allBegunBefore(long when) {
        return next - when >= 0;
    }

    private void open(Connection connection, long now) {
        arm(connection, now + timeoutNanos());
        connect(connection);
    }

    private void release(Connection connection, long now) {
        free.offer(connection.id);
        dispatch(now);
    }

    /// A free connection; those that were closed while free are passed over, unless each request
    /// opens one. -1 for none.
    private int takeFree() {
        int id = free.poll();
        while (id >= 0 && keepAlive() && connection(id).state != Connection.State.FREE) {
            id = free.poll();
        }
        return id;
    }

    private void carry(Connection connection) {
        begin(connection.exchange, next);
        connection.carries = true;
        arm(connection, next + timeoutNanos());
        advance();
        if (connection.state == Connection.State.FREE) {
            send(connection, System.nanoTime());
        } else {
            connect(connection);
        }
    }

    private void failNext(Fault fault, long now) {
        begin(unsent, next);
        ledger().failed(unsent, fault, now);
        advance();
    }

    private void advance() {
        next = startNanos + schedule.next();
    }
}
