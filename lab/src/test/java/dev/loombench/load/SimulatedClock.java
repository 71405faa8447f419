package dev.loombench.load;

/// A monotonic clock that only advances by a test's calls.
public final class SimulatedClock {
    private long nanos;

    public SimulatedClock(long startNanos) {
        nanos = startNanos;
    }

    public long nanoTime() {
        return nanos;
    }

    public void advance(long by) {
        nanos += by;
    }
}
