package dev.loombench.analysis.trial;

import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/// Merges histograms by adding their counts, as pooled percentiles require.
public final class Histograms {
    private Histograms() {}

    public static Histogram merged(Stream<Histogram> parts) {
        var all = new Histogram(3);
        all.setAutoResize(true);
        parts.forEach(all::add);
        return all;
    }

    /// Empty where nothing was recorded.
    public static OptionalDouble percentile(Histogram histogram, double percent) {
        return histogram.getTotalCount() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of((double) histogram.getValueAtPercentile(percent));
    }
}
