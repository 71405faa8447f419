package dev.loombench.governor.admission;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/// Detects tasks that have waited too long to be worth running. Safe for use by any number of
/// threads.
///
/// A task is late once it has waited for its full deadline. While there is a standing queue, a task
/// is late after half of its deadline: its response would come too late, and dropping it early
/// frees capacity for the next one. A queue is standing if for 100 ms, or the deadline if that is
/// longer, no task has waited for 5 ms or less (half of the deadline, if that is less). It ends
/// where a task arrives that long after the last one could start: nothing waited in between.
///
/// Sources: Nichols and Jacobson, *Controlling Queue Delay* (2012): the minimum delay in an
/// interval distinguishes a standing queue from a burst; Maurer, *Fail at Scale* (2015): the same
/// for requests.
public final class CoDelGate {
    static final long MIN_INTERVAL_NANOS = 100_000_000;
    static final long TARGET_NANOS = 5_000_000;

    private static final long NEVER = Long.MIN_VALUE;

    private final long deadlineNanos;
    private final long target;
    private final long interval;
    private final AtomicLong lastBelowTarget = new AtomicLong(NEVER);
    private final AtomicLong lastTask = new AtomicLong(NEVER);

    /// @param deadline from arrival to response, above 0
    public CoDelGate(Duration deadline) {
        if (!deadline.isPositive()) {
            throw new IllegalArgumentException("deadline must be above 0, was " + deadline);
        }
        this.deadlineNanos = deadline.toNanos();
        this.interval = Math.max(MIN_INTERVAL_NANOS, this.deadlineNanos);
        this.target = Math.min(TARGET_NANOS, this.deadlineNanos / 2);
    }

    /// @param arrivalNanos arrival on the clock of `System.nanoTime`
    /// @param nowNanos present time on the same clock, when the task could start
    public boolean isLate(long arrivalNanos, long nowNanos) {
        long waited = nowNanos - arrivalNanos;
        long previous = lastTask.getAndAccumulate(nowNanos, CoDelGate::later);
        if (waited <= target) {
            lastBelowTarget.accumulateAndGet(nowNanos, CoDelGate::later);
            return false;
        }
        lastBelowTarget.compareAndSet(NEVER, nowNanos); // starts the first interval
        if (previous != NEVER && arrivalNanos - previous > interval) { // idle: nothing waited
            lastBelowTarget.accumulateAndGet(nowNanos, CoDelGate::later);
        }
        boolean standingQueue = nowNanos - lastBelowTarget.get() > interval;
        return waited >= (standingQueue ? deadlineNanos / 2 : deadlineNanos);
    }

    /// Keeps the later time, because a thread may be descheduled after it has read the clock.
    private static long later(long previous, long nowNanos) {
        return previous == NEVER || nowNanos - previous > 0 ? nowNanos : previous;
    }
}
