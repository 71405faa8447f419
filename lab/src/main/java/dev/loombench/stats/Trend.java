package dev.loombench.stats;

import java.util.ArrayList;
import java.util.List;

/// How a series of speed went, in the words of Barrett and others, *Virtual Machine Warmup Blows
/// Hot and Cold* (OOPSLA 2017).
///
/// A lone value far off both its neighbours is a hiccup and counts as the middle one of the three.
/// The series is then cut where its level [changes][ChangePoints]. Neighbouring segments whose
/// means lie no further apart than the tolerance count as one level. What is left decides:
///
/// | trend | levels |
/// |---|---|
/// | flat | one |
/// | cyclic | up and down again, three turns or more, between levels that come back |
/// | never steady | the last level holds for less than a quarter of the series |
/// | slowing down | the last level lies below some level before it |
/// | warm-up | the last level is the highest |
public sealed interface Trend {

    record Flat() implements Trend {}

    /// @param from index at which the last level, the highest, begins
    record WarmUp(int from) implements Trend {}

    /// @param from index at which the last level begins
    /// @param share of the highest level before that was lost, 0..1
    record SlowingDown(int from, double share) implements Trend {}

    /// @param turns from one level to another
    record Cyclic(int turns) implements Trend {}

    /// @param from index of the last change
    record NeverSteady(int from) implements Trend {}

    /// Fewer values than this have no trend: every series is flat.
    int FEWEST = 8;

    /// A level of fewer values than this is a hiccup.
    int SHORTEST_LEVEL = 3;

    /// The part of the series for which the last level must have held.
    double SETTLED = 0.25;

    /// Standard deviations of the noise beyond which one value is a hiccup.
    double HICCUP = 4;

    /// Turns from which on up and down is a cycle.
    int CYCLE = 3;

    /// @param x [n] speed, one value an interval, in the order of time: higher is faster
    /// @param tolerance part of a level by which another may differ and still be the same, no unit
    static Trend of(double[] x, double tolerance) {
        if (!(tolerance >= 0)) {
            throw new IllegalArgumentException("tolerance " + tolerance);
        }
        return x.length < FEWEST ? new Flat() : of(levels(x, tolerance), x.length, tolerance);
    }

    private static Trend of(List<Level> levels, int n, double tolerance) {
        if (levels.size() == 1) {
            return new Flat();
        }
        var last = levels.getLast();
        int turns = levels.size() - 1;
        if (turns >= CYCLE && comeBack(levels, tolerance)) {
            return new Cyclic(turns);
        }
        if (n - last.from < SETTLED * n) {
            return new NeverSteady(last.from);
        }
        double highest = levels.stream().mapToDouble(Level::mean).max().orElseThrow();
        return same(last.mean, highest, tolerance)
                ? new WarmUp(last.from)
                : new SlowingDown(last.from, 1 - last.mean / highest);
    }

    /// Whether each level is much like the last but one.
    private static boolean comeBack(List<Level> levels, double tolerance) {
        for (int i = 2; i < levels.size(); i++) {
            double turn = Math.abs(levels.get(i - 1).mean - levels.get(i - 2).mean);
            double missed = Math.abs(levels.get(i).mean - levels.get(i - 2).mean);
            if (missed > Math.max(turn / 2, tolerance * Math.abs(levels.get(i).mean))) {
                return false;
            }
        }
        return true;
    }

    private static double[] withoutHiccups(double[] x) {
        double far = HICCUP * ChangePoints.noise(x);
        var smooth = x.clone();
        for (int i = 1; i < x.length - 1; i++) {
            double middle = Descriptive.median(new double[] {x[i - 1], x[i], x[i + 1]});
            smooth[i] = Math.abs(x[i] - middle) > far ? middle : x[i];
        }
        return smooth;
    }

    private static boolean same(double a, double b, double tolerance) {
        return Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b));
    }

    private static List<Level> levels(double[] series, double tolerance) {
        var x = withoutHiccups(series);
        var bounds = new ArrayList<Integer>();
        bounds.add(0);
        bounds.addAll(ChangePoints.of(x, SHORTEST_LEVEL));
        bounds.add(x.length);
        var levels = new ArrayList<Level>();
        for (int i = 1; i < bounds.size(); i++) {
            var level = Level.of(x, bounds.get(i - 1), bounds.get(i));
            if (!levels.isEmpty() && same(levels.getLast().mean, level.mean, tolerance)) {
                level = Level.of(x, levels.removeLast().from, bounds.get(i));
            }
            levels.add(level);
        }
        return levels;
    }

    /// @param from index of its first value
    record Level(int from, double mean) {
        static Level of(double[] x, int from, int to) {
            double sum = 0;
            for (int i = from; i < to; i++) {
                sum += x[i];
            }
            return new Level(from, sum / (to - from));
        }
    }
}
