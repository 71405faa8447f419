package dev.loombench.load.record;

import dev.loombench.base.Window;
import dev.loombench.load.result.LoadResult.Second;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// The intervals of several workers, kept compressed: those that began in the same second of the
/// window become one. For one thread.
public final class MergedIntervals {
    private static final long SECOND_NANOS = 1_000_000_000;

    /// A shorter last interval is merged into the one before.
    private static final double SHORTEST_SECONDS = 0.5;

    private final TreeMap<Integer, List<CompressedInterval>> seconds = new TreeMap<>();

    /// @param second of the window in which it began, from 0
    void add(int second, CompressedInterval interval) {
        seconds.computeIfAbsent(second, _ -> new ArrayList<>()).add(interval);
    }

    /// @param start of the window, on the clock of the interval
    public void add(CompressedInterval interval, long start) {
        add((int) ((interval.window().startNanos() - start) / SECOND_NANOS), interval);
    }

    /// Adds all intervals of other workers in the same window.
    public void addAll(MergedIntervals others) {
        others.seconds.forEach((second, parts) ->
                seconds.computeIfAbsent(second, _ -> new ArrayList<>()).addAll(parts));
    }

    /// One interval per second, in the order of time.
    public List<Second> merged() {
        var merged = new ArrayList<Second>();
        for (var parts : seconds.values()) {
            merged.add(
                    parts.stream()
                            .map(CompressedInterval::decompressed)
                            .reduce(MergedIntervals::merge)
                            .orElseThrow());
        }
        int last = merged.size() - 1;
        if (last > 0 && merged.get(last).window().seconds() < SHORTEST_SECONDS) {
            merged.set(last - 1, merge(merged.get(last - 1), merged.get(last)));
            merged.remove(last);
        }
        return merged;
    }

    /// Adds the second's values to the first's.
    private static Second merge(Second a, Second b) {
        a.responseTime().add(b.responseTime());
        a.serviceTime().add(b.serviceTime());
        long start = a.window().startNanos();
        long end = b.window().endNanos();
        return new Second(
                new Window(
                        start - b.window().startNanos() <= 0 ? start : b.window().startNanos(),
                        end - a.window().endNanos() >= 0 ? end : a.window().endNanos()),
                a.responseTime(),
                a.serviceTime());
    }
}
