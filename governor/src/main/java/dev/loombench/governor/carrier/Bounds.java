package dev.loombench.governor.carrier;

import org.jspecify.annotations.Nullable;

/// The range of parallelism that the governor may set.
///
/// @param base parallelism at the start, to which the governor returns; 1 or more
/// @param max upper limit, `base` or more
public record Bounds(int base, int max) {
    /// The JDK's default of `jdk.virtualThreadScheduler.maxPoolSize`.
    public static final int DEFAULT_MAX = 256;

    /// More carriers on CPU than this per base carrier do not improve fairness.
    private static final int MAX_RESERVE_FACTOR = 8;

    public Bounds {
        if (base < 1) {
            throw new IllegalArgumentException("base must be 1 carrier or more, was " + base);
        }
        if (max < base || max > Short.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "max must be between base, %d carriers, and %d, was %d"
                            .formatted(base, Short.MAX_VALUE, max));
        }
    }

    /// The limit where none is named: 256, or less where the service has set a lower
    /// `jdk.virtualThreadScheduler.maxPoolSize`, because each carrier takes memory; the present
    /// number if that is higher.
    public static int defaultMax(int present) {
        return defaultMax(present, Integer.getInteger("jdk.virtualThreadScheduler.maxPoolSize"));
    }

    static int defaultMax(int present, @Nullable Integer maxPoolSize) {
        int most = maxPoolSize == null ? DEFAULT_MAX : Math.min(DEFAULT_MAX, maxPoolSize);
        return Math.max(present, most);
    }

    /// The largest reserve against monopolized carriers, above base.
    int reserve() {
        return (int) Math.min(max - base, (MAX_RESERVE_FACTOR - 1L) * base);
    }
}
