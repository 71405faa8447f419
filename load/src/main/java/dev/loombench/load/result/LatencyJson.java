package dev.loombench.load.result;

import java.util.Optional;
import org.HdrHistogram.Histogram;

/// A latency distribution as data, in milliseconds.
public record LatencyJson(
        long count,
        double p50Millis,
        double p75Millis,
        double p90Millis,
        double p95Millis,
        double p99Millis,
        double p999Millis,
        double p9999Millis,
        double maxMillis,
        double meanMillis) {

    /// @param histogram of ns
    /// @return empty when nothing was recorded
    public static Optional<LatencyJson> of(Histogram histogram) {
        return histogram.getTotalCount() == 0
                ? Optional.empty()
                : Optional.of(
                        new LatencyJson(
                                histogram.getTotalCount(),
                                millis(histogram, 50),
                                millis(histogram, 75),
                                millis(histogram, 90),
                                millis(histogram, 95),
                                millis(histogram, 99),
                                millis(histogram, 99.9),
                                millis(histogram, 99.99),
                                histogram.getMaxValue() / 1e6,
                                histogram.getMean() / 1e6));
    }

    private static double millis(Histogram histogram, double percentile) {
        return histogram.getValueAtPercentile(percentile) / 1e6;
    }
}
