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

    /// One of the recorded values in ascending order.
    ///
    /// @param rank from 1 to their number
    public static double ordered(Histogram histogram, long rank) {
        return histogram.getValueAtPercentile(
                100 * (rank - 0.5) / (double) histogram.getTotalCount());
    }

    /// Empty where nothing was recorded.
    public static OptionalDouble percentile(Histogram histogram, double percent) {
        return histogram.getTotalCount() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of((double) histogram.getValueAtPercentile(percent));
    }
}
