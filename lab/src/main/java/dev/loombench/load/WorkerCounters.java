package dev.loombench.load;

import dev.loombench.load.record.Exchange;
import dev.loombench.load.record.Recorder;
import dev.loombench.result.ErrorKind;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The counts of a worker: running totals for other threads, and the figures of the open window.
///
/// The worker writes plain fields and publishes the totals once per iteration, so counting needs no
/// synchronisation.
final class WorkerCounters {
    private long succeeded;
    private long responseNanos;
    private long errors;
    private int inFlight;
    private int open;

    private final AtomicLong publishedSucceeded = new AtomicLong();
    private final AtomicLong publishedResponseNanos = new AtomicLong();
    private final AtomicLong publishedErrors = new AtomicLong();
    private final AtomicLong publishedInFlight = new AtomicLong();
    private final AtomicLong publishedOpen = new AtomicLong();
    private final AtomicLong publishedOverdue = new AtomicLong();

    /// A window to record from the next iteration on.
    private volatile @Nullable Recorder requestedWindow;

    private @Nullable Recorder recorder;

    /// Requests that the window may still start.
    private long remaining = Long.MAX_VALUE;

    /// Lag above which an arrival is late, ns.
    private long lateAfterNanos = Long.MAX_VALUE;

    /// The transport's count of the time it waited, ns.
    private final LongSupplier waited;

    WorkerCounters(LongSupplier waited) {
        this.waited = waited;
    }

    // For other threads.

    void requestWindow(Recorder next) {
        requestedWindow = next;
    }

    /// The totals as of the worker's latest iteration, added to those of other workers.
    LoadProgress addTo(LoadProgress others) {
        return others.plus(
                new LoadProgress(
                        others.nanos(),
                        publishedSucceeded.getAcquire(),
                        publishedResponseNanos.getAcquire(),
                        publishedErrors.getAcquire(),
                        publishedInFlight.getAcquire(),
                        publishedOpen.getAcquire(),
                        publishedOverdue.getAcquire()));
    }

    // For the worker, once per iteration.

    /// @param overdueNanos how long the oldest arrival has waited for a free connection
    void publish(long overdueNanos) {
        publishedSucceeded.setRelease(succeeded);
        publishedResponseNanos.setRelease(responseNanos);
        publishedErrors.setRelease(errors);
        publishedInFlight.setRelease(inFlight);
        publishedOpen.setRelease(open);
        publishedOverdue.setRelease(overdueNanos);
    }

    /// The window requested since the last iteration, if any; it is recorded from now on.
    @Nullable Recorder takeRequestedWindow() {
        var next = requestedWindow;
        if (next != null) {
            requestedWindow = null;
            recorder = next;
            remaining = next.maxRequests();
        }
        return next;
    }

    /// Records that the worker was stalled.
    void stalled(long from, long to) {
        if (recorder != null) {
            recorder.stalls.add(from, to);
        }
    }

    /// Begins and ends the window when it is time.
    void updateWindow(long now) {
        var current = recorder;
        if (current == null) {
            return;
        }
        if (current.shouldBegin(now)) {
            current.begin(now, waited.getAsLong(), open);
        }
        endIfDue(current, now);
    }

    /// The window that has ended and whose requests so far have all ended, if there is one.
    @Nullable Recorder drainedWindow() {
        var current = recorder;
        return current != null && current.ended() && current.allConcluded() ? current : null;
    }

    void finish(long now) {
        var current = recorder;
        recorder = null;
        if (current != null) {
            current.finish(now, waited.getAsLong(), inFlight);
        }
    }

    /// Starts the next interval when it is time.
    ///
    /// @param allStartedBefore whether no request will be started with an earlier intended send
    /// @return time until the next interval, ns
    long tick(long now, LongPredicate allStartedBefore) {
        return recorder == null ? Long.MAX_VALUE : recorder.tick(now, allStartedBefore);
    }

    // For the worker, on each event.

    void lateAfterNanos(long nanos) {
        lateAfterNanos = nanos;
    }

    /// Whether every request of the window has been started: no other may be until the next window.
    boolean allRequestsStarted() {
        return remaining == 0;
    }

    /// @param nanos time that opening took
    void opened(long nanos) {
        open++;
        if (recorder != null) {
            recorder.opened(open, nanos);
        }
    }

    void closed() {
        open--;
        if (recorder != null) {
            recorder.lost();
        }
    }

    /// Records that a connection will be closed because its request timed out.
    void timedOut() {
        if (recorder != null) {
            recorder.lostByTimeOut();
        }
    }

    /// Records that a connection without a request was closed on purpose.
    void closedUnused() {
        open--;
    }

    /// Starts an exchange with an intended send, now or past.
    ///
    /// @param kind index of the request in the mix
    void start(Exchange exchange, int kind, long intended) {
        var current = recorder;
        boolean counted = current != null && remaining > 0 && current.covers(intended);
        exchange.start(kind, intended, counted);
        if (current != null && counted) {
            remaining--;
            current.begin(exchange);
        }
    }

    void sent(Exchange exchange, long now) {
        inFlight++;
        if (recorder != null) {
            recorder.requestSent(now);
            if (exchange.counted()) {
                recorder.sent(exchange, lateAfterNanos);
            }
        }
    }

    /// Records that the connection of a sent request closed before any response.
    void connectionLost(Exchange exchange, long now) {
        exchange.connectionLost();
        inFlight--;
        if (recorder != null) {
            recorder.requestEnded(now);
        }
    }

    /// Records that such a request was sent once more.
    void retried(long now) {
        inFlight++;
        if (recorder != null) {
            recorder.requestSent(now);
        }
    }

    /// Records that a response was complete before its request was fully sent.
    void earlyResponse() {
        if (recorder != null) {
            recorder.earlyResponse();
        }
    }

    /// Records that a sent request of no window was dropped.
    void abandoned() {
        inFlight--;
    }

    void received(int bytes, long now) {
        if (recorder != null) {
            recorder.received(bytes, now);
        }
    }

    /// Records a good response.
    void succeeded(Exchange exchange, long now) {
        succeeded++;
        responseNanos += exchange.responseTime(now);
        inFlight--;
        if (recorder != null) {
            recorder.requestEnded(now);
            recorder.goodResponse(exchange, now);
            if (exchange.counted()) {
                recorder.succeeded(exchange, now);
                endIfDue(recorder, now);
            }
        }
    }

    /// Records the unexpected status of a response; the request fails next.
    void unexpectedStatus(Exchange exchange, int status) {
        if (recorder != null && exchange.counted()) {
            recorder.status(status);
        }
    }

    /// Records that a request failed, sent or not.
    void failed(Exchange exchange, ErrorKind error, long now) {
        errors++;
        if (exchange.isInFlight()) {
            inFlight--;
            if (recorder != null) {
                recorder.requestEnded(now);
            }
        }
        if (recorder != null && exchange.counted()) {
            recorder.failed(exchange, error, now);
            endIfDue(recorder, now);
        }
    }

    /// Ends a window of a fixed number of requests with the last of them, or on request: then no
    /// more of them are started.
    private void endIfDue(Recorder current, long now) {
        if (current.shouldEnd(now)) {
            current.end(now, waited.getAsLong(), inFlight);
            remaining = current.endsWithRequests() ? 0 : remaining;
        }
    }
}
