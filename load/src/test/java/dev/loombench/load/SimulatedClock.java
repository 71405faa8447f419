package dev.loombench.load;

import dev.loombench.load.transport.Ticker;

/// A monotonic clock that only advances by a test's calls.
public final class SimulatedClock extends Ticker {
    private long nanos;

    public SimulatedClock(long startNanos) {
        nanos = startNanos;
    }

    @Override
    public long nanoTime() {
        return nanos;
    }

    public void advance(long by) {
        nanos += by;
    }
}
