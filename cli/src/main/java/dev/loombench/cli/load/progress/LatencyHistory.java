package dev.loombench.cli.load.progress;

import dev.loombench.load.result.LoadResult.Second;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/// Response times of a load: percentiles of the window so far, and the p99 of each second of the
/// last minute.
final class LatencyHistory {
    /// Seconds before the latest.
    private static final int EARLIER_SECONDS = 59;

    /// Largest difference of the starts of the same second on two workers, ns.
    private static final long SAME_SECOND = 500_000_000;

    /// Of the seconds before the latest.
    private final Histogram before = histogram();

    /// Of the latest second.
    private final Histogram second = histogram();

    private long secondStart;

    /// The p99 of the seconds before it, ns.
    private final ArrayDeque<Double> earlier = new ArrayDeque<>();

    /// Response times so far, ns.
    record Percentiles(double p50, double p99, double p999) {}

    /// Adds an interval, in the order of time.
    synchronized void add(Second interval) {
        long start = interval.window().startNanos();
        if (second.getTotalCount() > 0 && Math.abs(start - secondStart) >= SAME_SECOND) {
            earlier.add(percentile(99, second));
            before.add(second);
            second.reset();
            if (earlier.size() > EARLIER_SECONDS) {
                earlier.removeFirst();
            }
        }
        secondStart = start;
        second.add(interval.responseTime());
    }

    /// All NaN before the first second is over.
    synchronized Percentiles percentiles() {
        var all = before.copy();
        all.setAutoResize(true);
        all.add(second);
        return new Percentiles(percentile(50, all), percentile(99, all), percentile(99.9, all));
    }

    /// The p99 of each of the last 60 seconds, ns, oldest first, without seconds that have no
    /// response.
    synchronized List<Double> p99PerSecond() {
        var seconds = new ArrayList<>(earlier);
        if (second.getTotalCount() > 0) {
            seconds.add(percentile(99, second));
        }
        return seconds;
    }

    private static double percentile(double percentile, Histogram histogram) {
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
