package dev.loombench.governor.carrier;

import dev.loombench.governor.control.HeapShortage;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.LongSupplier;

/// The carriers' times with the time in which the JVM stopped all threads, for a collection or for
/// anything else: a stopped carrier is neither on a CPU nor in its run queue, and would look
/// blocked.
///
/// The JVM counts a pause when it has ended, and so in the span that it made longer. It does not
/// count the time before it, in which threads that found no memory wait until the collection
/// begins: while pauses take much of the time, spans between them show nothing either.
final class TimesBetweenPauses implements CarrierCpuTimes {
    /// Share of a span that pauses must leave: those of collections may be counted in milliseconds,
    /// and carriers need a moment after each.
    private static final double LEAST_LEFT = 0.5;

    /// Share of the last second from which pauses take much of the time.
    private static final double MUCH = 0.2;

    private static final long RECENT_NANOS = 1_000_000_000;

    /// Between two marks.
    private static final long MARK_NANOS = RECENT_NANOS / 20;

    private static final long NANOS_PER_MILLI = 1_000_000;

    /// @param paused in all pauses until then, ns
    private record Mark(long nanos, long paused) {}

    private final CarrierCpuTimes times;
    private final LongSupplier pausedNanos;
    private final Deque<Mark> marks = new ArrayDeque<>();
    private long pausedBefore;

    /// @param pausedNanos time in pauses since the start of the JVM
    TimesBetweenPauses(CarrierCpuTimes times, LongSupplier pausedNanos) {
        this.times = times;
        this.pausedNanos = pausedNanos;
        pausedBefore = pausedNanos.getAsLong();
    }

    /// With the stops of this JVM, or with the pauses of its collector where it does not count
    /// those.
    static CarrierCpuTimes of(CarrierCpuTimes times) {
        return new TimesBetweenPauses(
                times, SafepointCounters.ofThisJvm().orElseGet(TimesBetweenPauses::collections));
    }

    private static LongSupplier collections() {
        var pauses =
                ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .filter(bean -> HeapShortage.countsPauses(bean.getName()))
                        .toList();
        return () -> nanos(pauses);
    }

    private static long nanos(List<GarbageCollectorMXBean> pauses) {
        long millis = 0;
        for (var bean : pauses) {
            millis += Math.max(0, bean.getCollectionTime());
        }
        return millis * NANOS_PER_MILLI;
    }

    @Override
    public SchedulerSample.Activity since(long nanos, int occupied, int threads) {
        long paused = pausedNanos.getAsLong();
        long stopped = paused - pausedBefore;
        pausedBefore = paused;
        mark(nanos, paused);
        boolean much = takeMuch(nanos, paused);
        var activity = times.since(nanos, occupied, threads);
        if (!(activity instanceof SchedulerSample.Activity.Times span)) {
            return activity;
        }
        // A pause while the times were read may have made this span longer, or the next one.
        return pausedNanos.getAsLong() == paused && !much
                ? with(stopped, span)
                : new SchedulerSample.Activity.Pending();
    }

    @Override
    public void observe(long nanos) {
        mark(nanos, pausedNanos.getAsLong());
    }

    private void mark(long now, long paused) {
        while (!marks.isEmpty() && now - marks.getFirst().nanos() > RECENT_NANOS) {
            marks.removeFirst();
        }
        if (marks.isEmpty() || now - marks.getLast().nanos() >= MARK_NANOS) {
            marks.addLast(new Mark(now, paused));
        }
    }

    /// Whether pauses took much of the last second. What was observed for less than half of one
    /// does not tell a few pauses from many: there a millisecond in all of them is enough.
    private boolean takeMuch(long now, long paused) {
        var from = marks.getFirst();
        long elapsed = now - from.nanos();
        long inPauses = paused - from.paused();
        return elapsed < RECENT_NANOS / 2 ? inPauses >= NANOS_PER_MILLI : inPauses > MUCH * elapsed;
    }

    private static SchedulerSample.Activity with(
            long stopped, SchedulerSample.Activity.Times span) {
        return span.spanNanos() - stopped < LEAST_LEFT * span.spanNanos()
                ? new SchedulerSample.Activity.Pending()
                : new SchedulerSample.Activity.Times(
                        span.carriers(),
                        span.cpuNanos(),
                        span.runQueueNanos(),
                        span.spanNanos(),
                        stopped);
    }

    @Override
    public void reset() {
        times.reset();
    }
}
