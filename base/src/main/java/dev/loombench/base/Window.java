package dev.loombench.base;

import java.util.List;

/// A period on the monotonic clock, `System.nanoTime()`: start inclusive, end exclusive, ns.
public record Window(long startNanos, long endNanos) {
    public Window {
        if (endNanos - startNanos <= 0) {
            throw new IllegalArgumentException(
                    "window ends (%d) at or before its start (%d)".formatted(endNanos, startNanos));
        }
    }

    /// From the first start to the last end.
    ///
    /// @param windows at least one, in any order
    public static Window spanning(List<Window> windows) {
        long start = windows.getFirst().startNanos;
        long end = windows.getFirst().endNanos;
        for (var window : windows) {
            start = window.startNanos - start < 0 ? window.startNanos : start;
            end = window.endNanos - end > 0 ? window.endNanos : end;
        }
        return new Window(start, end);
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
