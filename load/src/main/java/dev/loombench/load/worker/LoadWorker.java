package dev.loombench.load.worker;

import dev.loombench.http2.ErrorCode;
import dev.loombench.load.pace.Pacing;
import dev.loombench.load.record.Exchange;
import dev.loombench.load.record.RecordedWindow;
import dev.loombench.load.record.Recorder;
import dev.loombench.load.record.RunQueueClock;
import dev.loombench.load.record.StallDetector;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.result.HeaderListExcess;
import dev.loombench.load.result.LoadProgress;
import dev.loombench.load.transport.Handshake;
import dev.loombench.load.transport.Ticker;
import dev.loombench.load.transport.Transport;
import dev.loombench.traffic.LoadModel;
import java.io.IOException;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// A thread that drives a share of a load, and the windows that it records.
///
/// An iteration accepts a requested window, expires timers, sends due requests, and waits for the
/// transport. In the steady state it allocates nothing. All fields but the volatile ones belong to
/// the worker's thread.
public abstract sealed class LoadWorker implements Runnable, Transport.Events
        permits ConnectionWorker {
    /// A stall within a wait that an event ended shows only as far as it exceeds the planned wait.
    private static final long MAX_WAIT_NANOS = 10_000_000;

    private final Transport transport;
    private final Ticker ticker;
    private final Recorder recorder;
    private final LongPredicate startedBefore = this::allStartedBefore;
    private volatile boolean closing;
    private volatile boolean pauseRequested;
    private volatile boolean paused;
    private volatile boolean resting;
    private volatile @Nullable Throwable failure;

    LoadWorker(Transport transport) {
        this.transport = transport;
        ticker = transport.ticker();
        recorder = new Recorder(transport::waitedNanos);
    }

    /// The worker for a load model.
    public static LoadWorker of(WorkerConfig config, LoadModel model, long seed, Pacing pacing) {
        return switch (model) {
            case LoadModel.Closed closed -> new ClosedWorker(config, closed, seed);
            case LoadModel.Open open -> {
                long resolution = config.transport().resolutionNanos();
                yield new OpenWorker(
                        config, open, seed, pacing.tickNanosOver(resolution), resolution);
            }
            case LoadModel.HeldConnections hold -> new HoldWorker(config, hold);
        };
    }

    // The connections and the load model.

    /// Sets the first timer of each connection.
    abstract void start();

    /// Starts no further request until `resumes`; what has been sent goes on.
    abstract void pauses(long now);

    /// Continues as if no time had passed since `pauses`.
    abstract void resumes(long now);

    /// Prepares for a window that opens within moments, or has just opened; the load profile begins
    /// then.
    ///
    /// @param at on the clock, ns
    abstract void windowOpens(long at);

    /// Handles expired timers.
    abstract void advanceTimers(long now);

    /// Nanoseconds until a timer may expire.
    abstract long nanosUntilTimer(long now);

    /// Sends what is due by the clock: only in the open model.
    void dispatch(long now) {}

    /// Nanoseconds until `dispatch` has work.
    long nanosUntilDispatch(long now) {
        return Long.MAX_VALUE;
    }

    /// How long the oldest arrival has waited for a free connection; 0 while none waits.
    abstract long overdueNanos(long now);

    /// Whether a request has been started and has not ended, sent or not.
    abstract boolean hasRequests();

    /// Whether no request will be started with an intended send before that time.
    abstract boolean allStartedBefore(long when);

    final Recorder recorder() {
        return recorder;
    }

    /// The time on the clock of the transport, ns.
    final long now() {
        return ticker.nanoTime();
    }

    // Events that are only recorded.

    /// Records that a request failed, also one that was to use a connection that failed.
    final void recordFailure(Exchange exchange, RequestFailure failure, long now) {
        if (failure.status() != 0) {
            recorder.unexpectedStatus(exchange, failure.kind(), failure.status());
        }
        recorder.failed(exchange, failure.kind(), now);
    }

    /// @param handshake that secured the connection; null where it is not secured
    final void recordOpened(long nanos, @Nullable Handshake handshake) {
        recorder.opened(nanos);
        if (handshake != null) {
            recorder.protocol().secured(handshake);
        }
    }

    @Override
    public final void alert(String name) {
        long now = now();
        recorder.updateWindow(now);
        recorder.protocol().alert(name, now);
    }

    @Override
    public final void fault(ErrorKind kind, String found) {
        if (found.isEmpty()) {
            return; // the kind says all that is known
        }
        long now = now();
        recorder.updateWindow(now);
        recorder.protocol().fault(kind, found, now);
    }

    @Override
    public final boolean wantsFault(ErrorKind kind) {
        return recorder.protocol().wantsFault(kind);
    }

    @Override
    public final void unrequestedMessage() {
        recorder.protocol().unrequestedMessage();
    }

    @Override
    public final void connectionOpened(long nanos, @Nullable Handshake handshake, long peerLimit) {
        recorder.updateWindow(now());
        recordOpened(nanos, handshake);
        recorder.protocol().streamLimit(peerLimit);
    }

    @Override
    public final void limited(long peerLimit) {
        recorder.protocol().streamLimit(peerLimit);
    }

    @Override
    public final void headerListExceeded(long size, long limit) {
        recorder.protocol().headerListExceeded(new HeaderListExcess(size, limit));
    }

    @Override
    public final void connectionClosed() {
        recorder.updateWindow(now());
        recorder.closed();
    }

    @Override
    public final void connectionTimedOut() {
        recorder.updateWindow(now());
        recorder.timedOut();
    }

    @Override
    public final void goingAway() {
        recorder.updateWindow(now());
        recorder.protocol().goingAway();
    }

    @Override
    public final void goAwayError(ErrorCode code) {
        recorder.updateWindow(now());
        recorder.protocol().goAwayError(code);
    }

    @Override
    public final void receivedByConnection(int count) {
        recorder.received(count, now());
    }

    // For other threads.

    /// Records a window: the worker takes it in its next iteration.
    public final void record(RecordedWindow next) {
        recorder.requestWindow(next);
        transport.wakeUp();
    }

    public final void wakeUp() {
        transport.wakeUp();
    }

    /// Requests a pause, or its end.
    public final void pause(boolean pause) {
        pauseRequested = pause;
        transport.wakeUp();
    }

    /// Whether the worker has paused as requested, and no request is left that it had started.
    public final boolean rests() {
        return pauseRequested && resting;
    }

    public final void close() {
        closing = true;
        transport.wakeUp();
    }

    /// The totals as of the worker's latest iteration, added to those of other workers.
    public final LoadProgress addTo(LoadProgress others) {
        var totals = recorder.totals();
        return others.plus(
                new LoadProgress(
                        others.nanos(),
                        totals.succeeded(),
                        totals.responseNanos(),
                        totals.errors(),
                        totals.inFlight(),
                        totals.open(),
                        totals.overdueNanos()));
    }

    /// The error that stopped the worker; null while there is none.
    public final @Nullable Throwable failure() {
        return failure;
    }

    // The worker's thread.

    @Override
    public final void run() {
        try (transport;
                var runQueue = RunQueueClock.ofThisThread()) {
            start();
            LongSupplier waited = runQueue::waitedNanos;
            var stalls = new StallDetector(now(), waited);
            while (!closing) {
                iterate(stalls);
            }
        } catch (IOException | RuntimeException | Error e) {
            failure = e;
        } finally {
            recorder.finish(now());
        }
    }

    private void iterate(StallDetector stalls) throws IOException {
        long now = now();
        long stalled = stalls.iterationStarted(now);
        updatePause();
        recorder.takeRequestedWindow();
        var opening = recorder.takeOpeningWindow(now);
        if (opening != null && opening.beginsProfile) {
            windowOpens(opening.startNanos);
        }
        if (stalled > 0) {
            recorder.stalled(now - stalled, now); // before updateWindow ends the window
        }
        recorder.updateWindow(now);
        advanceTimers(now);
        dispatch(now);
        recorder.publish(overdueNanos(now)); // before other threads see that the window is finished
        var drained = recorder.drainedWindow();
        if (drained != null && allStartedBefore(drained.endNanos)) {
            recorder.finish(now);
        }
        resting = paused && !hasRequests();
        long tick = recorder.tick(now, startedBefore);
        long waitStart = now();
        long wait = longestWait(tick, waitStart);
        stalls.waiting(wait);
        transport.await(waitStart + wait, this);
    }

    /// The time is read after the request, as the thread may be stopped before it sees one: a load
    /// that resumes would otherwise count the end of its pause as time under load.
    private void updatePause() {
        boolean requested = pauseRequested;
        if (requested == paused) {
            return;
        }
        long now = now();
        if (requested) {
            pauses(now);
        } else {
            resting = false;
            resumes(now);
        }
        paused = requested;
    }

    /// How long the wait for events may last, ns; there is none from 0 on.
    private long longestWait(long tick, long now) {
        long ownWait = Math.min(nanosUntilTimer(now), nanosUntilDispatch(now));
        return Math.min(Math.min(tick, MAX_WAIT_NANOS), ownWait);
    }
}
