package dev.loombench.report.load;

import dev.loombench.analysis.trial.Latency;
import dev.loombench.analysis.validity.percentile.TailFinding;
import dev.loombench.report.Format;
import java.util.Locale;
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

    /// The value in words; `n/a` when nothing was recorded.
    String text(Histogram histogram) {
        return histogram.getTotalCount() == 0 ? Format.MISSING : text((double) of(histogram));
    }

    /// The recorder resolves 1 us.
    static String text(double nanos) {
        return nanos < 1_000 ? "<1 µs" : Format.time(nanos);
    }

    /// The number of responses beyond it.
    private long beyond(Latency latency) {
        return new TailFinding.Percentile(label, percentile).wholeBeyond(latency);
    }

    /// The same in words; empty for the maximum, and where nothing was recorded.
    String beyondText(Latency latency) {
        return this == MAX || latency.responseTime().getTotalCount() == 0
                ? ""
                : String.format(Locale.ROOT, "%,d", beyond(latency));
    }

    /// The value in the histogram's unit.
    long of(Histogram histogram) {
        return histogram.getValueAtPercentile(percentile);
    }
}
