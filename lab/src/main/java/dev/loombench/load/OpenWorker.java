package dev.loombench.load;

import dev.loombench.load.record.Exchange;
import dev.loombench.load.transport.IdQueue;
import dev.loombench.result.ErrorKind;
import dev.loombench.spec.load.LoadModel;
import org.jspecify.annotations.Nullable;

/// The open model: requests leave by the schedule, whatever the server does.
///
/// The schedule's next arrival is the head of the queue of those that wait for a free connection,
/// so the queue takes no room. Free connections are used in turn: a server that ties a thread or a
/// buffer to each connection pays for all that were asked for, and none idles until the server
/// drops it.
///
/// Where connections are not kept, a free one is closed: an arrival opens it, and its response time
/// includes that.
final class OpenWorker extends LoadWorker {
    /// Connections are opened this far apart, or over a second in all.
    private static final long CONNECT_GAP_NANOS = 1_000_000;

    private static final long CONNECT_SPREAD_NANOS = 1_000_000_000;

    /// Beyond one tick of the pacing, what may pass before an arrival counts as missed.
    private static final long GRACE_NANOS = 1_000_000;

    /// Overdue arrivals that a turn fails at most: at a rate that the loop cannot keep up with
    /// there are more of them with every turn, and the loop would never look at anything else.
    static final int MOST_OVERDUE_A_TURN = 10_000;

    private final long startNanos;
    private final WorkerShard part;
    private final LoadModel.Open model;
    private final long seed;
    private final long tickNanos;
    private final IdQueue free;

    /// What is next, and what its times count from.
    private Schedule schedule;

    private long origin;

    /// When the window opens, and what comes from then on; null while none is awaited.
    private @Nullable Schedule upcoming;

    private long opensAt;

    /// Stands for an arrival that no connection carries.
    private final Exchange unsent = new Exchange();

    /// When the next arrival is due.
    private long next;

    /// Overdue arrivals that this turn may still fail.
    private int overdueLeft;

    /// @param seed of Poisson arrivals
    /// @param tickNanos arrivals wait for the next multiple of this after the start, at least 1
    /// @param coarseNanos the unit of the transport's waits
    OpenWorker(
            WorkerConfig share, LoadModel.Open model, long seed, long tickNanos, long coarseNanos) {
        super(share);
        startNanos = share.startNanos();
        part = share.part();
        this.model = model;
        this.seed = seed;
        this.tickNanos = tickNanos;
        free = new IdQueue(share.connections());
        schedule = Schedule.ofWarmUp(model, seed, part.index(), part.of());
        origin = startNanos;
        next = origin + schedule.next();
        ledger().missedAfter(Math.max(tickNanos, coarseNanos) + GRACE_NANOS);
    }

    @Override
    void begin() {
        if (!keepAlive()) {
            for (int i = 0; i < connections(); i++) {
                free.offer(i);
            }
            return;
        }
        long gap = Math.min(CONNECT_GAP_NANOS, CONNECT_SPREAD_NANOS / model.connections());
        for (int i = 0; i < connections(); i++) {
            arm(connection(i), startNanos + part.global(i) * gap);
        }
    }

    /// Arrivals that were due before still go first; then the course begins.
    @Override
    void windowOpens(long at) {
        upcoming = Schedule.of(model, seed, part.index(), part.of());
        opensAt = at;
        if (next - at >= 0) {
            beginCourse(upcoming);
        }
    }

    private void beginCourse(Schedule course) {
        schedule = course;
        upcoming = null;
        origin = opensAt;
        next = origin + schedule.next();
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
    void failed(Connection connection, ErrorKind fault, boolean asked, long now) {
        if (!asked && next - now <= 0 && !ledger().sentAll()) {
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
        overdueLeft = MOST_OVERDUE_A_TURN;
        sendDue(now);
    }

    private void sendDue(long now) {
        while (next - now <= 0 && !ledger().sentAll()) {
            if (now - next >= timeoutNanos()) {
                if (overdueLeft-- <= 0) {
                    return;
                }
                failNext(ErrorKind.TIMEOUT, now);
                continue;
            }
            int id = takeFree();
            if (id < 0) {
                return;
            }
            carryNext(connection(id));
        }
    }

    @Override
    long untilDispatch(long now) {
        if (ledger().sentAll()) {
            return Long.MAX_VALUE;
        }
        return next - now > 0 || !free.isEmpty() ? nextTick() - now : next + timeoutNanos() - now;
    }

    /// The first tick at or after the next arrival.
    private long nextTick() {
        return startNanos + Math.ceilDiv(next - startNanos, tickNanos) * tickNanos;
    }

    @Override
    boolean allBegunBefore(long when) {
        return next - when >= 0 || ledger().sentAll();
    }

    private void open(Connection connection, long now) {
        arm(connection, now + timeoutNanos());
        connect(connection);
    }

    private void release(Connection connection, long now) {
        free.offer(connection.id);
        sendDue(now);
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

    private void carryNext(Connection connection) {
        long intended = next;
        advance();
        carry(connection, intended, System.nanoTime());
    }

    private void failNext(ErrorKind fault, long now) {
        begin(unsent, next);
        ledger().failed(unsent, fault, now);
        advance();
    }

    private void advance() {
        next = origin + schedule.next();
        var course = upcoming;
        if (course != null && next - opensAt >= 0) {
            beginCourse(course);
        }
    }
}
