package dev.loombench.load.record;

import static java.util.Objects.requireNonNull;

import dev.loombench.result.ErrorKind;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;

/// What one loop records of one measured window.
///
/// The loop alone writes, without synchronisation; once `finished` is down, others may read. Its
/// life: it begins, ends when asked to or with its last request, and finishes when every request of
/// the window is concluded.
public final class Recorder {
    static final int SLICES = 3;
    static final int HIGHEST_STATUS = 599;

    private static final long INTERVAL_NANOS = 1_000_000_000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final CountDownLatch finished = new CountDownLatch(1);
    private final IntervalCollector harvest;
    private final ArrayBlockingQueue<IntervalHistograms> empty = new ArrayBlockingQueue<>(SLICES);
    private final Goal goal;
    private volatile boolean endAsked;
    private volatile boolean complete;

    private IntervalHistograms slice;
    private int second;
    private boolean begins;
    private boolean ended;
    private long concluded;

    // The figures.

    public final long startNanos;
    public long endNanos;
    long cpuNanos;

    /// Time in which the loop was ready to run and others had the CPU, where that is known.
    OptionalLong keptNanos = OptionalLong.empty();

    /// Arrivals that left later than the clock's coarseness explains, or never.
    long missed;

    long waitedNanos;
    int mostOpen;

    /// The integral of the number of requests in flight over the window: requests x ns. Each that
    /// leaves takes its time from it, each that ends adds its own; overflow on the way cancels out.
    long inFlightNanos;

    long lost;
    long early;
    long begun;
    long answered;
    long answeredWithin;
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
    final CountsByKind kinds;

    /// Of the responses of a status that is not expected, by their status code.
    final long[] statuses = new long[HIGHEST_STATUS + 1];

    /// Those before and after the window, too.
    public final StallLog stalls = new StallLog();

    /// What is to happen in the window besides the passing of time.
    ///
    /// @param most requests of this loop that it has; `Long.MAX_VALUE` for any number
    /// @param ends whether it ends with the last of them
    public record Goal(long most, boolean ends) {
        public static final Goal NONE = new Goal(Long.MAX_VALUE, false);
    }

    /// @param kinds how many requests are mixed
    /// @param startNanos when the window begins, on the clock: exact, and for all loops the same
    public Recorder(IntervalCollector harvest, long startNanos, Goal goal, int kinds) {
        this.harvest = harvest;
        this.kinds = new CountsByKind(kinds);
        this.startNanos = startNanos;
        this.goal = goal;
        slice = new IntervalHistograms(this);
        slice.startNanos = startNanos;
        for (var fault : ErrorKind.values()) {
            failed.put(fault, new LongAdder());
        }
        for (int i = 1; i < SLICES; i++) {
            empty.add(new IntervalHistograms(this));
        }
    }

    // For other threads.

    public CountDownLatch finished() {
        return finished;
    }

    public void askEnd() {
        endAsked = true;
    }

    /// Whether it had all the requests it was to have, and they are concluded.
    public boolean complete() {
        return complete;
    }

    /// Gives an emptied slice back.
    void takeBack(IntervalHistograms emptied) {
        empty.add(emptied);
    }

    // For the loop.

    public long most() {
        return goal.most;
    }

    public boolean beginIsDue(long now) {
        return !begins && now - startNanos >= 0;
    }

    public boolean endIsDue(long now) {
        if (!begins || ended) {
            return false;
        }
        complete = concluded == goal.most;
        return (endAsked && now - startNanos > 0) || (goal.ends && complete);
    }

    /// @param waited the transport's count
    public void begin(long now, long waited, int open) {
        begins = true;
        cpuNanos = -THREADS.getCurrentThreadCpuTime();
        waitedNanos = -waited;
        keptNanos = SchedStat.waitedNanos();
        mostOpen = open;
    }

    /// @param inFlight requests that are at this time
    public void end(long now, long waited, int inFlight) {
        ended = true;
        endNanos = now;
        inFlightNanos += inFlight * (now - startNanos);
        cpuNanos += THREADS.getCurrentThreadCpuTime();
        waitedNanos += waited;
        if (keptNanos.isPresent()) {
            long before = keptNanos.getAsLong();
            keptNanos = OptionalLong.of(SchedStat.waitedNanos().orElse(before) - before);
        }
    }

    /// Every request is concluded, or the load was closed.
    public void finish(long now, long waited, int inFlight) {
        if (!begins) {
            begin(now, waited, 0);
        }
        if (!ended) {
            end(now - startNanos > 0 ? now : startNanos + 1, waited, inFlight);
        }
        slice.endNanos = now;
        harvest.add(slice);
        finished.countDown();
    }

    public boolean ended() {
        return ended;
    }

    public boolean allConcluded() {
        return concluded == begun;
    }

    public boolean covers(long intended) {
        return intended - startNanos >= 0 && (!ended || intended - endNanos < 0);
    }

    /// @param open connections now
    /// @param nanos how long it took to open the latest
    public void opened(int open, long nanos) {
        if (begins && !ended) {
            mostOpen = Math.max(mostOpen, open);
            IntervalHistograms.record(connectTime, nanos);
        }
    }

    /// An open connection was closed, and will be opened anew.
    public void lost() {
        lost += begins && !ended ? 1 : 0;
    }

    /// A response came before its request was sent whole.
    public void early() {
        early += begins && !ended ? 1 : 0;
    }

    public void received(int bytes, long now) {
        bytesWithin += isOpen(now) ? bytes : 0;
    }

    /// A request left, whichever it is.
    public void left(long at) {
        inFlightNanos -= isOpen(at) ? at - startNanos : 0;
    }

    /// A request that had left was answered or failed, whichever it is.
    public void came(long now) {
        inFlightNanos += isOpen(now) ? now - startNanos : 0;
    }

    /// A good answer arrived, whichever request it is for.
    public void goodAnswer(long now) {
        answeredWithin += isOpen(now) ? 1 : 0;
    }

    private boolean isOpen(long now) {
        return now - startNanos >= 0 && !ended;
    }

    /// A request of the window.
    public void begin(Exchange exchange) {
        begun++;
        kinds.begun(exchange.kind());
    }

    /// It left.
    ///
    /// @param missedAfter with a lag above this it was missed, ns
    public void sent(Exchange exchange, long missedAfter) {
        IntervalHistograms.record(sendLag, exchange.sendLag());
        missed += exchange.sendLag() > missedAfter ? 1 : 0;
    }

    /// It was answered well.
    public void answered(Exchange exchange, long now) {
        answered++;
        concluded++;
        kinds.answered(exchange.kind());
        IntervalHistograms.record(slice.responseTime, exchange.responseTime(now));
        IntervalHistograms.record(slice.serviceTime, exchange.serviceTime(now));
    }

    public void status(int status) {
        statuses[status]++;
    }

    /// It failed. One that timed out has waited at least so long, and counts as having waited just
    /// that: left out, it would flatter the percentiles.
    public void failed(Exchange exchange, ErrorKind fault, long now) {
        requireNonNull(failed.get(fault)).increment();
        kinds.failed(exchange.kind(), fault);
        concluded++;
        if (fault != ErrorKind.TIMEOUT) {
            return;
        }
        IntervalHistograms.record(slice.responseTime, exchange.responseTime(now));
        if (exchange.isSent()) {
            IntervalHistograms.record(slice.serviceTime, exchange.serviceTime(now));
        } else {
            IntervalHistograms.record(sendLag, exchange.responseTime(now));
            missed++;
        }
    }

    /// Hands the interval over when its second is up. With no empty slice at hand the interval
    /// becomes a second longer: the loop waits for nobody.
    ///
    /// @return ns until the next is due, above 0
    public long tick(long now) {
        long inWindow = now - startNanos;
        if (inWindow < 0) {
            return -inWindow;
        }
        if (inWindow >= (second + 1) * INTERVAL_NANOS) {
            second = (int) (inWindow / INTERVAL_NANOS);
            rotate(now);
        }
        return (second + 1) * INTERVAL_NANOS - inWindow;
    }

    private void rotate(long now) {
        var next = empty.poll();
        if (next != null) {
            slice.endNanos = now;
            harvest.add(slice);
            next.startNanos = now;
            next.second = second;
            slice = next;
        }
    }
}
