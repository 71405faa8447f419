package dev.loombench.governor.admission;

import java.util.Arrays;

/// At most 512 of the durations that came, evenly from the first to the last: where more come,
/// every second is kept, then every fourth, and so on.
///
/// Not safe for use by several threads.
final class DecimatingSample {
    private static final int MOST = 512;

    private final long[] kept = new long[MOST];
    private final long[] sorted = new long[MOST];
    private int size;
    private long came;
    private long stride = 1;

    void add(long nanos) {
        if (came++ % stride != 0) {
            return;
        }
        if (size == MOST) {
            thin();
        }
        kept[size++] = nanos;
    }

    private void thin() {
        size = MOST / 2;
        for (int i = 1; i < size; i++) {
            kept[i] = kept[2 * i];
        }
        stride *= 2;
    }

    /// How many came, kept or not.
    long count() {
        return came;
    }

    /// The upper one of two in the middle; of nothing, 0.
    long median() {
        System.arraycopy(kept, 0, sorted, 0, size);
        Arrays.sort(sorted, 0, size);
        return size == 0 ? 0 : sorted[size / 2];
    }

    void clear() {
        size = 0;
        came = 0;
        stride = 1;
    }
}
