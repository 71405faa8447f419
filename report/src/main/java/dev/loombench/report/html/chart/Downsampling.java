package dev.loombench.report.html.chart;

import dev.loombench.observe.result.Observation.Point;
import java.util.ArrayList;
import java.util.List;

/// Downsampling that keeps the lowest and the highest point of each time segment.
public final class Downsampling {
    private Downsampling() {}

    /// @param points [n] in order of time
    /// @param maxPoints 2 or more
    /// @return [at most `maxPoints`] in order of time; all of them when there are no more than
    ///   that; the lowest and the highest value are always included
    public static List<Point> of(List<Point> points, int maxPoints) {
        if (points.size() <= maxPoints) {
            return points;
        }
        int segments = maxPoints / 2;
        var kept = new ArrayList<Point>(maxPoints);
        for (int s = 0; s < segments; s++) {
            int from = (int) ((long) s * points.size() / segments);
            int to = (int) ((long) (s + 1) * points.size() / segments);
            extremes(points, from, to, kept);
        }
        return kept;
    }

    private static void extremes(List<Point> points, int from, int to, List<Point> kept) {
        int lowest = from;
        int highest = from;
        for (int i = from + 1; i < to; i++) {
            lowest = points.get(i).value() < points.get(lowest).value() ? i : lowest;
            highest = points.get(i).value() > points.get(highest).value() ? i : highest;
        }
        kept.add(points.get(Math.min(lowest, highest)));
        if (lowest != highest) {
            kept.add(points.get(Math.max(lowest, highest)));
        }
    }
}
