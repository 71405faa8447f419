package dev.loombench.observe;

import java.util.function.LongSupplier;

/// The limit of what periodic readings cost: the next one is due once 1,000 times the time of the
/// last one has passed, which keeps them below 0.1 % of a core.
///
/// Not thread-safe.
public final class CostLimit {
    private static final int MULTIPLE = 1_000;

    private final LongSupplier nanoTime;
    private long nextNanos;

    public CostLimit() {
        this(System::nanoTime);
    }

    /// @param nanoTime the monotonic clock
    CostLimit(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        nextNanos = nanoTime.getAsLong();
    }

    /// Whether a reading is due; the first one is at once.
    public boolean isDue() {
        return nanoTime.getAsLong() - nextNanos >= 0;
    }

    /// @param nanos time of the reading that has just ended
    public void spent(long nanos) {
        nextNanos = nanoTime.getAsLong() + MULTIPLE * nanos;
    }
}
