package dev.loombench.report.text;

import dev.loombench.report.Format;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/// How latencies are spread: a bar for each step of a scale, the finest whose bars the eye takes
/// in.
public final class LatencyHistogramText {
    /// Marks of a decade, in tenths of its beginning; the finest first.
    private static final List<int[]> SCALES =
            List.of(
                    new int[] {10, 12, 15, 20, 25, 30, 40, 50, 60, 80},
                    new int[] {10, 20, 50},
                    new int[] {10});

    private static final int MOST_ROWS = 15;
    private static final int WIDEST_BAR = 40;
    private static final int NARROWEST_BAR = 10;
    private static final int ROOM_FOR_FIGURES = 24;

    private LatencyHistogramText() {}

    /// @param latencies at least one, ns
    /// @param width of the terminal, columns
    /// @return a line a step: its upper end, a bar, the share of all latencies that lie in it
    public static List<String> of(Histogram latencies, AnsiStyle paint, int width) {
        var steps = steps(latencies);
        double all = latencies.getTotalCount();
        double most = steps.values().stream().mapToLong(n -> n).max().orElse(1);
        int bar = Math.clamp(width - ROOM_FOR_FIGURES, NARROWEST_BAR, WIDEST_BAR);
        var lines = new ArrayList<String>();
        steps.forEach((upTo, count) -> {
            // The least that can be drawn, so that a rare straggler is still seen.
            double length = Math.max(count / most, 1.0 / (8 * bar));
            var drawn =
                    "  %s  %8s".formatted(paint.bar(BarChars.bar(length, bar)), share(count / all));
            lines.add("  %9s%s".formatted(Format.time(upTo), count == 0 ? "" : drawn));
        });
        return lines;
    }

    private static Map<Long, Long> steps(Histogram latencies) {
        return SCALES.stream()
                .map(scale -> steps(latencies, scale))
                .filter(steps -> steps.size() <= MOST_ROWS)
                .findFirst()
                .orElseThrow(); // 1 us to 1 h are 11 steps of the coarsest
    }

    /// Upper end, ns -> how many; without a gap from the lowest latency to the highest.
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

    /// The first mark of the scale that is not below a latency, from 1 us on.
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
        return share < 0.0001 ? "<0.01 %" : Format.number(100 * share) + " %";
    }
}
