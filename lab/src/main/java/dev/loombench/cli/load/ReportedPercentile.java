package dev.loombench.cli.load;

import org.HdrHistogram.Histogram;

/// The points of a latency distribution that the text report shows.
enum ReportedPercentile {
    P50("p50", 50),
    P75("p75", 75),
    P90("p90", 90),
    P95("p95", 95),
    P99("p99", 99),
    P999("p99.9", 99.9),
    P9999("p99.99", 99.99),
    MAX("max", 100);

    private final String label;
    private final double percentile;

    ReportedPercentile(String label, double percentile) {
        this.label = label;
        this.percentile = percentile;
    }

    String label() {
        return label;
    }

    double percent() {
        return percentile;
    }

    /// The value in the histogram's unit.
    long of(Histogram histogram) {
        return histogram.getValueAtPercentile(percentile);
    }
}
