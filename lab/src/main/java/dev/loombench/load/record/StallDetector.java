package dev.loombench.load.record;

import java.util.function.LongSupplier;

/// Notices that the thread of a loop stood still: stopped by a signal, paused with its virtual
/// machine, or held by the JVM (a garbage collection).
///
/// A turn of a loop lasts as long as its wait was planned, and a few ms of work. What it lasted
/// beyond the plan, less the time in which the thread was ready to run and others had the CPU (a
/// busy machine, which is another finding), is a stall when it comes to 100 ms or more. A loop that
/// is busy and never waits plans waits of 0.
public final class StallDetector {
    static final long SHORTEST_NANOS = 100_000_000;

    /// So old may the last reading of the run queue be: what was waited between it and a stall is
    /// taken off the stall.
    private static final long READING_NANOS = 100_000_000;

    private final LongSupplier runQueueWaited;
    private long turnStart;
    private long planned;
    private long readAt;
    private long waitedThen;

    /// @param now on the monotonic clock, ns
    /// @param runQueueWaited how long the thread was ready to run and did not, so far, ns
    public StallDetector(long now, LongSupplier runQueueWaited) {
        this.runQueueWaited = runQueueWaited;
        turnStart = now;
        readAt = now;
        waitedThen = runQueueWaited.getAsLong();
    }

    /// The loop is about to wait for at most so long, ns.
    public void waiting(long nanos) {
        planned = Math.max(0, nanos);
    }

    /// A turn of the loop begins.
    ///
    /// @return how long the thread stood still since the turn before, ns; 0 when it did not
    public long turn(long now) {
        long excess = now - turnStart - planned;
        boolean late = excess >= SHORTEST_NANOS;
        turnStart = now;
        planned = 0;
        if (!late && now - readAt < READING_NANOS) {
            return 0;
        }
        long waited = runQueueWaited.getAsLong();
        long still = excess - (waited - waitedThen);
        waitedThen = waited;
        readAt = now;
        return late && still >= SHORTEST_NANOS ? still : 0;
    }
}
