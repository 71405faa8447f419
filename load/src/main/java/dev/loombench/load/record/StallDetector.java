package dev.loombench.load.record;

import java.util.function.LongSupplier;

/// Detects stalls of a worker's thread: stopped by a signal, paused with its virtual machine, or
/// held by the JVM (a garbage collection).
///
/// An iteration lasts as long as its planned wait, plus a few ms of work. The excess over the plan,
/// minus the run queue wait (a busy machine, reported separately), is a stall when it is 100 ms or
/// more. A busy worker that never waits plans waits of 0. The plan counts in full although an event
/// may end the wait, so that the detector sees a stall only where it is longer than 100 ms and the
/// plan.
public final class StallDetector {
    static final long SHORTEST_NANOS = 100_000_000;

    /// Maximum age of the last run queue reading: the wait between it and a stall is subtracted
    /// from the stall.
    private static final long READING_NANOS = 100_000_000;

    private final LongSupplier runQueueWaited;
    private long iterationStart;
    private long planned;
    private long lastReadNanos;
    private long lastRunQueueWait;

    /// @param now on the monotonic clock, ns
    /// @param runQueueWaited run queue wait of the thread so far, ns
    public StallDetector(long now, LongSupplier runQueueWaited) {
        this.runQueueWaited = runQueueWaited;
        iterationStart = now;
        lastReadNanos = now;
        lastRunQueueWait = runQueueWaited.getAsLong();
    }

    /// Records that the worker is about to wait for at most this long, ns.
    public void waiting(long nanos) {
        planned = Math.max(0, nanos);
    }

    /// Records the start of an iteration.
    ///
    /// @return length of a stall since the previous iteration, ns; 0 for none
    public long iterationStarted(long now) {
        long excess = now - iterationStart - planned;
        boolean late = excess >= SHORTEST_NANOS;
        iterationStart = now;
        planned = 0;
        if (!late && now - lastReadNanos < READING_NANOS) {
            return 0;
        }
        long waited = runQueueWaited.getAsLong();
        long stalled = excess - (waited - lastRunQueueWait);
        lastRunQueueWait = waited;
        lastReadNanos = now;
        return late && stalled >= SHORTEST_NANOS ? stalled : 0;
    }
}
