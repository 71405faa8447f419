package dev.loombench.load;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// What a loop counts: running totals for whoever asks, and the open window's figures.
///
/// The loop writes plain fields and publishes the totals once a turn, so counting costs no
/// synchronisation.
final class Ledger {
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

    /// The transport's count of the time it waited, ns.
    private final LongSupplier waited;

    Ledger(LongSupplier waited) {
        this.waited = waited;
    }

    // For other threads.

    void order(Recorder next) {
        ordered = next;
    }

    /// The totals as of the loop's latest turn, added to what other loops did.
    Progress addTo(Progress others) {
        return new Progress(
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

    /// Begins and ends the window as was asked.
    void takeOrders(long now) {
        var next = ordered;
        if (next != null) {
            ordered = null;
            recorder = next;
            next.begin(now, waited.getAsLong(), open);
        }
        var current = recorder;
        if (current != null && current.endIsDue(now)) {
            current.end(now, waited.getAsLong());
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
            current.finish(now, waited.getAsLong());
        }
    }

    /// Turns the interval over when it is due.
    ///
    /// @return time until the next turn-over, ns
    long tick(long now) {
        return recorder == null ? Long.MAX_VALUE : recorder.tick(now);
    }

    // For the loop: as things happen.

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

    /// Notes a request that is meant to leave at a time, now or past.
    ///
    /// @param kind of the requests that are mixed, by its number
    void begin(Exchange exchange, int kind, long intended) {
        var current = recorder;
        boolean counted = current != null && current.covers(intended);
        exchange.begin(kind, intended, counted);
        if (current != null && counted) {
            current.begin(exchange);
        }
    }

    void sent(Exchange exchange) {
        inFlight++;
        if (recorder != null && exchange.counted()) {
            recorder.sent(exchange);
        }
    }

    void received(int bytes) {
        if (recorder != null) {
            recorder.received(bytes);
        }
    }

    /// A request that was sent was answered well.
    void answered(Exchange exchange, long now) {
        answered++;
        inFlight--;
        if (recorder != null) {
            recorder.goodAnswer();
            if (exchange.counted()) {
                recorder.answered(exchange, now);
            }
        }
    }

    /// A request failed, sent or not.
    void failed(Exchange exchange, Fault fault, long now) {
        errors++;
        inFlight -= exchange.isSent() ? 1 : 0;
        if (recorder != null && exchange.counted()) {
            recorder.failed(exchange, fault, now);
        }
    }
}
