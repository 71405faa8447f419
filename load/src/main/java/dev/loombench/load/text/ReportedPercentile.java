package dev.loombench.load.text;

import dev.loombench.load.result.ResponsesBeyond;
import dev.loombench.text.Figures;
import java.util.Locale;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/// The points of a latency distribution that a text shows.
public enum ReportedPercentile {
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

    public String label() {
        return label;
    }

    public double percent() {
        return percentile;
    }

    /// The value in words; `n/a` when nothing was recorded.
    public String text(Histogram histogram) {
        return histogram.getTotalCount() == 0 ? Figures.MISSING : text((double) of(histogram));
    }

    /// The recorder resolves 1 us.
    public static String text(double nanos) {
        return nanos < 1_000 ? "<1 µs" : Figures.time(nanos);
    }

    /// The number of [responses beyond][ResponsesBeyond] it; empty for the maximum, and where
    /// nothing was recorded.
    public String beyondText(Histogram sent, Optional<Histogram> arriving) {
        if (this == MAX || sent.getTotalCount() == 0) {
            return "";
        }
        long beyond = ResponsesBeyond.whole(ResponsesBeyond.of(sent, arriving, percentile));
        return String.format(Locale.ROOT, "%,d", beyond);
    }

    /// The value in the histogram's unit.
    private long of(Histogram histogram) {
        return histogram.getValueAtPercentile(percentile);
    }
}
