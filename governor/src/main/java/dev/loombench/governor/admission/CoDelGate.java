package dev.loombench.governor.admission;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/// Says which of those who waited are too late to be worth the work. Safe for use by any threads.
///
/// Who has waited for the whole deadline is late. While the queue is a standing one, that is while
/// for the last 100 ms, or the deadline if that is longer, nobody got through within 5 ms, or half
/// of the deadline if that is less, who has waited for half of the deadline is late as well: its
/// answer would come too late, and dropping it early frees what the next one needs.
///
/// Sources: Nichols and Jacobson, *Controlling Queue Delay* (2012), a standing queue is told from a
/// burst by the least delay in an interval; Maurer, *Fail at Scale* (2015), the same on requests.
public final class CoDelGate {
    static final long SHORTEST_INTERVAL = 100_000_000;
    static final long TARGET = 5_000_000;

    private static final long NEVER = Long.MIN_VALUE;

    private final long deadline;
    private final long prompt;
    private final long interval;
    private final AtomicLong lastPrompt = new AtomicLong(NEVER);

    /// @param deadline from arrival to answer, above 0
    public CoDelGate(Duration deadline) {
        if (!deadline.isPositive()) {
            throw new IllegalArgumentException("deadline must be above 0, was " + deadline);
        }
        this.deadline = deadline.toNanos();
        this.interval = Math.max(SHORTEST_INTERVAL, this.deadline);
        this.prompt = Math.min(TARGET, this.deadline / 2);
    }

    /// @param arrived on the clock of `System.nanoTime`
    /// @param now on the same clock, when the work could begin
    public boolean isLate(long arrived, long now) {
        long waited = now - arrived;
        if (waited <= prompt) {
            lastPrompt.accumulateAndGet(now, CoDelGate::later);
            return false;
        }
        lastPrompt.compareAndSet(NEVER, now); // the first one begins the first interval
        boolean standing = now - lastPrompt.get() > interval;
        return waited >= (standing ? deadline / 2 : deadline);
    }

    /// A thread that was held up between reading the clock and coming here takes nothing back.
    private static long later(long seen, long now) {
        return seen == NEVER || now - seen > 0 ? now : seen;
    }
}
