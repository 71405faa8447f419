package dev.loombench.load.record;

import java.util.ArrayDeque;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.LongPredicate;

/// The intervals of a window that are not complete: the current one, and earlier ones of which
/// requests have not ended. They go to the collector in order of time.
///
/// A response belongs to the interval of its intended send, as it belongs to the window of it. By
/// the time of arrival, the first interval would have the fast responses alone, as those to
/// requests from before the window do not count, and the last would have the slow ones.
///
/// Only the worker calls it, without synchronisation, except for `recycle`.
final class OpenIntervals {
    /// Intervals of a worker at the same time, those with the collector included. Where responses
    /// take longer, the earliest one goes to the collector incomplete, and its responses belong to
    /// the next.
    static final int MAX = 16;

    private static final long INTERVAL_NANOS = 1_000_000_000;

    private static final int INITIAL = 3;

    private final IntervalCollector collector;
    private long windowStartNanos;
    private final ArrayBlockingQueue<IntervalHistograms> empty = new ArrayBlockingQueue<>(MAX);
    private final ArrayDeque<IntervalHistograms> earlier = new ArrayDeque<>(MAX);
    private IntervalHistograms current;
    private int allocated = INITIAL;

    /// The second of the window, from 0.
    private int second;

    OpenIntervals(IntervalCollector collector) {
        this.collector = collector;
        current = new IntervalHistograms(this);
        for (int i = 1; i < INITIAL; i++) {
            empty.add(new IntervalHistograms(this));
        }
    }

    /// The window begins at an instant that is known from now on.
    void begin(long nanos) {
        windowStartNanos = nanos;
        current.startNanos = nanos;
    }

    /// Takes emptied histograms back.
    void recycle(IntervalHistograms histograms) {
        empty.add(histograms);
    }

    /// Records that a request was started.
    ///
    /// @return its interval, for `ended`
    int started(long intended) {
        var interval = intended - current.startNanos >= 0 ? current : earlierAt(intended);
        interval.pending++;
        return interval.second;
    }

    /// The one that is open at a time, or the first after it.
    private IntervalHistograms earlierAt(long time) {
        for (var candidate : earlier) {
            if (time - candidate.endNanos < 0) {
                return candidate;
            }
        }
        return current;
    }

    /// Records that a request of an interval has ended.
    ///
    /// @param second of the interval
    /// @return histograms for its times
    IntervalHistograms ended(int second) {
        var interval = second == current.second ? current : earlier(second);
        interval.pending--;
        return interval;
    }

    /// That of a second, or the first after it.
    private IntervalHistograms earlier(int second) {
        for (var candidate : earlier) {
            if (candidate.second >= second) {
                return candidate;
            }
        }
        return current;
    }

    /// Begins the next interval when the second of the current one is over, and hands over those
    /// that are complete.
    ///
    /// @param allStartedBefore whether no request will be started with an earlier intended send
    /// @return ns until the next one, above 0
    long tick(long now, LongPredicate allStartedBefore) {
        long inWindow = now - windowStartNanos;
        if (inWindow >= (second + 1) * INTERVAL_NANOS) {
            second = (int) (inWindow / INTERVAL_NANOS);
            rotate(now);
        }
        for (var first = earlier.peekFirst();
                first != null && first.pending == 0 && allStartedBefore.test(first.endNanos);
                first = earlier.peekFirst()) {
            collector.add(earlier.removeFirst());
        }
        return (second + 1) * INTERVAL_NANOS - inWindow;
    }

    /// Without empty histograms the current interval becomes a second longer: the worker waits for
    /// no other thread.
    private void rotate(long now) {
        var next = empty.poll();
        if (next == null && allocated < MAX) {
            next = new IntervalHistograms(this);
            allocated++;
        }
        if (next == null) {
            handOverIncomplete();
            return;
        }
        current.endNanos = now;
        earlier.addLast(current);
        next.startNanos = now;
        next.second = second;
        current = next;
    }

    private void handOverIncomplete() {
        var first = earlier.pollFirst();
        if (first != null) {
            var following = earlier.isEmpty() ? current : earlier.getFirst();
            following.pending += first.pending;
            collector.add(first);
        }
    }

    /// Hands over all intervals.
    ///
    /// @param windowEnd the end of the last one
    void finish(long windowEnd) {
        earlier.forEach(collector::add);
        earlier.clear();
        current.endNanos = windowEnd;
        collector.add(current);
    }
}
