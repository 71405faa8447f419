package dev.loombench.report.html.chart;

import dev.loombench.report.Format;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/// A percentile curve for an axis with equal distances between p90, p99, p99.9 and so on.
///
/// @param x `log10(1 / (1 - p))`: 0 is the minimum, 1 is p90, 2 is p99; it ends at `log10(n)`, the
///   resolution of n values
/// @param y ms
public record PercentileCurve(List<Double> x, List<Double> y) {
    private static final int TICKS_PER_HALF_DISTANCE = 5;

    public PercentileCurve {
        x = List.copyOf(x);
        y = List.copyOf(y);
    }

    /// @param latencies at least one, ns
    public static PercentileCurve of(Histogram latencies) {
        var x = new ArrayList<Double>();
        var y = new ArrayList<Double>();
        double last = Math.log10((double) latencies.getTotalCount());
        for (var at : latencies.percentiles(TICKS_PER_HALF_DISTANCE)) {
            double nines = -Math.log10(1 - at.getPercentileLevelIteratedTo() / 100);
            if (nines < last) {
                x.add(Format.fiveDigits(nines));
                y.add(Format.fiveDigits(at.getValueIteratedTo() / 1e6));
            }
        }
        x.add(Format.fiveDigits(last));
        y.add(Format.fiveDigits(latencies.getMaxValue() / 1e6));
        return new PercentileCurve(x, y);
    }
}
