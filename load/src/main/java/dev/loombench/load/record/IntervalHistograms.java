package dev.loombench.load.record;

import org.HdrHistogram.Histogram;

/// The histograms into which a worker records an interval. They go to the `IntervalCollector` when
/// full and come back empty.
final class IntervalHistograms {
    /// The unit of the smallest values, in ns: 0.1 % from 64 us upwards, and exact to this unit
    /// below.
    static final long LOWEST = 64;

    /// 1 h, in ns: longer values are recorded as this.
    static final long HIGHEST = 3_600_000_000_000L;

    static final int DIGITS = 3;

    final Histogram responseTime = empty();
    final Histogram serviceTime = empty();
    final OpenIntervals owner;

    /// The second of the window in which it began, from 0.
    int second;

    long startNanos;
    long endNanos;

    /// Its requests that have not ended.
    long pending;

    IntervalHistograms(OpenIntervals owner) {
        this.owner = owner;
    }

    void clear() {
        responseTime.reset();
        serviceTime.reset();
        pending = 0;
    }

    static Histogram empty() {
        return new Histogram(LOWEST, HIGHEST, DIGITS);
    }

    static void record(Histogram histogram, long nanos) {
        histogram.recordValue(Math.clamp(nanos, 0, HIGHEST));
    }
}
