package dev.loombench.load.record;

import static java.util.Objects.requireNonNull;

import dev.loombench.load.result.ErrorKind;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.EnumMap;
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
/// `finished` is down, others may read. The worker takes the window, is told when it begins, ends
/// it at the instant that it is told or with its last request, and finishes it when all its
/// requests have ended.
///
/// Both instants are to be set before they come. Whenever the worker's thread runs, it then counts
/// what happened between them: it looks for them at each event, and not only once per iteration. A
/// window of requests that are not sent before it begins, and ends, as much later as the worker
/// learns of it: each arrival within its length belongs to it.
public final class RecordedWindow {
    private static final long UNKNOWN = Long.MIN_VALUE;

    static final int HIGHEST_STATUS = 999;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final CountDownLatch finished = new CountDownLatch(1);
    private final OpenIntervals intervals;
    private final Goal goal;

    /// Whether the load is under way before the window, so that any response within it counts.
    private final boolean withinLoad;

    private volatile boolean taken;
    private volatile long beginsAt = UNKNOWN;
    private volatile long endsAt = UNKNOWN;
    private volatile boolean complete;

    private boolean startKnown;
    private boolean opened;
    private boolean begun;
    private boolean ended;
    private long concluded;

    /// The last time at which the worker looked for the end and did not find it.
    private long notEndedAt;

    /// Known to the worker once the window may have begun.
    public long startNanos;

    /// Whether the load profile begins with the window.
    public final boolean beginsProfile;

    public long endNanos;
    long cpuNanos;

    /// Time in which the worker was ready to run but waited for a CPU, where that is known.
    OptionalLong runQueueNanos = OptionalLong.empty();

    /// Arrivals that were sent later than the clock's resolution explains, or not in time at all,
    /// and those of them that found no free connection when they were to be sent.
    long lateArrivals;

    long allInUse;

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
    final Histogram sendLag = IntervalHistograms.empty();
    final Histogram connectTime = IntervalHistograms.empty();
    final ProtocolFigures protocol = new ProtocolFigures();

    /// Null while no stream had an event or ended without one, no request waited for one in vain,
    /// no frame closed a connection, no message came without a request, and no bytes were wrong.
    @Nullable EventRecord events;

    final CountsByKind kinds;

    /// Responses of an unexpected status, by status code.
    final long[] statuses = new long[HIGHEST_STATUS + 1];

    /// Includes stalls before and after the window.
    public final StallLog stalls = new StallLog();

    /// The request limit of a window.
    ///
    /// @param requests number of this worker's requests; `Long.MAX_VALUE` for any number
    /// @param endsWindow whether the window ends with the last of them
    public record Goal(long requests, boolean endsWindow) {
        public static final Goal NONE = new Goal(Long.MAX_VALUE, false);
    }

    /// @param withinLoad whether the load is under way before the window
    /// @param beginsProfile false for a window that continues the load of an earlier one
    /// @param kinds number of requests in the mix
    public RecordedWindow(
            IntervalCollector collector,
            boolean withinLoad,
            boolean beginsProfile,
            Goal goal,
            int kinds) {
        this.withinLoad = withinLoad;
        intervals = new OpenIntervals(collector);
        this.kinds = new CountsByKind(kinds);
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

    /// Whether the worker has taken it, and would know of a beginning from now on.
    public boolean isTaken() {
        return taken;
    }

    /// Sets when it begins, on the clock: the same for all workers.
    public void beginAt(long nanos) {
        beginsAt = nanos;
    }

    /// Sets when it ends, on the clock: the same for all workers.
    public void endAt(long nanos) {
        endsAt = nanos;
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

    /// Whether every response between its ends counts, also one to a request from before.
    public boolean countsAll() {
        return withinLoad && goal.requests == Long.MAX_VALUE;
    }

    void take() {
        taken = true;
    }

    /// Whether the worker has learned since the last call when the window begins.
    boolean takeOpening(long now) {
        if (!startKnown && !countsAll()) {
            learnStart(OptionalLong.of(now));
        }
        boolean opening = !opened && knowsStart();
        opened |= opening;
        return opening;
    }

    /// Whether a request that is due at a time is one of a load profile that has yet to begin.
    boolean awaitsProfile(long due) {
        return beginsProfile && !opened && knowsStart() && due - startNanos >= 0;
    }

    private boolean knowsStart() {
        if (!startKnown && countsAll()) {
            learnStart(OptionalLong.empty());
        }
        return startKnown;
    }

    /// @param earliest when it may begin; empty at any time
    private void learnStart(OptionalLong earliest) {
        long at = beginsAt;
        if (!startKnown && at != UNKNOWN) {
            startKnown = true;
            startNanos = at + Math.max(0, earliest.orElse(at) - at);
            intervals.begin(startNanos);
        }
    }

    boolean shouldBegin(long now) {
        return !begun && knowsStart() && now - startNanos >= 0;
    }

    /// A window that is to end when it begins, or before, ends later.
    boolean shouldEnd(long now) {
        if (!begun || ended) {
            return false;
        }
        if (goal.requests != Long.MAX_VALUE && !complete) {
            complete = concluded == goal.requests;
        }
        if (goal.endsWindow && complete) {
            return true;
        }
        long end = dueEnd();
        if (end == UNKNOWN) {
            notEndedAt = now - notEndedAt > 0 ? now : notEndedAt;
            return false;
        }
        return now - end >= 0 && now - startNanos > 0;
    }

    /// When it is to end, later by as much as it began later than told.
    private long dueEnd() {
        return endsAt == UNKNOWN ? UNKNOWN : endsAt + (startNanos - beginsAt);
    }

    /// @param transportWaited the transport's count
    void begin(long now, long transportWaited, int open) {
        begun = true;
        notEndedAt = startNanos;
        cpuNanos = -THREADS.getCurrentThreadCpuTime();
        waitedNanos = -transportWaited;
        runQueueNanos = SchedStat.waitedNanos();
        maxOpen = open;
    }

    /// Ends it at the instant set before, or after the last event that has counted.
    ///
    /// @param inFlight requests in flight at that instant
    void end(long now, long transportWaited, int inFlight) {
        ended = true;
        endNanos = end(now);
        inFlightNanos += inFlight * (endNanos - startNanos);
        cpuNanos += THREADS.getCurrentThreadCpuTime();
        waitedNanos += transportWaited;
        if (runQueueNanos.isPresent()) {
            long before = runQueueNanos.getAsLong();
            runQueueNanos = OptionalLong.of(SchedStat.waitedNanos().orElse(before) - before);
        }
    }

    /// A worker without a share of the requests ends with its beginning, and no window is empty:
    /// means over its time would be undefined.
    private long end(long now) {
        long end = dueEnd();
        if (end == UNKNOWN || (goal.endsWindow && complete)) {
            return now - startNanos > 0 ? now : startNanos + 1;
        }
        return end - notEndedAt > 0 ? end : notEndedAt + 1;
    }

    /// Every request has ended, or the load was closed.
    void finish(long now, long transportWaited, int inFlight) {
        if (!knowsStart()) {
            beginsAt = beginsAt == UNKNOWN ? now : beginsAt;
            learnStart(OptionalLong.empty());
        }
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
        return startKnown && intended - startNanos >= 0 && (!ended || intended - endNanos < 0);
    }

    boolean isRunning() {
        return begun && !ended;
    }

    /// Whether an event counts that has just happened, once it has begun or ended as it should.
    boolean isOpen(long now) {
        return begun && !ended && now - startNanos >= 0;
    }

    /// Records that a request of the window was started.
    void started(Exchange exchange) {
        started++;
        exchange.interval(intervals.started(exchange.intended()));
        kinds.started(exchange.kind());
    }

    /// Records that it was sent, late where its lag is above `lateAfter`, ns.
    void sent(Exchange exchange, long lateAfter) {
        lagged(exchange, exchange.sendLag(), exchange.sendLag() > lateAfter);
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
        if (!error.isTooLate()) {
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
            lagged(exchange, exchange.unsentLag(now), true);
        }
    }

    private void lagged(Exchange exchange, long lag, boolean isLate) {
        IntervalHistograms.record(sendLag, lag);
        lateArrivals += isLate ? 1 : 0;
        allInUse += isLate && exchange.foundNoneFree() ? 1 : 0;
    }

    private void first(FirstPart part, long nanos) {
        switch (part) {
            case NONE -> {}
            case EVENT -> IntervalHistograms.record(events().first, nanos);
            case MESSAGE -> IntervalHistograms.record(protocol.firstMessage, nanos);
        }
    }

    /// Begins the next interval when its time has come; none begins after the window.
    ///
    /// @param allStartedBefore whether no request will be started with an earlier intended send
    /// @return ns until the next call, above 0
    long tick(long now, LongPredicate allStartedBefore) {
        if (ended || !knowsStart()) {
            return Long.MAX_VALUE;
        }
        if (now - startNanos < 0) {
            return startNanos - now;
        }
        long end = dueEnd();
        long left = end == UNKNOWN ? Long.MAX_VALUE : Math.max(1, end - now);
        return Math.min(left, intervals.tick(now, allStartedBefore));
    }
}
