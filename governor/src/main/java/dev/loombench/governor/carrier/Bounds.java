package dev.loombench.governor.carrier;

/// Between what the governor moves.
///
/// @param base where it starts and returns to: the parallelism that it found, 1 or more
/// @param max never above, `base` or more
public record Bounds(int base, int max) {
    /// The scheduler's own bound on threads, unless it was told otherwise.
    public static final int DEFAULT_MAX = 256;

    /// More carriers on CPU than this for each at base make nothing fairer.
    private static final int MOST_FOR_HOGS = 8;

    public Bounds {
        if (base < 1) {
            throw new IllegalArgumentException("base must be 1 carrier or more, was " + base);
        }
        if (max < base || max > Short.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "max must lie between base, %d carriers, and %d, was %d"
                            .formatted(base, Short.MAX_VALUE, max));
        }
    }

    /// The most carriers above base that are held against hogs.
    int reserve() {
        return (int) Math.min(max - base, (MOST_FOR_HOGS - 1L) * base);
    }
}
