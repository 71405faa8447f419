package dev.loombench.cli;

import dev.loombench.result.LoadResult.Interval;
import java.util.ArrayDeque;
import java.util.List;
import org.HdrHistogram.Histogram;

/// How the response times of a load have come along: all of its window so far, and the p99 of each
/// second of the last minute.
final class LatencyTrack {
    private static final int MINUTE = 60;

    /// Loops fill the same second within this of one another, ns.
    private static final long SAME_SECOND = 500_000_000;

    private final Histogram all = histogram();
    private final ArrayDeque<Second> seconds = new ArrayDeque<>();

    /// @param start on the monotonic clock, ns
    private record Second(long start, Histogram responseTime) {}

    /// Response times so far, ns.
    record SoFar(double p50, double p99, double p999) {}

    /// From the thread that gathers.
    synchronized void add(Interval interval) {
        all.add(interval.responseTime());
        second(interval.window().startNanos()).responseTime().add(interval.responseTime());
        if (seconds.size() > MINUTE) {
            seconds.removeFirst();
        }
    }

    /// All NaN before the first second is over.
    synchronized SoFar soFar() {
        return new SoFar(at(50, all), at(99, all), at(99.9, all));
    }

    /// The p99 of each second gone by, ns, of the last 60, oldest first; NaN where nothing came.
    synchronized List<Double> p99OfSeconds() {
        return seconds.stream().map(s -> at(99, s.responseTime())).toList();
    }

    private Second second(long start) {
        for (var known : seconds) {
            if (Math.abs(known.start() - start) < SAME_SECOND) {
                return known;
            }
        }
        var fresh = new Second(start, histogram());
        seconds.add(fresh);
        return fresh;
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
