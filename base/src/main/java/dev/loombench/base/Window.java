package dev.loombench.base;

/// A period on the monotonic clock, `System.nanoTime()`: start inclusive, end exclusive, ns.
public record Window(long startNanos, long endNanos) {
    public Window {
        if (endNanos - startNanos <= 0) {
            throw new IllegalArgumentException(
                    "window ends (%d) at or before its start (%d)".formatted(endNanos, startNanos));
        }
    }

    public boolean contains(long nanos) {
        return nanos - startNanos >= 0 && nanos - endNanos < 0;
    }

    /// Length in ns.
    public long nanos() {
        return endNanos - startNanos;
    }

    /// Length in seconds.
    public double seconds() {
        return (endNanos - startNanos) / 1e9;
    }
}
