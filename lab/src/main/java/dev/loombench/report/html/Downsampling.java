package dev.loombench.report.html;

import dev.loombench.result.Observation.Point;
import java.util.ArrayList;
import java.util.List;

/// Fewer points for the same picture: of each stretch of time the lowest and the highest stay.
final class Downsampling {
    private Downsampling() {}

    /// @param points [n] in the order of time
    /// @param most 2 or more
    /// @return [at most `most`] in the order of time; all of them when they are no more than that.
    ///   The least and the greatest value are always among them.
    static List<Point> of(List<Point> points, int most) {
        if (points.size() <= most) {
            return points;
        }
        int stretches = most / 2;
        var kept = new ArrayList<Point>(most);
        for (int s = 0; s < stretches; s++) {
            int from = (int) ((long) s * points.size() / stretches);
            int to = (int) ((long) (s + 1) * points.size() / stretches);
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
