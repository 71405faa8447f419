package dev.loombench.cli.load;

import dev.loombench.load.LoadProgress;
import java.util.ArrayDeque;
import java.util.List;

/// Throughput of a load: now, and in each second of the last minute.
final class ThroughputHistory {
    private static final long SECOND = 1_000_000_000;
    private static final int MINUTE = 60;

    private final ArrayDeque<LoadProgress> lastSecond = new ArrayDeque<>();
    private final ArrayDeque<Double> ratePerSecond = new ArrayDeque<>();
    private LoadProgress secondStart;

    ThroughputHistory(LoadProgress start) {
        secondStart = start;
        lastSecond.add(start);
    }

    /// @param now later than the previous reading
    void add(LoadProgress now) {
        lastSecond.add(now);
        while (lastSecond.size() > 2 && now.nanos() - lastSecond.getFirst().nanos() > SECOND) {
            lastSecond.removeFirst();
        }
        if (now.nanos() - secondStart.nanos() >= SECOND) {
            ratePerSecond.add(rate(secondStart, now));
            secondStart = now;
            if (ratePerSecond.size() > MINUTE) {
                ratePerSecond.removeFirst();
            }
        }
    }

    LoadProgress latest() {
        return lastSecond.getLast();
    }

    /// Good responses per second over about the last second; NaN before the second reading.
    double rate() {
        return rate(lastSecond.getFirst(), latest());
    }

    /// Good responses in each of the last 60 seconds, oldest first.
    List<Double> ratePerSecond() {
        return List.copyOf(ratePerSecond);
    }

    private static double rate(LoadProgress from, LoadProgress to) {
        return (to.succeeded() - from.succeeded()) * 1e9 / (to.nanos() - from.nanos());
    }
}
