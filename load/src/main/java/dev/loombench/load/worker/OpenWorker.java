package dev.loombench.load.worker;

import dev.loombench.base.IdQueue;
import dev.loombench.load.pace.Schedule;
import dev.loombench.load.record.Exchange;
import dev.loombench.requests.RecordedArrivals;
import dev.loombench.traffic.LoadModel;
import org.jspecify.annotations.Nullable;

/// The open model: requests leave by the schedule, whatever the server does.
///
/// The schedule's next arrival is the head of the queue of arrivals that wait for a free
/// connection, so the queue needs no memory. Free connections are used in rotation: a server with a
/// thread or a buffer per connection bears the cost of all requested ones, and none idles until the
/// server drops it.
///
/// Where connections are not kept, a free one is closed: an arrival opens it, and its response time
/// includes that.
final class OpenWorker extends ConnectionWorker {
    /// Connections are opened this far apart, or spread over a second.
    private static final long CONNECT_GAP_NANOS = 1_000_000;

    private static final long CONNECT_SPREAD_NANOS = 1_000_000_000;

    /// Delay beyond one tick of the pacing after which an arrival counts as late.
    private static final long GRACE_NANOS = 1_000_000;

    /// The most overdue arrivals that one iteration fails. At a rate that the worker cannot
    /// sustain, each iteration has more of them, and would otherwise never return to its
    /// connections.
    static final int MAX_OVERDUE_PER_ITERATION = 10_000;

    private final long startNanos;
    private final WorkerShard shard;
    private final LoadModel.Open model;
    private final long seed;
    private final long tickNanos;
    private final IdQueue free;

    /// The present schedule, and the time at which it began.
    private Schedule schedule;

    private long origin;

    /// The schedule of the window and the time at which it opens; null while none is pending.
    private @Nullable Schedule windowSchedule;

    private long windowStartNanos;

    /// Whether the load begins with a window that has not opened.
    private boolean awaitsWindow;

    private boolean paused;
    private long pausedSince;

    /// The exchange of an arrival without a connection.
    private final Exchange unsent = new Exchange();

    /// The time of the next arrival, and its request, or `RecordedArrivals.ANY`.
    private long nextArrivalNanos;

    private int nextRequest = RecordedArrivals.ANY;

    /// Arrivals that were due by then, and have not been sent, have found no connection free.
    private long noneFreeUntil;

    /// Overdue arrivals that this iteration may still fail.
    private int overdueLeft;

    /// Whether due arrivals are being sent.
    private boolean sending;

    /// @param seed of Poisson arrivals
    /// @param tickNanos arrivals wait for the next multiple of this after the start, at least 1
    /// @param resolutionNanos the resolution of the transport's waits
    OpenWorker(
            WorkerConfig config,
            LoadModel.Open model,
            long seed,
            long tickNanos,
            long resolutionNanos) {
        super(config);
        startNanos = config.startNanos();
        shard = config.shard();
        this.model = model;
        this.seed = seed;
        this.tickNanos = tickNanos;
        free = new IdQueue(config.connections());
        awaitsWindow = config.beginsWithWindow();
        schedule = Schedule.ofWarmUp(model, seed, shard.index(), shard.count());
        origin = startNanos;
        noneFreeUntil = startNanos - 1;
        nextArrivalNanos = origin + schedule.nextNanos();
        recorder().lateAfterNanos(Math.max(tickNanos, resolutionNanos) + GRACE_NANOS);
        if (keepAlive) {
            recorder().unopened(this::unopened);
        }
    }

    @Override
    void start() {
        if (!keepAlive) {
            for (int i = 0; i < connections.count(); i++) {
                free.offer(i);
            }
            return;
        }
        long gap = Math.min(CONNECT_GAP_NANOS, CONNECT_SPREAD_NANOS / model.connections());
        for (int i = 0; i < connections.count(); i++) {
            connections.arm(connections.get(i), startNanos + shard.globalIndex(i) * gap);
        }
    }

    private void openAll() {
        long now = now();
        for (int i = 0; i < connections.count(); i++) {
            if (connections.get(i).state == Connection.State.CLOSED) {
                open(connections.get(i), now);
            }
        }
    }

    /// The number of connections that are still to be opened for the first time. Where several of
    /// these here share one, the first of them stands for it.
    private int unopened() {
        long now = now();
        long own = Math.min(connections.count(), shard.shareOf(shard.connections()));
        int count = 0;
        for (int i = 0; i < own; i++) {
            boolean awaits =
                    connections
                            .get(i)
                            .awaitsFirstOpening(now, RequestedConnections.MAX_CONNECT_NANOS);
            count += awaits ? 1 : 0;
        }
        return count;
    }

    /// Earlier arrivals go first; then the window's schedule begins.
    ///
    /// Where the load begins with a number of requests, all connections are opened from now on: the
    /// window may end with the last request before they are opened one after another. Arrivals take
    /// those that are open, so that it may even end before these are.
    @Override
    void windowOpens(long at) {
        if (awaitsWindow && recorder().isCounted() && keepAlive) {
            openAll();
        }
        var recorded = sender.recordedArrivals();
        windowSchedule =
                recorder().isCounted()
                        ? Schedule.ofCount(model, recorded, seed, shard.index(), shard.count())
                        : Schedule.of(model, recorded, seed, shard.index(), shard.count());
        windowStartNanos = at;
        if (awaitsWindow || nextArrivalNanos - at >= 0) {
            startWindowSchedule(windowSchedule);
            awaitsWindow = false;
        }
    }

    @Override
    void pauses(long now) {
        paused = true;
        pausedSince = now;
    }

    /// The schedule moves by the length of the pause.
    @Override
    void resumes(long now) {
        paused = false;
        long length = now - pausedSince;
        origin += length;
        nextArrivalNanos += length;
    }

    private void startWindowSchedule(Schedule arrivals) {
        schedule = arrivals;
        windowSchedule = null;
        origin = windowStartNanos;
        takeNext();
    }

    private void takeNext() {
        nextArrivalNanos = origin + schedule.nextNanos();
        nextRequest = schedule.request();
    }

    @Override
    void timerExpired(Connection connection, long deadline, long now) {
        if (keepAlive) {
            open(connection, now);
        } else {
            release(connection, now);
        }
    }

    @Override
    void ready(Connection connection, long now) {
        if (connection.hasRequest) {
            send(connection, now);
        } else {
            connections.disarm(connection);
            release(connection, now);
        }
    }

    @Override
    void responded(Connection connection, long now) {
        if (connection.state == Connection.State.FREE || !keepAlive) {
            release(connection, now);
        } else {
            open(connection, now);
        }
    }

    /// A connection that could not be opened fails the oldest waiting arrival: the one that it
    /// would have sent. One that is due while another connection is free does not wait for it, but
    /// for the next tick.
    @Override
    void failed(Connection connection, RequestFailure failure, boolean hadRequest, long now) {
        if (!hadRequest && isDue(now) && !hasFree()) {
            failNext(failure, now);
        }
        connections.arm(connection, now + connection.backoffNanos());
    }

    @Override
    void closedWhileIdle(Connection connection, long now) {
        connections.arm(connection, now + connection.backoffNanos());
    }

    @Override
    void dispatch(long now) {
        overdueLeft = MAX_OVERDUE_PER_ITERATION;
        sendDue(now);
    }

    /// Sends what is due as far as connections are free. One that becomes free meanwhile, as its
    /// request could no longer be within the deadline, takes the next arrival of the same loop: by
    /// a call of its own for each, a worker behind its schedule would run out of stack.
    private void sendDue(long now) {
        if (!sending) {
            sending = true;
            startDue(now);
            sending = false;
        }
    }

    private void startDue(long now) {
        while (isDue(now)) {
            if (now - nextArrivalNanos >= sender.sendLimitNanos()) {
                if (overdueLeft-- <= 0) {
                    return;
                }
                failNext(sender.unsentFailure(), now);
                continue;
            }
            int id = pollFree();
            if (id < 0) {
                noneFreeUntil = now;
                return;
            }
            startNext(connections.get(id));
        }
    }

    @Override
    long nanosUntilDispatch(long now) {
        if (!mayStart()) {
            return Long.MAX_VALUE;
        }
        return nextArrivalNanos - now > 0 || !free.isEmpty()
                ? nextTick() - now
                : nextArrivalNanos + sender.sendLimitNanos() - now;
    }

    /// The first tick at or after the next arrival.
    private long nextTick() {
        return startNanos + Math.ceilDiv(nextArrivalNanos - startNanos, tickNanos) * tickNanos;
    }

    @Override
    long overdueNanos(long now) {
        return mayStart() ? Math.max(0, now - nextArrivalNanos) : 0;
    }

    @Override
    boolean allStartedBefore(long when) {
        return awaitsWindow || nextArrivalNanos - when >= 0 || recorder().allRequestsStarted();
    }

    private boolean isDue(long now) {
        return nextArrivalNanos - now <= 0
                && mayStart()
                && !recorder().awaitsProfile(nextArrivalNanos);
    }

    private boolean mayStart() {
        return !paused && !awaitsWindow && !recorder().allRequestsStarted();
    }

    private void open(Connection connection, long now) {
        connections.arm(connection, now + sender.timeoutNanos());
        connections.connect(connection);
    }

    /// Arrivals that became due while all were in use have waited for this one.
    private void release(Connection connection, long now) {
        if (isDue(now) && !hasFree()) {
            noneFreeUntil = now;
        }
        free.offer(connection.id);
        sendDue(now);
    }

    /// A free connection, or -1.
    private int pollFree() {
        return hasFree() ? free.poll() : -1;
    }

    /// Whether a connection is free. Drops those that were closed while free, unless each request
    /// opens one.
    private boolean hasFree() {
        while (keepAlive
                && !free.isEmpty()
                && connections.get(free.peek()).state != Connection.State.FREE) {
            free.poll();
        }
        return !free.isEmpty();
    }

    private void startNext(Connection connection) {
        long intended = nextArrivalNanos;
        int request = nextRequest;
        connection.exchange.foundNoneFree(nextFoundNoneFree());
        advance();
        startRequest(connection, intended, request, now());
    }

    private void failNext(RequestFailure failure, long now) {
        unsent.foundNoneFree(nextFoundNoneFree() || !hasFree());
        sender.startExchange(unsent, nextArrivalNanos, nextRequest);
        recordFailure(unsent, failure, now);
        advance();
    }

    private boolean nextFoundNoneFree() {
        return nextArrivalNanos - noneFreeUntil <= 0;
    }

    private void advance() {
        takeNext();
        var arrivals = windowSchedule;
        if (arrivals != null && nextArrivalNanos - windowStartNanos >= 0) {
            startWindowSchedule(arrivals);
        }
    }
}
