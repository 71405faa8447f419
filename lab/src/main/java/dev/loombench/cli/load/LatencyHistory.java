package dev.loombench.cli.load;

import dev.loombench.result.LoadResult.Interval;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/// How the response times of a load have come along: all of its window so far, and the p99 of each
/// second of the last minute.
final class LatencyHistory {
    /// Seconds before the latest.
    private static final int BEFORE = 59;

    /// Loops fill the same second within this of one another, ns.
    private static final long SAME_SECOND = 500_000_000;

    private final Histogram all = histogram();

    /// The latest second, used over and over; and when it began.
    private final Histogram second = histogram();

    private long secondStart;

    /// The p99 of those before it, ns.
    private final ArrayDeque<Double> past = new ArrayDeque<>();

    /// Response times so far, ns.
    record SoFar(double p50, double p99, double p999) {}

    /// From the thread that gathers, in the order of time.
    synchronized void add(Interval interval) {
        long start = interval.window().startNanos();
        if (second.getTotalCount() > 0 && Math.abs(start - secondStart) >= SAME_SECOND) {
            past.add(at(99, second));
            second.reset();
            if (past.size() > BEFORE) {
                past.removeFirst();
            }
        }
        secondStart = start;
        second.add(interval.responseTime());
        all.add(interval.responseTime());
    }

    /// All NaN before the first second is over.
    synchronized SoFar soFar() {
        return new SoFar(at(50, all), at(99, all), at(99.9, all));
    }

    /// The p99 of each second gone by, ns, of the last 60, oldest first; those in which nothing
    /// came are left out.
    synchronized List<Double> p99OfSeconds() {
        var seconds = new ArrayList<>(past);
        if (second.getTotalCount() > 0) {
            seconds.add(at(99, second));
        }
        return seconds;
    }

    private static double at(double percentile, Histogram histogram) {
        return histogram.getTotalCount() == 0
                ? Double.NaN
                : histogram.getValueAtPercentile(percentile);
    }

    private static Histogram histogram() {
        var histogram = new Histogram(64, 128, 3);
        histogram.setAutoResize(true);
        return histogram;
    }
}
