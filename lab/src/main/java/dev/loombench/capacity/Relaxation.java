package dev.loombench.capacity;

import dev.loombench.run.trial.ProbeWindow;
import dev.loombench.stats.series.CorrelationTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// How long the queue of a variant remembers, from the requests in flight in its windows so far.
///
/// A window begins with an empty queue, and a queue near saturation needs several correlation times
/// until it is as long as it stays: what is measured before is too fast.
final class Relaxation {
    /// Correlation times until the queue has its length: in M/M/1 the share of slow responses is
    /// then within 1 % of that of the long run.
    private static final double SETTLED = 2.5;

    /// The longest settling: what relaxes more slowly is no queue.
    private static final Duration LONGEST = Duration.ofSeconds(20);

    private final List<double[]> windows = new ArrayList<>();

    /// Adds a window whose queue did not grow.
    void add(double[] inFlight) {
        windows.add(inFlight);
    }

    /// The time under a load before its window opens, in addition to that in which connections are
    /// opened.
    Duration settling() {
        double samples = SETTLED * CorrelationTime.of(windows);
        long nanos = (long) (samples * ProbeWindow.SAMPLE_INTERVAL.toNanos());
        return Duration.ofNanos(Math.min(nanos, LONGEST.toNanos()));
    }
}
