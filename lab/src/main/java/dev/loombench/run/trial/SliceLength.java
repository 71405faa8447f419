package dev.loombench.run.trial;

import java.time.Duration;

/// The division of a window into slices.
///
/// @param slices at least 1
/// @param measured length of each
/// @param settling time of load before each, which is not measured; at most the window, even where
///   a server does not respond
record SliceLength(int slices, Duration measured, Duration settling) {
    private static final Duration MIN = Duration.ofMillis(100);

    /// Every user has several requests per slice, so that its ends weigh little.
    private static final int MIN_RESPONSE_TIMES = 3;

    /// Until the users are as far apart as before the rest, and caches are filled again.
    private static final Duration MIN_SETTLING = Duration.ofMillis(25);

    /// @param window length of all slices together
    /// @param responseTime the longest mean response time of the servers
    static SliceLength of(Duration window, Duration responseTime) {
        var least = max(MIN, responseTime.multipliedBy(MIN_RESPONSE_TIMES));
        int slices = Math.clamp(window.dividedBy(least), 1, Integer.MAX_VALUE);
        return new SliceLength(
                slices, window.dividedBy(slices), min(window, MIN_SETTLING.plus(responseTime)));
    }

    private static Duration min(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    private static Duration max(Duration a, Duration b) {
        return a.compareTo(b) > 0 ? a : b;
    }
}
