package dev.loombench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/// How latencies are spread: a bar for each step of a scale 1, 2, 5, 10, or of 1, 10, 100 when they
/// span more than the eye takes in.
public final class Distribution {
    private static final int[] FINE = {1, 2, 5};
    private static final int[] COARSE = {1};
    private static final int MOST_ROWS = 15;
    private static final int WIDEST_BAR = 40;
    private static final int NARROWEST_BAR = 10;
    private static final int ROOM_FOR_FIGURES = 24;

    private Distribution() {}

    /// @param latencies at least one, ns
    /// @param width of the terminal, columns
    /// @return a line a step: its upper end, a bar, the share of all latencies that lie in it
    public static List<String> of(Histogram latencies, Paint paint, int width) {
        var fine = steps(latencies, FINE);
        var steps = fine.size() <= MOST_ROWS ? fine : steps(latencies, COARSE);
        double all = latencies.getTotalCount();
        double most = steps.values().stream().mapToLong(n -> n).max().orElse(1);
        int bar = Math.clamp(width - ROOM_FOR_FIGURES, NARROWEST_BAR, WIDEST_BAR);
        var lines = new ArrayList<String>();
        steps.forEach((upTo, count) -> {
            // The least that can be drawn, so that a rare straggler is still seen.
            double length = count == 0 ? 0 : Math.max(count / most, 1.0 / (8 * bar));
            lines.add(
                    "  %9s  %s  %8s"
                            .formatted(
                                    Format.time(upTo),
                                    paint.bar(Blocks.bar(length, bar)),
                                    count == 0 ? "" : share(count / all))
                            .stripTrailing());
        });
        return lines;
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
        for (long decade = 1_000; ; decade *= 10) {
            for (int mark : scale) {
                if (mark * decade >= nanos) {
                    return mark * decade;
                }
            }
        }
    }

    private static String share(double share) {
        return share < 0.0001 ? "<0.01 %" : Format.number(100 * share) + " %";
    }
}
