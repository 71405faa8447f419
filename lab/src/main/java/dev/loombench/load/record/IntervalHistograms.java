package dev.loombench.load.record;

import org.HdrHistogram.Histogram;

/// The histograms that a loop records an interval into. They go to the `IntervalCollector` when
/// full and come back empty.
final class IntervalHistograms {
    /// The unit of the smallest values, in ns: 0.1 % up from 64 us, and exact to this below.
    static final long LOWEST = 64;

    /// 1 h: what is longer is recorded as this; in ns.
    static final long HIGHEST = 3_600_000_000_000L;

    static final int DIGITS = 3;

    final Histogram responseTime = new Histogram(LOWEST, HIGHEST, DIGITS);
    final Histogram serviceTime = new Histogram(LOWEST, HIGHEST, DIGITS);
    final Recorder home;

    /// Which second of the window it began in, from 0.
    int second;

    long startNanos;
    long endNanos;

    IntervalHistograms(Recorder home) {
        this.home = home;
    }

    void clear() {
        responseTime.reset();
        serviceTime.reset();
    }

    static void record(Histogram histogram, long nanos) {
        histogram.recordValue(Math.clamp(nanos, 0, HIGHEST));
    }
}
