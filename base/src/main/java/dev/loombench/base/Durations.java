package dev.loombench.base;

import java.time.Duration;

/// The shorter and the longer of two durations, as `Math.min` and `Math.max` are of numbers.
public final class Durations {
    private Durations() {}

    public static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    public static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? b : a;
    }
}
