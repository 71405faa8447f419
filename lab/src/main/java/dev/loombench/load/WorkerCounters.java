package dev.loombench.load;

import dev.loombench.load.record.Exchange;
import dev.loombench.load.record.Recorder;
import dev.loombench.result.ErrorKind;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// What a loop counts: running totals for whoever asks, and the open window's figures.
///
/// The loop writes plain fields and publishes the totals once a turn, so counting costs no
/// synchronisation.
final class WorkerCounters {
    private long answered;
    private long errors;
    private int inFlight;
    private int open;

    private final AtomicLong answeredTold = new AtomicLong();
    private final AtomicLong errorsTold = new AtomicLong();
    private final AtomicLong inFlightTold = new AtomicLong();
    private final AtomicLong openTold = new AtomicLong();

    /// A window to record from the next turn on.
    private volatile @Nullable Recorder ordered;

    private @Nullable Recorder recorder;

    /// Requests that the window may still begin.
    private long left = Long.MAX_VALUE;

    /// An arrival that leaves later than this was missed, ns.
    private long missedAfter = Long.MAX_VALUE;

    /// The transport's count of the time it waited, ns.
    private final LongSupplier waited;

    WorkerCounters(LongSupplier waited) {
        this.waited = waited;
    }

    // For other threads.

    void order(Recorder next) {
        ordered = next;
    }

    /// The totals as of the loop's latest turn, added to what other loops did.
    LoadProgress addTo(LoadProgress others) {
        return new LoadProgress(
                others.nanos(),
                others.answered() + answeredTold.getAcquire(),
                others.errors() + errorsTold.getAcquire(),
                others.inFlight() + inFlightTold.getAcquire(),
                others.connectionsOpen() + openTold.getAcquire());
    }

    // For the loop: once a turn.

    void publish() {
        answeredTold.setRelease(answered);
        errorsTold.setRelease(errors);
        inFlightTold.setRelease(inFlight);
        openTold.setRelease(open);
    }

    /// The window that was ordered since the last turn, if one was; it is recorded from now on.
    @Nullable Recorder takeOrder() {
        var next = ordered;
        if (next != null) {
            ordered = null;
            recorder = next;
            left = next.most();
        }
        return next;
    }

    /// The loop stood still.
    void stalled(long from, long to) {
        if (recorder != null) {
            recorder.stalls.add(from, to);
        }
    }

    /// Begins and ends the window when that is due.
    void turn(long now) {
        var current = recorder;
        if (current == null) {
            return;
        }
        if (current.beginIsDue(now)) {
            current.begin(now, waited.getAsLong(), open);
        }
        if (current.endIsDue(now)) {
            current.end(now, waited.getAsLong(), inFlight);
        }
    }

    /// The window that has ended and whose requests so far are all concluded, if there is one.
    @Nullable Recorder settled() {
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

    /// Turns the interval over when it is due.
    ///
    /// @return time until the next turn-over, ns
    long tick(long now) {
        return recorder == null ? Long.MAX_VALUE : recorder.tick(now);
    }

    // For the loop: as things happen.

    void missedAfter(long nanos) {
        missedAfter = nanos;
    }

    /// Whether every request is begun that the window was to have: none may be until the next.
    boolean sentAll() {
        return left == 0;
    }

    /// @param nanos how long that took
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

    /// A connection was closed that is not wanted for now.
    void left() {
        open--;
    }

    /// Notes a request that is meant to leave at a time, now or past.
    ///
    /// @param kind of the requests that are mixed, by its number
    void begin(Exchange exchange, int kind, long intended) {
        var current = recorder;
        boolean counted = current != null && left > 0 && current.covers(intended);
        exchange.begin(kind, intended, counted);
        if (current != null && counted) {
            left--;
            current.begin(exchange);
        }
    }

    void sent(Exchange exchange, long now) {
        inFlight++;
        if (recorder != null) {
            recorder.left(now);
            if (exchange.counted()) {
                recorder.sent(exchange, missedAfter);
            }
        }
    }

    /// The connection of a request that was sent closed before anything came back.
    void lost(Exchange exchange, long now) {
        exchange.lost();
        inFlight--;
        if (recorder != null) {
            recorder.came(now);
        }
    }

    /// Such a request was sent once more.
    void resent(long now) {
        inFlight++;
        if (recorder != null) {
            recorder.left(now);
        }
    }

    /// A response was complete before its request was sent whole.
    void early() {
        if (recorder != null) {
            recorder.early();
        }
    }

    /// A request that was sent, and of no window, is of no interest any more.
    void abandoned() {
        inFlight--;
    }

    void received(int bytes, long now) {
        if (recorder != null) {
            recorder.received(bytes, now);
        }
    }

    /// A request that was sent was answered well.
    void answered(Exchange exchange, long now) {
        answered++;
        inFlight--;
        if (recorder != null) {
            recorder.came(now);
            recorder.goodAnswer(now);
            if (exchange.counted()) {
                recorder.answered(exchange, now);
                concluded(recorder, now);
            }
        }
    }

    /// A request is about to fail by the status of its response.
    void status(Exchange exchange, int status) {
        if (recorder != null && exchange.counted()) {
            recorder.status(status);
        }
    }

    /// A request failed, sent or not.
    void failed(Exchange exchange, ErrorKind fault, long now) {
        errors++;
        if (exchange.isInFlight()) {
            inFlight--;
            if (recorder != null) {
                recorder.came(now);
            }
        }
        if (recorder != null && exchange.counted()) {
            recorder.failed(exchange, fault, now);
            concluded(recorder, now);
        }
    }

    /// A window of so many requests ends with the last of them.
    private void concluded(Recorder current, long now) {
        if (current.endIsDue(now)) {
            current.end(now, waited.getAsLong(), inFlight);
        }
    }
}
