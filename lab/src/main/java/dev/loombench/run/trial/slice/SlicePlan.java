package dev.loombench.run.trial.slice;

import static dev.loombench.base.Durations.longer;
import static dev.loombench.base.Durations.shorter;
import static dev.loombench.result.Interleaving.MIN_SETTLING;
import static dev.loombench.result.Interleaving.MIN_SLICE;
import static dev.loombench.result.Interleaving.RESPONSE_TIMES_PER_SLICE;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// The division of a window into slices, some of which are longer: what a rest changes weighs less
/// in a long slice than in a short one, so that figures that depend on the length show it.
///
/// Half of the window is four long slices, the other half short ones. Both have the same mean time,
/// and the long ones come in pairs, of which the second has the reverse order of servers.
///
/// @param slices their lengths in order of time, at least one
/// @param settling time of load before each, which is not measured; at most the window, even where
///   a server does not respond
public record SlicePlan(List<Duration> slices, Duration settling) {
    private static final int LONG_SLICES = 4;

    /// Shortest slices that the window must contain to be divided: a long slice is then at least
    /// three short ones.
    private static final int FEWEST = 24;

    public SlicePlan {
        slices = List.copyOf(slices);
    }

    /// @param window length of all slices together
    /// @param responseTime the longest mean response time of the servers
    public static SlicePlan of(Duration window, Duration responseTime) {
        var least = longer(MIN_SLICE, responseTime.multipliedBy(RESPONSE_TIMES_PER_SLICE));
        var settling = shorter(window, MIN_SETTLING.plus(responseTime));
        return least.multipliedBy(FEWEST).compareTo(window) > 0
                ? new SlicePlan(List.of(window), settling)
                : new SlicePlan(divided(window, least), settling);
    }

    private static List<Duration> divided(Duration window, Duration least) {
        var half = window.dividedBy(2);
        int shorts = 2 * Math.toIntExact(half.dividedBy(least.multipliedBy(2)));
        int outer = 2 * (shorts / 8); // before the first pair of long slices and after the second
        var slices = new ArrayList<Duration>();
        var pair = Collections.nCopies(LONG_SLICES / 2, half.dividedBy(LONG_SLICES));
        var ofShort = half.dividedBy(shorts);
        slices.addAll(Collections.nCopies(outer, ofShort));
        slices.addAll(pair);
        slices.addAll(Collections.nCopies(shorts - 2 * outer, ofShort));
        slices.addAll(pair);
        slices.addAll(Collections.nCopies(outer, ofShort));
        return slices;
    }
}
