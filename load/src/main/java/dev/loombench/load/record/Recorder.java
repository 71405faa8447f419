package dev.loombench.load.record;

import dev.loombench.http2.ErrorCode;
import dev.loombench.load.result.ErrorKind;
import java.util.function.IntSupplier;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The record of a worker: its totals since the start, and the figures of the window that is open.
///
/// It decides to which of them each event counts. The worker writes plain fields and publishes the
/// totals once per iteration, so that recording needs no synchronisation.
public final class Recorder {
    private long succeeded;
    private long responseNanos;
    private long errors;
    private int inFlight;
    private int open;
    private final PublishedTotals totals = new PublishedTotals();
    private final ProtocolRecorder protocol = new ProtocolRecorder();

    /// A window to record from the next iteration on.
    private volatile @Nullable RecordedWindow requestedWindow;

    private @Nullable RecordedWindow window;

    /// Requests that the window may still start.
    private long remaining = Long.MAX_VALUE;

    /// Lag above which an arrival is late, ns.
    private long lateAfterNanos = Long.MAX_VALUE;

    /// What of a response has a time of its own.
    private FirstPart firstPart = FirstPart.NONE;

    /// The number of connections that are still to be opened for the first time.
    private IntSupplier unopened = () -> 0;

    /// The transport's count of the time it waited, ns.
    private final LongSupplier waited;

    public Recorder(LongSupplier waited) {
        this.waited = waited;
    }

    // For other threads.

    public void requestWindow(RecordedWindow next) {
        requestedWindow = next;
    }

    public PublishedTotals totals() {
        return totals;
    }

    // For the worker, once per iteration.

    /// @param overdueNanos how long the oldest arrival has waited for a free connection
    public void publish(long overdueNanos) {
        totals.publish(succeeded, responseNanos, errors, inFlight, open, overdueNanos);
    }

    /// Takes the window requested since the last iteration, if any: it is recorded from its
    /// beginning on.
    public void takeRequestedWindow() {
        var next = requestedWindow;
        if (next != null) {
            requestedWindow = null;
            window = next;
            protocol.begin(next);
            remaining = next.maxRequests();
            next.take();
        }
    }

    /// The window whose beginning has become known since the last iteration, if any.
    public @Nullable RecordedWindow takeOpeningWindow(long now) {
        var current = window;
        return current != null && current.takeOpening(now) ? current : null;
    }

    /// Whether a request that is due at a time is one of a load profile that begins with the
    /// worker's next iteration.
    public boolean awaitsProfile(long due) {
        var current = window;
        return current != null && current.awaitsProfile(due);
    }

    /// Records that the worker was stalled.
    public void stalled(long from, long to) {
        if (window != null) {
            window.stalls.add(from, to);
        }
    }

    /// Begins and ends the window when it is time.
    public void updateWindow(long now) {
        var current = window;
        if (current != null) {
            update(current, now);
        }
    }

    private void update(RecordedWindow current, long now) {
        if (current.shouldBegin(now)) {
            current.begin(now, waited.getAsLong(), open);
        }
        endIfDue(current, now);
    }

    /// The window that is open now; before an event changes anything, as the window may have begun
    /// or ended since the last one.
    private @Nullable RecordedWindow openWindow(long now) {
        var current = window;
        if (current == null) {
            return null;
        }
        update(current, now);
        return current.isOpen(now) ? current : null;
    }

    /// The window that has ended and whose requests so far have all ended, if there is one.
    public @Nullable RecordedWindow drainedWindow() {
        var current = window;
        return current != null && current.ended() && current.allConcluded() ? current : null;
    }

    public void finish(long now) {
        var current = window;
        window = null;
        protocol.finish();
        if (current != null) {
            current.finish(now, waited.getAsLong(), inFlight);
        }
    }

    /// Starts the next interval when it is time.
    ///
    /// @param allStartedBefore whether no request will be started with an earlier intended send
    /// @return time until the next interval, ns
    public long tick(long now, LongPredicate allStartedBefore) {
        return window == null ? Long.MAX_VALUE : window.tick(now, allStartedBefore);
    }

    // For the worker, on each event of a connection.

    /// The record of what the protocols of connections report.
    public ProtocolRecorder protocol() {
        return protocol;
    }

    /// @param count of the connections that are still to be opened for the first time
    public void unopened(IntSupplier count) {
        unopened = count;
    }

    /// @param nanos time that opening took
    public void opened(long nanos) {
        open++;
        var running = runningWindow();
        if (running != null) {
            running.maxOpen = Math.max(running.maxOpen, open);
            IntervalHistograms.record(running.connectTime, nanos);
        }
    }

    /// Records server-sent events that one read has ended.
    ///
    /// @param exchange whose response they are
    /// @param sinceLast ns since the event before them; -1 for the first of a stream
    /// @param count at least one
    public void events(Exchange exchange, long sinceLast, int count, long now) {
        if (sinceLast < 0) {
            exchange.firstCame();
        }
        var current = window;
        if (current == null) {
            return;
        }
        if (sinceLast < 0 && exchange.counted()) {
            IntervalHistograms.record(current.events().first, exchange.responseTime(now));
        }
        if (openWindow(now) == null) {
            return;
        }
        var events = current.events();
        events.count += count;
        if (sinceLast >= 0) {
            IntervalHistograms.record(events.between, sinceLast);
        }
        if (count > 1) {
            events.between.recordValueWithCount(0, count - 1);
        }
    }

    /// Records that an open connection was closed. Another takes its place, unless it was to be
    /// held.
    public void closed() {
        open--;
        var running = runningWindow();
        if (running != null) {
            running.lost++;
        }
    }

    /// Records that a connection will be closed because its request timed out.
    public void timedOut() {
        var running = runningWindow();
        if (running != null) {
            running.lostByTimeOut++;
        }
    }

    /// Records that a connection without a request was closed on purpose.
    public void closedUnused() {
        open--;
    }

    /// Records that a response was complete before its request was fully sent.
    public void earlyResponse() {
        var running = runningWindow();
        if (running != null) {
            running.earlyResponses++;
        }
    }

    public void received(int bytes, long now) {
        var current = openWindow(now);
        if (current != null) {
            current.bytesWithin += bytes;
        }
    }

    private @Nullable RecordedWindow runningWindow() {
        var current = window;
        return current != null && current.isRunning() ? current : null;
    }

    // For the worker, on each event of a request.

    public void lateAfterNanos(long nanos) {
        lateAfterNanos = nanos;
    }

    public void firstPart(FirstPart part) {
        firstPart = part;
    }

    /// Whether every request of the window has been started: no other may be until the next window.
    public boolean allRequestsStarted() {
        return remaining == 0;
    }

    /// Whether the window ends with the last of a number of requests.
    public boolean isCounted() {
        return window != null && window.endsWithRequests();
    }

    /// Whether a request is one of a window that ends with the last of a number of requests.
    public boolean isOfCountedNumber(Exchange exchange) {
        return isCounted() && exchange.counted();
    }

    /// Starts an exchange with an intended send, now or past.
    ///
    /// @param kind index of the request in the mix
    public void start(Exchange exchange, int kind, long intended) {
        var current = window;
        if (current != null) {
            update(current, intended);
        }
        boolean counted = current != null && remaining > 0 && current.covers(intended);
        exchange.start(kind, intended, counted);
        if (current != null && counted) {
            remaining--;
            current.started(exchange);
        }
    }

    public void sent(Exchange exchange, long now) {
        enterFlight(now);
        if (window != null && exchange.counted()) {
            window.sent(exchange, lateAfterNanos);
        }
    }

    /// Records that the connection of a sent request closed before any response.
    public void connectionLost(Exchange exchange, long now) {
        exchange.connectionLost();
        leaveFlight(now);
    }

    /// Records that such a request was sent once more.
    public void retried(long now) {
        enterFlight(now);
    }

    /// Records that a sent request of no window was dropped.
    public void abandoned() {
        inFlight--;
    }

    /// Records a good response. A window of a number of requests ends with the last of them, and
    /// those that were sent before it would be responses without requests.
    public void succeeded(Exchange exchange, long now) {
        succeeded++;
        responseNanos += exchange.responseTime(now);
        leaveFlight(now);
        var current = window;
        if (current == null) {
            return;
        }
        if (current.isOpen(now) && (exchange.counted() || !current.endsWithRequests())) {
            current.succeededInWindow++;
        }
        if (exchange.counted()) {
            current.succeeded(exchange, firstPart, now);
            endIfDue(current, now);
        }
    }

    /// Records that the first message of a response has come.
    public void firstMessage(Exchange exchange, long now) {
        exchange.firstCame();
        var current = window;
        if (current != null && exchange.counted()) {
            IntervalHistograms.record(current.protocol.firstMessage, exchange.responseTime(now));
        }
    }

    /// Records the unexpected status of a response; the request fails next.
    ///
    /// @param status with `GRPC_STATUS` that of gRPC, -1 without one
    public void unexpectedStatus(Exchange exchange, ErrorKind error, int status) {
        var current = window;
        if (current == null || !exchange.counted()) {
            return;
        }
        if (error == ErrorKind.GRPC_STATUS) {
            int unknown = ProtocolFigures.HIGHEST_GRPC_STATUS + 1;
            current.protocol.grpcStatuses[status < 0 ? unknown : Math.min(status, unknown)]++;
        } else {
            current.statuses[status]++;
        }
    }

    /// Records that the server reset the stream of a request, which fails next.
    public void streamReset(Exchange exchange, ErrorCode code) {
        var current = window;
        if (current != null && exchange.counted()) {
            current.protocol.errorCodes.reset(code);
        }
    }

    /// Records that a request failed, sent or not.
    public void failed(Exchange exchange, ErrorKind error, long now) {
        errors++;
        if (exchange.isInFlight()) {
            leaveFlight(now);
        }
        if (window != null && exchange.counted()) {
            window.failed(exchange, firstPart, error, now);
            endIfDue(window, now);
        }
    }

    private void enterFlight(long now) {
        var current = openWindow(now);
        inFlight++;
        if (current != null) {
            current.inFlightNanos -= now - current.startNanos;
        }
    }

    private void leaveFlight(long now) {
        var current = openWindow(now);
        inFlight--;
        if (current != null) {
            current.inFlightNanos += now - current.startNanos;
        }
    }

    /// Ends a window of a fixed number of requests with the last of them, or when it is to end:
    /// then no more of them are started.
    private void endIfDue(RecordedWindow current, long now) {
        if (current.shouldEnd(now)) {
            current.end(now, waited.getAsLong(), inFlight);
            if (current.endsWithRequests()) {
                current.unopened = unopened.getAsInt();
                remaining = 0;
            }
        }
    }
}
