package dev.loombench.cli.load.progress;

import dev.loombench.load.result.LoadProgress;
import java.util.ArrayDeque;
import java.util.List;

/// Throughput of a load: now, and in each second of the last minute.
final class ThroughputHistory {
    private static final long SECOND = 1_000_000_000;
    private static final int MINUTE = 60;

    private final ArrayDeque<LoadProgress> lastSecond = new ArrayDeque<>();
    private final ArrayDeque<LoadProgress> lastMinute = new ArrayDeque<>();
    private final ArrayDeque<Double> ratePerSecond = new ArrayDeque<>();
    private LoadProgress secondStart;

    ThroughputHistory(LoadProgress start) {
        secondStart = start;
        lastSecond.add(start);
        lastMinute.add(start);
    }

    /// @param now later than the previous reading
    void add(LoadProgress now) {
        keep(lastSecond, now, SECOND);
        keep(lastMinute, now, MINUTE * SECOND);
        if (now.nanos() - secondStart.nanos() >= SECOND) {
            ratePerSecond.add(rate(secondStart, now));
            secondStart = now;
            if (ratePerSecond.size() > MINUTE) {
                ratePerSecond.removeFirst();
            }
        }
    }

    /// Adds a reading, and drops those older than `length`, apart from the one before.
    private static void keep(ArrayDeque<LoadProgress> readings, LoadProgress now, long length) {
        readings.add(now);
        while (readings.size() > 2 && now.nanos() - readings.getFirst().nanos() > length) {
            readings.removeFirst();
        }
    }

    LoadProgress latest() {
        return lastSecond.getLast();
    }

    /// Good responses per second over about the last second or, below 10/s, the last minute; NaN
    /// before the second reading.
    double rate() {
        return latest().throughput(lastMinute.getFirst(), lastSecond.getFirst());
    }

    /// Good responses in each of the last 60 seconds, oldest first.
    List<Double> ratePerSecond() {
        return List.copyOf(ratePerSecond);
    }

    private static double rate(LoadProgress from, LoadProgress to) {
        return (to.succeeded() - from.succeeded()) * 1e9 / (to.nanos() - from.nanos());
    }
}
