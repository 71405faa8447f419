package dev.loombench.governor.control;

import java.util.Arrays;

/// The maximum of the values in a sliding window of time. Controllers use it so that a single low
/// value has no effect. A value expires at most an eighth of the span too late, never too early. It
/// has no clock.
///
/// Not safe for use by several threads.
public final class SlidingWindowMax {
    private static final int SLOTS = 8;

    private final long slotNanos;
    private final int[] maxima = new int[SLOTS + 1];
    private int slot;
    private long slotStart;

    /// @param spanNanos length of the window, 8 or more
    public SlidingWindowMax(long spanNanos) {
        this.slotNanos = spanNanos / SLOTS;
    }

    /// Discards all values but this one.
    public void restart(long nanos, int value) {
        Arrays.fill(maxima, Integer.MIN_VALUE);
        slot = 0;
        slotStart = nanos;
        maxima[slot] = value;
    }

    /// @param nanos not before the time of the previous value
    public void add(long nanos, int value) {
        long slots = Math.min(maxima.length, (nanos - slotStart) / slotNanos);
        for (long i = 0; i < slots; i++) {
            slot = (slot + 1) % maxima.length;
            maxima[slot] = Integer.MIN_VALUE;
        }
        slotStart += (nanos - slotStart) / slotNanos * slotNanos;
        maxima[slot] = Math.max(maxima[slot], value);
    }

    /// The maximum. Requires an earlier call of {@link #restart}.
    public int max() {
        int max = Integer.MIN_VALUE;
        for (int value : maxima) {
            max = Math.max(max, value);
        }
        return max;
    }
}
