package dev.loombench.requests;

import java.util.Arrays;
import java.util.OptionalLong;
import java.util.function.IntPredicate;

/// The entries of a log that are arrivals: the time of each, how long its request took where the
/// time is that of its end, and its request.
final class TimedEntries {
    private static final long SECOND = 1_000_000_000;

    /// The duration of an entry whose time is taken as that of the arrival.
    private static final long NONE = -1;

    private long[] times = new long[1_024];
    private long[] durations = new long[1_024];
    private int[] requests = new int[1_024];
    private int count;

    /// @param time ns since the epoch
    /// @param duration ns from the arrival to that time, if it is known
    void add(long time, OptionalLong duration, int request) {
        if (count == times.length) {
            times = Arrays.copyOf(times, 2 * count);
            durations = Arrays.copyOf(durations, 2 * count);
            requests = Arrays.copyOf(requests, 2 * count);
        }
        times[count] = time;
        durations[count] = duration.isPresent() ? Math.min(time, duration.getAsLong()) : NONE;
        requests[count] = request;
        count++;
    }

    int count() {
        return count;
    }

    /// How many have a duration.
    int ends() {
        return (int) Arrays.stream(durations, 0, count).filter(d -> d != NONE).count();
    }

    /// Times as the log has them, ns since the epoch.
    long[] times() {
        return Arrays.copyOf(times, count);
    }

    /// What to subtract from each time, ns.
    long[] durations() {
        return Arrays.stream(durations, 0, count).map(d -> Math.max(0, d)).toArray();
    }

    int[] requests() {
        return Arrays.copyOf(requests, count);
    }

    /// Replaces requests by their indices among those that are sent, and removes the others.
    ///
    /// @return number of removed entries
    int keepSent(int[] indices) {
        for (int i = 0; i < count; i++) {
            requests[i] = indices[requests[i]];
        }
        return keep(i -> requests[i] >= 0);
    }

    /// Removes entries that began long before the first entry of the log, which lacks the others of
    /// that time: more than a second, and more than the median duration.
    ///
    /// @return number of removed entries
    int keepBegunWithin() {
        long[] known = Arrays.stream(durations, 0, count).filter(d -> d != NONE).sorted().toArray();
        if (known.length == 0) {
            return 0;
        }
        long first = Arrays.stream(times, 0, count).min().orElseThrow();
        long earliest = first - Math.max(SECOND, known[known.length / 2]);
        return keep(i -> times[i] - Math.max(0, durations[i]) >= earliest);
    }

    private int keep(IntPredicate isKept) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (isKept.test(i)) {
                times[kept] = times[i];
                durations[kept] = durations[i];
                requests[kept] = requests[i];
                kept++;
            }
        }
        int removed = count - kept;
        count = kept;
        return removed;
    }
}
