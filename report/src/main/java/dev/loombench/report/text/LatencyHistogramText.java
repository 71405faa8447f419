package dev.loombench.report.text;

import dev.loombench.report.Format;
import dev.loombench.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/// A histogram of latencies for a terminal: a bar for each step of the finest scale that has few
/// enough steps.
public final class LatencyHistogramText {
    /// Marks of a decade, in tenths of its start; the finest scale first.
    private static final List<int[]> SCALES =
            List.of(
                    new int[] {10, 12, 15, 20, 25, 30, 40, 50, 60, 80},
                    new int[] {10, 20, 50},
                    new int[] {10});

    private static final int MAX_ROWS = 15;
    private static final int MAX_BAR = 40;
    private static final int MIN_BAR = 10;
    private static final int FIGURES_WIDTH = 24;

    private LatencyHistogramText() {}

    /// @param latencies at least one, ns
    /// @param width of the terminal, columns
    /// @return one line per step: its upper end, a bar, its share of all latencies
    public static List<String> of(Histogram latencies, AnsiStyle style, int width) {
        var steps = steps(latencies);
        double all = latencies.getTotalCount();
        double highest = steps.values().stream().mapToLong(n -> n).max().orElse(1);
        int bar = Math.clamp(width - FIGURES_WIDTH, MIN_BAR, MAX_BAR);
        var lines = new ArrayList<String>();
        steps.forEach((upTo, count) -> {
            // The minimum that can be drawn, so that a single outlier is visible.
            double length = Math.max(count / highest, 1.0 / (8 * bar));
            var drawn =
                    "  %s  %8s".formatted(style.bar(BarChars.bar(length, bar)), share(count / all));
            lines.add("  %9s%s".formatted(Format.time(upTo), count == 0 ? "" : drawn));
        });
        return lines;
    }

    private static Map<Long, Long> steps(Histogram latencies) {
        return SCALES.stream()
                .map(scale -> steps(latencies, scale))
                .filter(steps -> steps.size() <= MAX_ROWS)
                .findFirst()
                .orElseThrow(); // 1 us to 1 h are 11 steps of the coarsest scale
    }

    /// Counts by upper end in ns, without gaps from the lowest to the highest latency.
    private static Map<Long, Long> steps(Histogram latencies, int[] scale) {
        var steps = new TreeMap<Long, Long>();
        long last = end(latencies.lowestEquivalentValue(latencies.getMaxValue()), scale);
        for (long at = end(latencies.getMinValue(), scale); at <= last; at = end(at + 1, scale)) {
            steps.put(at, 0L);
        }
        for (var value : latencies.recordedValues()) {
            long lowest = latencies.lowestEquivalentValue(value.getValueIteratedTo());
            steps.merge(end(lowest, scale), value.getCountAtValueIteratedTo(), Long::sum);
        }
        return steps;
    }

    /// The lowest mark of the scale from 1 us on that is not below a latency.
    private static long end(long nanos, int[] scale) {
        for (long tenth = 100; ; tenth *= 10) {
            for (int mark : scale) {
                if (mark * tenth >= nanos) {
                    return mark * tenth;
                }
            }
        }
    }

    private static String share(double share) {
        return share < 0.0001 ? "<0.01 %" : Figures.number(100 * share) + " %";
    }
}
