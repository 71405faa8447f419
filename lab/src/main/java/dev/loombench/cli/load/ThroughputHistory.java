package dev.loombench.cli.load;

import dev.loombench.load.LoadProgress;
import java.util.ArrayDeque;
import java.util.List;

/// How the rate of a load has come along: what it is now, and the last minute second by second.
final class ThroughputHistory {
    private static final long SECOND = 1_000_000_000;
    private static final int MINUTE = 60;

    private final ArrayDeque<LoadProgress> lastSecond = new ArrayDeque<>();
    private final ArrayDeque<Double> seconds = new ArrayDeque<>();
    private LoadProgress secondBegan;

    ThroughputHistory(LoadProgress start) {
        secondBegan = start;
        lastSecond.add(start);
    }

    /// @param now later than the reading before
    void add(LoadProgress now) {
        lastSecond.add(now);
        while (lastSecond.size() > 2 && now.nanos() - lastSecond.getFirst().nanos() > SECOND) {
            lastSecond.removeFirst();
        }
        if (now.nanos() - secondBegan.nanos() >= SECOND) {
            seconds.add(rate(secondBegan, now));
            secondBegan = now;
            if (seconds.size() > MINUTE) {
                seconds.removeFirst();
            }
        }
    }

    LoadProgress now() {
        return lastSecond.getLast();
    }

    /// Good answers a second over the last second or so; NaN before the second reading.
    double rate() {
        return rate(lastSecond.getFirst(), now());
    }

    /// Good answers a second of each second gone by, of the last 60, oldest first.
    List<Double> seconds() {
        return List.copyOf(seconds);
    }

    private static double rate(LoadProgress from, LoadProgress to) {
        return (to.succeeded() - from.succeeded()) * 1e9 / (to.nanos() - from.nanos());
    }
}
