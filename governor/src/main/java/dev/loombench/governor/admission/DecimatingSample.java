package dev.loombench.governor.admission;

import java.util.Arrays;

/// A sample of at most 512 durations, spread evenly from the first to the last. When it is full,
/// every second value is kept, then every fourth, and so on.
///
/// Not safe for use by several threads.
final class DecimatingSample {
    private static final int MAX_KEPT = 512;

    private final long[] kept = new long[MAX_KEPT];
    private final long[] sorted = new long[MAX_KEPT];
    private int size;
    private long count;
    private long stride = 1;

    void add(long nanos) {
        if (count++ % stride != 0) {
            return;
        }
        if (size == MAX_KEPT) {
            decimate();
        }
        kept[size++] = nanos;
    }

    private void decimate() {
        size = MAX_KEPT / 2;
        for (int i = 1; i < size; i++) {
            kept[i] = kept[2 * i];
        }
        stride *= 2;
    }

    /// The number of values added, kept or not.
    long count() {
        return count;
    }

    /// The median; of an even number of values the upper one of the middle two, of none 0.
    long median() {
        System.arraycopy(kept, 0, sorted, 0, size);
        Arrays.sort(sorted, 0, size);
        return size == 0 ? 0 : sorted[size / 2];
    }

    void clear() {
        size = 0;
        count = 0;
        stride = 1;
    }
}
