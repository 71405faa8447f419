package dev.loombench.load.record;

import dev.loombench.result.LoadResult.Stalls;
import dev.loombench.result.Window;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;

/// The stalls of one loop; they are rare, so that each may be an object.
public final class StallLog {
    private final List<Window> stalls = new ArrayList<>();

    /// @param from before `to`, on the monotonic clock
    public void add(long from, long to) {
        stalls.add(new Window(from, to));
    }

    /// The stalls of all loops as far as they lie in a window: the time in which at least one of
    /// them stood still. Stalls of several loops that overlap are one.
    ///
    /// @param suspendedNanos how long the machine was suspended within the window
    static Stalls within(Window window, List<StallLog> loops, long suspendedNanos) {
        var all =
                loops.stream()
                        .flatMap(loop -> loop.stalls.stream())
                        .filter(s -> s.endNanos() - window.startNanos() > 0)
                        .filter(s -> window.endNanos() - s.startNanos() > 0)
                        .map(s -> clip(s, window))
                        .sorted(Comparator.comparingLong(s -> s.startNanos() - window.startNanos()))
                        .toList();
        long count = 0;
        long total = 0;
        long longest = 0;
        var longestAt = OptionalLong.empty();
        for (var stall : joined(all)) {
            count++;
            total += stall.nanos();
            if (stall.nanos() > longest) {
                longest = stall.nanos();
                longestAt = OptionalLong.of(stall.startNanos() - window.startNanos());
            }
        }
        return new Stalls(count, total, longest, longestAt, suspendedNanos);
    }

    private static Window clip(Window stall, Window window) {
        boolean early = stall.startNanos() - window.startNanos() < 0;
        boolean late = stall.endNanos() - window.endNanos() > 0;
        return new Window(
                early ? window.startNanos() : stall.startNanos(),
                late ? window.endNanos() : stall.endNanos());
    }

    /// @param sorted by their start
    private static List<Window> joined(List<Window> sorted) {
        var joined = new ArrayList<Window>();
        for (var stall : sorted) {
            var last = joined.isEmpty() ? null : joined.getLast();
            if (last == null || stall.startNanos() - last.endNanos() > 0) {
                joined.add(stall);
            } else if (stall.endNanos() - last.endNanos() > 0) {
                joined.set(joined.size() - 1, new Window(last.startNanos(), stall.endNanos()));
            }
        }
        return joined;
    }
}
