package dev.loombench.governor.control;

import java.util.Arrays;

/// The highest of the values that came within a span of time: what a controller must not fall below
/// on the word of a single low value. A value is forgotten at most an eighth of the span too late,
/// never too early. It keeps no clock.
///
/// Not safe for use by several threads.
public final class SlidingWindowMax {
    private static final int PARTS = 8;

    private final long partNanos;
    private final int[] highest = new int[PARTS + 1];
    private int part;
    private long partBegan;

    /// @param spanNanos 8 or more
    public SlidingWindowMax(long spanNanos) {
        this.partNanos = spanNanos / PARTS;
    }

    /// Forgets everything but this value.
    public void restart(long nanos, int value) {
        Arrays.fill(highest, Integer.MIN_VALUE);
        part = 0;
        partBegan = nanos;
        highest[part] = value;
    }

    /// @param nanos not before the value that came last
    public void add(long nanos, int value) {
        long parts = Math.min(highest.length, (nanos - partBegan) / partNanos);
        for (long i = 0; i < parts; i++) {
            part = (part + 1) % highest.length;
            highest[part] = Integer.MIN_VALUE;
        }
        partBegan += (nanos - partBegan) / partNanos * partNanos;
        highest[part] = Math.max(highest[part], value);
    }

    /// After the first {@link #restart}.
    public int highest() {
        int peak = Integer.MIN_VALUE;
        for (int value : highest) {
            peak = Math.max(peak, value);
        }
        return peak;
    }
}
