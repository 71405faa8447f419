package dev.loombench.load;

import dev.loombench.load.http.ParseStatus;
import dev.loombench.load.record.Exchange;
import dev.loombench.load.record.Recorder;
import dev.loombench.load.record.RunQueueClock;
import dev.loombench.load.record.StallDetector;
import dev.loombench.load.request.EncodedRequests;
import dev.loombench.load.transport.Transport;
import dev.loombench.result.ErrorKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Drives a share of the connections on one thread: what the open and the closed model have in
/// common.
///
/// A turn takes orders, tells the timers, begins what is due, and waits for the transport. In the
/// steady state it allocates nothing. All fields but the volatile ones belong to the loop's thread.
abstract sealed class LoadWorker implements Runnable, Transport.Events, TimerWheel.Expiry
        permits OpenWorker, ClosedWorker, HoldWorker {
    private static final long LONGEST_WAIT_NANOS = 100_000_000;

    private final Transport transport;
    private final EncodedRequests messages;
    private final boolean keepAlive;
    private final long timeoutNanos;
    private final Connection[] connections;
    private final TimerWheel timers;

    private final ConnectQueue opening;

    private final WorkerCounters ledger;
    private volatile boolean closing;
    private volatile @Nullable Throwable failure;

    LoadWorker(WorkerConfig share) {
        transport = share.transport();
        ledger = new WorkerCounters(transport::waitedNanos);
        messages = share.messages();
        keepAlive = share.keepAlive();
        timeoutNanos = share.timeoutNanos();
        connections = new Connection[share.connections()];
        for (int i = 0; i < connections.length; i++) {
            connections[i] = new Connection(i, messages.parser());
        }
        timers = new TimerWheel(connections.length, share.startNanos());
        opening = new ConnectQueue(share, connections, this::connectExpired);
    }

    // What the models differ in.

    /// Sets the first timer of each connection.
    abstract void begin();

    /// A window is to open, now or within moments: the course of the load begins then.
    ///
    /// @param at on the clock, ns
    abstract void windowOpens(long at);

    /// The timer of a connection that awaits nothing expired; it is closed or free.
    abstract void due(Connection connection, long deadline, long now);

    /// A connection opened; it may carry a request that waited for that.
    abstract void ready(Connection connection, long now);

    /// An answer, good or bad, came; the connection is free, or closed if the answer asked for it.
    abstract void answered(Connection connection, long now);

    /// A connection that was open or to be opened failed and is closed, and so has its request.
    ///
    /// @param asked whether there was a request
    abstract void failed(Connection connection, ErrorKind fault, boolean asked, long now);

    /// A free connection was closed by the server.
    abstract void lostIdle(Connection connection, long now);

    /// Begins what is due by the clock.
    abstract void dispatch(long now);

    /// Time until `dispatch` has something to do, ns.
    abstract long untilDispatch(long now);

    /// Whether no request that is still to begin can be meant to leave before that time.
    abstract boolean allBegunBefore(long when);

    // For other threads.

    /// Has the loop record a window from its next turn on.
    final void record(Recorder next) {
        ledger.order(next);
        transport.wakeUp();
    }

    final void wakeUp() {
        transport.wakeUp();
    }

    final void close() {
        closing = true;
        transport.wakeUp();
    }

    final LoadProgress addTo(LoadProgress others) {
        return ledger.addTo(others);
    }

    /// Why the loop stopped of itself; null while all is well.
    final @Nullable Throwable failure() {
        return failure;
    }

    // The loop.

    @Override
    public final void run() {
        try (transport;
                var runQueue = RunQueueClock.ofThisThread()) {
            begin();
            LongSupplier waited = runQueue::waitedNanos;
            var stalls = new StallDetector(System.nanoTime(), waited);
            while (!closing) {
                turn(stalls);
            }
        } catch (IOException | RuntimeException | Error e) {
            failure = e;
        } finally {
            ledger.finish(System.nanoTime());
        }
    }

    private void turn(StallDetector stalls) throws IOException {
        long now = System.nanoTime();
        long stalled = stalls.turn(now);
        var ordered = ledger.takeOrder();
        if (ordered != null) {
            windowOpens(ordered.startNanos);
        }
        if (stalled > 0) {
            ledger.stalled(now - stalled, now); // before a window that ends now is at its end
        }
        ledger.turn(now);
        timers.advance(now, this);
        opening.advance(now);
        dispatch(now);
        ledger.publish(); // before anybody is told that the window is finished
        var settled = ledger.settled();
        if (settled != null && allBegunBefore(settled.endNanos)) {
            ledger.finish(now);
        }
        long until = next(ledger.tick(now));
        stalls.waiting(until - System.nanoTime());
        transport.await(until, this);
    }

    /// When the next turn is due at the latest.
    private long next(long tick) {
        long now = System.nanoTime();
        long own = Math.min(timers.untilNext(now), untilDispatch(now));
        long wait = Math.min(Math.min(tick, LONGEST_WAIT_NANOS), own);
        return now + Math.min(wait, opening.untilNext(now));
    }

    @Override
    public final void expired(int id, long now) {
        var connection = connections[id];
        switch (connection.state) {
            case CLOSED, FREE -> due(connection, timers.deadline(id), now);
            case BUSY -> fail(connection, ErrorKind.TIMEOUT, now);
            case QUEUED, CONNECTING -> {
                var fault = connection.carries ? ErrorKind.TIMEOUT : ErrorKind.CONNECT_TIMEOUT;
                fail(connection, fault, now);
            }
        }
    }

    private void connectExpired(int id, long now) {
        var connection = connections[id];
        if (connection.state == Connection.State.CONNECTING) {
            fail(connection, ErrorKind.CONNECT_TIMEOUT, now);
        }
    }

    @Override
    public final void opened(int id) {
        long now = System.nanoTime();
        var connection = connections[id];
        opening.ended(connection);
        connection.opened();
        ledger.opened(now - connection.connectStart);
        ready(connection, now);
        opening.next();
    }

    @Override
    public final void received(int id, ByteBuffer bytes) {
        long now = System.nanoTime();
        var connection = connections[id];
        ledger.received(bytes.remaining(), now);
        if (connection.state == Connection.State.BUSY) {
            connection.receives = true;
            take(connection, connection.parser.feed(bytes), true, now);
        } else {
            loseIdle(connection, now); // nothing was asked
        }
    }

    @Override
    public final void ended(int id) {
        long now = System.nanoTime();
        var connection = connections[id];
        if (connection.state == Connection.State.BUSY) {
            take(connection, connection.parser.end(), false, now);
        } else {
            loseIdle(connection, now);
        }
    }

    @Override
    public final void broken(int id, ErrorKind fault) {
        long now = System.nanoTime();
        var connection = connections[id];
        if (connection.state == Connection.State.FREE) {
            loseIdle(connection, now);
        } else {
            fail(connection, fault, now);
        }
    }

    private void take(Connection connection, ParseStatus reply, boolean open, long now) {
        switch (reply) {
            case INCOMPLETE -> {}
            case COMPLETE ->
                    complete(connection, open && keepAlive && connection.parser.keepsAlive(), now);
            case MALFORMED -> fail(connection, ErrorKind.MALFORMED, now);
            case TOO_LARGE -> fail(connection, ErrorKind.TOO_LARGE, now);
            case CLOSED_EARLY -> fail(connection, ErrorKind.CLOSED_EARLY, now);
        }
    }

    private void complete(Connection connection, boolean kept, long now) {
        var fault = connection.parser.fault();
        if (fault == null) {
            ledger.answered(connection.exchange, now);
        } else {
            ledger.status(connection.exchange, connection.parser.status());
            ledger.failed(connection.exchange, fault, now);
        }
        connection.answered();
        connection.carries = false;
        timers.cancel(connection.id);
        connection.state = Connection.State.FREE;
        boolean early = transport.isSending(connection.id);
        if (early) {
            ledger.early();
        }
        if (early || !kept) {
            disconnect(connection);
        }
        answered(connection, now);
    }

    private void fail(Connection connection, ErrorKind fault, long now) {
        if (resends(connection, fault)) {
            resend(connection, now);
            return;
        }
        boolean asked = connection.carries;
        disconnect(connection);
        connection.failed();
        if (asked) {
            connection.carries = false;
            ledger.failed(connection.exchange, fault, now);
        }
        timers.cancel(connection.id);
        failed(connection, fault, asked, now);
        opening.next();
    }

    /// A server may close a kept connection between two requests, and the second may be on its way
    /// by then. It is sent once more, on a new connection, if that does no harm.
    ///
    /// Source: RFC 9110, section 9.2.2; RFC 9112, section 9.3.1.
    private boolean resends(Connection connection, ErrorKind fault) {
        boolean closed = fault == ErrorKind.CLOSED_EARLY || fault == ErrorKind.RESET;
        return closed
                && connection.mayHaveMissedClose()
                && messages.kind(connection.exchange.kind()).idempotent;
    }

    /// Its time still counts from when it was meant to leave, and so does its timeout.
    private void resend(Connection connection, long now) {
        disconnect(connection);
        connection.resends = true;
        ledger.lost(connection.exchange, now);
        connect(connection);
    }

    private void loseIdle(Connection connection, long now) {
        disconnect(connection);
        connection.lostIdle();
        lostIdle(connection, now);
    }

    /// Closes in any state, and keeps the counts right.
    private void disconnect(Connection connection) {
        switch (connection.state) {
            case CLOSED, QUEUED -> {}
            case CONNECTING -> opening.ended(connection);
            case FREE, BUSY -> ledger.closed();
        }
        connection.state = Connection.State.CLOSED;
        transport.close(connection.id);
    }

    // For the models.

    final WorkerCounters ledger() {
        return ledger;
    }

    final int connections() {
        return connections.length;
    }

    final Connection connection(int id) {
        return connections[id];
    }

    /// Whether a connection carries one request after another; else it is opened for each.
    final boolean keepAlive() {
        return keepAlive;
    }

    final long timeoutNanos() {
        return timeoutNanos;
    }

    final void arm(Connection connection, long deadline) {
        timers.arm(connection.id, deadline);
    }

    final void disarm(Connection connection) {
        timers.cancel(connection.id);
    }

    final boolean isArmed(Connection connection) {
        return timers.isArmed(connection.id);
    }

    /// Closes a connection that carries nothing, for good or until it is wanted again.
    final void leave(Connection connection) {
        timers.cancel(connection.id);
        if (connection.state == Connection.State.FREE) {
            ledger.left();
            connection.state = Connection.State.CLOSED;
            transport.close(connection.id);
        }
    }

    /// Closes a connection whatever it is at. What it carries is of no window, and counts nowhere.
    final void abandon(Connection connection) {
        if (connection.state == Connection.State.BUSY) {
            ledger.abandoned();
        }
        connection.carries = false;
        timers.cancel(connection.id);
        if (connection.state != Connection.State.CLOSED) {
            disconnect(connection);
            opening.next();
        }
    }

    final boolean timersPassed(long when) {
        return timers.passed(when);
    }

    /// Opens a closed connection, in its turn.
    final void connect(Connection connection) {
        opening.order(connection);
    }

    /// Notes a request that is meant to leave at a time, now or past, and chooses which it is.
    final void begin(Exchange exchange, long intended) {
        ledger.begin(exchange, messages.draw(), intended);
    }

    /// Has a connection carry a request that is meant to leave at a time: at once when it is free,
    /// else once it is open.
    final void carry(Connection connection, long intended, long now) {
        begin(connection.exchange, intended);
        connection.carries = true;
        connection.resends = false;
        arm(connection, intended + timeoutNanos);
        if (connection.state == Connection.State.FREE) {
            send(connection, now);
        } else {
            connect(connection);
        }
    }

    /// Sends the request that a free connection carries.
    final void send(Connection connection, long now) {
        var exchange = connection.exchange;
        var kind = messages.kind(exchange.kind());
        exchange.send(now);
        connection.parser.reset(kind.toHead, kind.known);
        connection.state = Connection.State.BUSY;
        connection.receives = false;
        if (connection.resends) {
            ledger.resent(now);
            transport.send(connection.id, messages.again(kind, connection.id));
        } else {
            ledger.sent(exchange, now);
            transport.send(connection.id, messages.of(kind, connection.id));
        }
    }
}
