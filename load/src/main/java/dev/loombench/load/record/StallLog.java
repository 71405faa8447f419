package dev.loombench.load.record;

import dev.loombench.base.Window;
import dev.loombench.load.result.LoadResult.Stalls;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;

/// The stalls of one worker; they are rare, so that each may be an object.
public final class StallLog {
    private final List<Window> stalls = new ArrayList<>();

    /// @param from before `to`, on the monotonic clock
    public void add(long from, long to) {
        stalls.add(new Window(from, to));
    }

    /// The stalls of all workers, clipped to a window: the time in which at least one of them was
    /// stalled. Overlapping stalls of several workers are one.
    ///
    /// @param suspendedNanos time that the machine was suspended within the window
    static Stalls within(Window window, List<StallLog> workers, long suspendedNanos) {
        var all =
                workers.stream()
                        .flatMap(worker -> worker.stalls.stream())
                        .filter(s -> s.endNanos() - window.startNanos() > 0)
                        .filter(s -> window.endNanos() - s.startNanos() > 0)
                        .map(s -> clip(s, window))
                        .sorted(Comparator.comparingLong(s -> s.startNanos() - window.startNanos()))
                        .toList();
        long count = 0;
        long total = 0;
        long longest = 0;
        var longestAt = OptionalLong.empty();
        for (var stall : merged(all)) {
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
    private static List<Window> merged(List<Window> sorted) {
        var merged = new ArrayList<Window>();
        for (var stall : sorted) {
            var last = merged.isEmpty() ? null : merged.getLast();
            if (last == null || stall.startNanos() - last.endNanos() > 0) {
                merged.add(stall);
            } else if (stall.endNanos() - last.endNanos() > 0) {
                merged.set(merged.size() - 1, new Window(last.startNanos(), stall.endNanos()));
            }
        }
        return merged;
    }
}
