package dev.loombench.load.record;

import static java.util.Objects.requireNonNull;

import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.transport.Handshake;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongPredicate;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/// A worker's figures of one measured window, and of the requests that belong to it.
///
/// Only the worker's `Recorder` and its `ProtocolRecorder` write, without synchronisation; once
/// `finished` is down, others may read. The window begins, ends on request or with its last
/// request, and finishes when all its requests have ended.
public final class RecordedWindow {
    static final int HIGHEST_STATUS = 599;

    /// UNAUTHENTICATED.
    static final int HIGHEST_GRPC_STATUS = 16;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final CountDownLatch finished = new CountDownLatch(1);
    private final OpenIntervals intervals;
    private final Goal goal;
    private volatile boolean endRequested;
    private volatile boolean complete;

    private boolean begun;
    private boolean ended;
    private long concluded;

    // Results.

    public final long startNanos;

    /// Whether the load profile begins with the window.
    public final boolean beginsProfile;

    public long endNanos;
    long cpuNanos;

    /// Time in which the worker was ready to run but waited for a CPU, where that is known.
    OptionalLong runQueueNanos = OptionalLong.empty();

    /// Arrivals that were sent later than the clock's resolution explains, or never.
    long lateArrivals;

    long waitedNanos;
    int maxOpen;

    /// Connections for which a window of a number of requests was too short.
    public int unopened;

    /// The integral of the number of requests in flight over the window: requests x ns. Each send
    /// subtracts its time, each end adds its own; overflow in between cancels out.
    long inFlightNanos;

    long lost;
    long lostByTimeOut;
    long earlyResponses;
    long started;
    long succeeded;
    long succeededInWindow;
    long bytesWithin;
    final Map<ErrorKind, LongAdder> failed = new EnumMap<>(ErrorKind.class);
    final Histogram sendLag =
            new Histogram(
                    IntervalHistograms.LOWEST,
                    IntervalHistograms.HIGHEST,
                    IntervalHistograms.DIGITS);
    final Histogram connectTime =
            new Histogram(
                    IntervalHistograms.LOWEST,
                    IntervalHistograms.HIGHEST,
                    IntervalHistograms.DIGITS);
    final Histogram handshakeTime =
            new Histogram(
                    IntervalHistograms.LOWEST,
                    IntervalHistograms.HIGHEST,
                    IntervalHistograms.DIGITS);
    final Histogram firstMessage =
            new Histogram(
                    IntervalHistograms.LOWEST,
                    IntervalHistograms.HIGHEST,
                    IntervalHistograms.DIGITS);
    long resumedHandshakes;

    /// Alerts of TLS of the server, by name.
    final Map<String, Long> alerts = new HashMap<>();

    /// The most streams of a connection that the server allowed; `Long.MAX_VALUE` without a limit.
    long streamLimit = Long.MAX_VALUE;

    long goAways;
    final ErrorCodeCounts errorCodes = new ErrorCodeCounts();
    long refused;
    long waited;
    long heldStreamsEnded;

    /// The last one before the end of the window; null where there was none.
    @Nullable Handshake lastHandshake;

    /// Null while no stream had an event or ended without one, no request waited for one in vain,
    /// and no frame closed a connection.
    @Nullable EventRecord events;

    final CountsByKind kinds;

    /// Responses of an unexpected status, by status code.
    final long[] statuses = new long[HIGHEST_STATUS + 1];

    /// Responses of a status of gRPC other than 0; the last counts those of none or an unknown one.
    final long[] grpcStatuses = new long[HIGHEST_GRPC_STATUS + 2];

    /// Includes stalls before and after the window.
    public final StallLog stalls = new StallLog();

    /// The request limit of a window.
    ///
    /// @param requests number of this worker's requests; `Long.MAX_VALUE` for any number
    /// @param endsWindow whether the window ends with the last of them
    public record Goal(long requests, boolean endsWindow) {
        public static final Goal NONE = new Goal(Long.MAX_VALUE, false);
    }

    /// @param startNanos when the window begins, on the clock: exact, and the same for all workers
    /// @param beginsProfile false for a window that continues the load of an earlier one
    /// @param kinds number of requests in the mix
    public RecordedWindow(
            IntervalCollector collector,
            long startNanos,
            boolean beginsProfile,
            Goal goal,
            int kinds) {
        intervals = new OpenIntervals(collector, startNanos);
        this.kinds = new CountsByKind(kinds);
        this.startNanos = startNanos;
        this.beginsProfile = beginsProfile;
        this.goal = goal;
        for (var error : ErrorKind.values()) {
            failed.put(error, new LongAdder());
        }
    }

    // For other threads.

    public CountDownLatch finished() {
        return finished;
    }

    public void requestEnd() {
        endRequested = true;
    }

    /// Whether all requests of the goal have ended.
    public boolean complete() {
        return complete;
    }

    // For the worker.

    long maxRequests() {
        return goal.requests;
    }

    /// Whether the window is one of a number of requests.
    boolean endsWithRequests() {
        return goal.endsWindow;
    }

    boolean shouldBegin(long now) {
        return !begun && now - startNanos >= 0;
    }

    boolean shouldEnd(long now) {
        if (!begun || ended) {
            return false;
        }
        complete = concluded == goal.requests;
        return (endRequested && now - startNanos > 0) || (goal.endsWindow && complete);
    }

    /// @param transportWaited the transport's count
    void begin(long now, long transportWaited, int open) {
        begun = true;
        cpuNanos = -THREADS.getCurrentThreadCpuTime();
        waitedNanos = -transportWaited;
        runQueueNanos = SchedStat.waitedNanos();
        maxOpen = open;
    }

    /// @param inFlight requests in flight at this time
    void end(long now, long transportWaited, int inFlight) {
        ended = true;
        endNanos = now;
        inFlightNanos += inFlight * (now - startNanos);
        cpuNanos += THREADS.getCurrentThreadCpuTime();
        waitedNanos += transportWaited;
        if (runQueueNanos.isPresent()) {
            long before = runQueueNanos.getAsLong();
            runQueueNanos = OptionalLong.of(SchedStat.waitedNanos().orElse(before) - before);
        }
    }

    /// Every request has ended, or the load was closed.
    void finish(long now, long transportWaited, int inFlight) {
        if (!begun) {
            begin(now, transportWaited, 0);
        }
        if (!ended) {
            end(now - startNanos > 0 ? now : startNanos + 1, transportWaited, inFlight);
        }
        intervals.finish(endNanos);
        finished.countDown();
    }

    boolean ended() {
        return ended;
    }

    boolean allConcluded() {
        return concluded == started;
    }

    boolean covers(long intended) {
        return intended - startNanos >= 0 && (!ended || intended - endNanos < 0);
    }

    /// Whether the worker has begun it and not ended it.
    boolean isRunning() {
        return begun && !ended;
    }

    /// Whether it is open at a time, also of an event before the worker's iteration that begins it.
    boolean isOpen(long now) {
        return now - startNanos >= 0 && !ended;
    }

    // For the worker, about the requests of the window.

    /// Records that a request of the window was started.
    void started(Exchange exchange) {
        started++;
        exchange.interval(intervals.started(exchange.intended()));
        kinds.started(exchange.kind());
    }

    /// Records that it was sent.
    ///
    /// @param lateAfter lag above which it is late, ns
    void sent(Exchange exchange, long lateAfter) {
        IntervalHistograms.record(sendLag, exchange.sendLag());
        lateArrivals += exchange.sendLag() > lateAfter ? 1 : 0;
    }

    /// Records its good response.
    void succeeded(Exchange exchange, FirstPart part, long now) {
        succeeded++;
        if (part == FirstPart.EVENT && !exchange.hasFirst()) {
            events().withoutEvent++;
        }
        concluded++;
        kinds.succeeded(exchange.kind());
        var interval = intervals.ended(exchange.interval());
        IntervalHistograms.record(interval.responseTime, exchange.responseTime(now));
        IntervalHistograms.record(interval.serviceTime, exchange.serviceTime(now));
    }

    /// Its figures of events, which most loads do not have.
    EventRecord events() {
        var known = events;
        if (known == null) {
            known = new EventRecord();
            events = known;
        }
        return known;
    }

    /// Records its failure. The response time of a timed-out request, and of one that could no
    /// longer be within the deadline, is the time it has waited so far: omitting it would make the
    /// percentiles too low. It has no service time: one sent just before its time-out would have
    /// the shortest of all. A response after the deadline has both, as it came. The time it has
    /// waited is that to the first part of its response too, where that has not come.
    void failed(Exchange exchange, FirstPart part, ErrorKind error, long now) {
        requireNonNull(failed.get(error)).increment();
        kinds.failed(exchange.kind(), error);
        concluded++;
        var interval = intervals.ended(exchange.interval());
        if (!waited(error)) {
            return;
        }
        IntervalHistograms.record(interval.responseTime, exchange.responseTime(now));
        if (!exchange.hasFirst()) {
            first(part, exchange.responseTime(now));
        }
        if (error == ErrorKind.DEADLINE_LATE) {
            IntervalHistograms.record(interval.serviceTime, exchange.serviceTime(now));
        }
        if (!exchange.isSent()) {
            IntervalHistograms.record(sendLag, exchange.responseTime(now));
            lateArrivals++;
        }
    }

    private void first(FirstPart part, long nanos) {
        switch (part) {
            case NONE -> {}
            case EVENT -> IntervalHistograms.record(events().first, nanos);
            case MESSAGE -> IntervalHistograms.record(firstMessage, nanos);
        }
    }

    private static boolean waited(ErrorKind error) {
        return error == ErrorKind.TIMEOUT
                || error == ErrorKind.DEADLINE_UNSENT
                || error == ErrorKind.DEADLINE_LATE;
    }

    /// Begins the next interval when its time has come; none begins after the window.
    ///
    /// @param allStartedBefore whether no request will be started with an earlier intended send
    /// @return ns until the next call, above 0
    long tick(long now, LongPredicate allStartedBefore) {
        if (now - startNanos < 0) {
            return startNanos - now;
        }
        return ended ? Long.MAX_VALUE : intervals.tick(now, allStartedBefore);
    }
}
