package dev.loombench.traffic;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A jump of a load to a higher level, and how long that level lasts.
///
/// @param at ns after the start of the window
/// @param from the level before it, 0 or more
/// @param to the level after it, above `from`
/// @param until when the level changes again or the window ends, ns after the start of the window
public record LoadStep(long at, double from, double to, long until) {

    /// The largest jump within a window, the first of equal ones. The jump from the warm-up level
    /// to the first level counts; a ramp is not a jump.
    ///
    /// @param length length of the window, ns
    public static Optional<LoadStep> highest(LoadProfile profile, long length) {
        return steps(profile, length).stream()
                .reduce((a, b) -> b.to - b.from > a.to - a.from ? b : a);
    }

    /// The largest jump of the rate or the users; held connections and batches have none.
    public static Optional<LoadStep> highest(Workload load, long length) {
        return switch (load) {
            case LoadModel.Open open -> highest(open.rate(), length);
            case LoadModel.Closed closed -> highest(closed.users(), length);
            case LoadModel.HeldConnections _, Workload.Batch _ -> Optional.empty();
        };
    }

    private static List<LoadStep> steps(LoadProfile profile, long length) {
        var steps = new ArrayList<LoadStep>();
        var points = profile.points();
        for (int i = 0, first = 0; i < points.size(); i++) {
            var point = points.get(i);
            first = points.get(first).at().equals(point.at()) ? first : i;
            if (i + 1 == points.size() || !points.get(i + 1).at().equals(point.at())) {
                double before =
                        point.at().isZero() ? profile.warmUpLevel() : points.get(first).level();
                long at = point.at().toNanos();
                long until = Math.min(length, changeAfter(points, i));
                if (point.level() > before && until > at) {
                    steps.add(new LoadStep(at, before, point.level(), until));
                }
            }
        }
        return steps;
    }

    /// The time at which the level of a point changes.
    private static long changeAfter(List<LoadProfile.Point> points, int index) {
        int last = index;
        while (last + 1 < points.size()
                && points.get(last + 1).level() == points.get(index).level()) {
            last++;
        }
        return last + 1 == points.size() ? Long.MAX_VALUE : points.get(last).at().toNanos();
    }
}
