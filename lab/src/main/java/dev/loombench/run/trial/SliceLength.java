package dev.loombench.run.trial;

import static dev.loombench.result.Interleaving.MIN_SETTLING;
import static dev.loombench.result.Interleaving.MIN_SLICE;
import static dev.loombench.result.Interleaving.RESPONSE_TIMES_PER_SLICE;

import java.time.Duration;

/// The division of a window into slices.
///
/// @param slices at least 1
/// @param measured length of each
/// @param settling time of load before each, which is not measured; at most the window, even where
///   a server does not respond
record SliceLength(int slices, Duration measured, Duration settling) {
    /// @param window length of all slices together
    /// @param responseTime the longest mean response time of the servers
    static SliceLength of(Duration window, Duration responseTime) {
        var least = max(MIN_SLICE, responseTime.multipliedBy(RESPONSE_TIMES_PER_SLICE));
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
