package dev.loombench.stats.series;

import dev.loombench.stats.Descriptive;
import java.util.ArrayList;
import java.util.List;

/// Classification of a speed over time, in the terms of Barrett and others, *Virtual Machine Warmup
/// Blows Hot and Cold* (OOPSLA 2017).
///
/// A single value far from both its neighbours is a hiccup and is replaced by the median of the
/// three. The series is then split where its level [changes][ChangePoints]. Neighbouring segments
/// whose means differ by no more than the tolerance form one level. The levels decide:
///
/// | trend | levels |
/// |---|---|
/// | flat | one |
/// | cyclic | alternating, three changes or more, between recurring levels |
/// | never steady | the last level lasts for less than a quarter of the series |
/// | slowing down | the last level is below an earlier one |
/// | warm-up | the last level is the highest |
public sealed interface Trend {

    record Flat() implements Trend {}

    /// @param from index at which the last and highest level begins
    record WarmUp(int from) implements Trend {}

    /// @param from index at which the last level begins
    /// @param share of the highest earlier level that was lost, 0..1
    record SlowingDown(int from, double share) implements Trend {}

    /// @param turns changes from one level to another
    record Cyclic(int turns) implements Trend {}

    /// @param from index of the last change
    record NeverSteady(int from) implements Trend {}

    /// Minimum number of values of a trend; a shorter series is flat.
    int FEWEST = 8;

    /// Minimum number of values of a level.
    int SHORTEST_LEVEL = 3;

    /// The share of the series that the last level must cover.
    double SHORTEST_LAST_SHARE = 0.25;

    /// Distance in standard deviations of the noise beyond which a single value is a hiccup.
    double HICCUP_SIGMAS = 4;

    /// Minimum number of level changes of a cycle.
    int FEWEST_TURNS = 3;

    /// @param x [n] speed, one value per interval, in time order: higher is faster
    /// @param tolerance difference of two levels that count as one, as a share of the larger, no
    ///   unit
    /// @param sigma noise of the values around their level, in the unit of the series, above 0; of
    ///   correlated values, √n times that of a mean of n
    static Trend of(double[] x, double tolerance, double sigma) {
        if (!(tolerance >= 0)) {
            throw new IllegalArgumentException("tolerance " + tolerance);
        }
        return x.length < FEWEST
                ? new Flat()
                : of(levels(x, tolerance, sigma), x.length, tolerance);
    }

    /// The trends of series with a common noise, which is [estimated][LevelNoise] from all of them:
    /// correlated neighbours do not count as levels.
    ///
    /// @param series as x, each with a mean above 0
    static List<Trend> of(List<double[]> series, double tolerance) {
        double noise = LevelNoise.relative(series, SHORTEST_LEVEL);
        return series.stream()
                .map(x ->
                        x.length < FEWEST
                                ? new Flat()
                                : of(x, tolerance, noise * Descriptive.mean(x)))
                .toList();
    }

    private static Trend of(List<Level> levels, int n, double tolerance) {
        if (levels.size() == 1) {
            return new Flat();
        }
        var last = levels.getLast();
        int turns = levels.size() - 1;
        if (turns >= FEWEST_TURNS && isRecurring(levels, tolerance)) {
            return new Cyclic(turns);
        }
        if (n - last.from < SHORTEST_LAST_SHARE * n) {
            return new NeverSteady(last.from);
        }
        double highest = levels.stream().mapToDouble(Level::mean).max().orElseThrow();
        return same(last.mean, highest, tolerance)
                ? new WarmUp(last.from)
                : new SlowingDown(last.from, 1 - last.mean / highest);
    }

    /// Whether each level is close to the one two before it.
    private static boolean isRecurring(List<Level> levels, double tolerance) {
        for (int i = 2; i < levels.size(); i++) {
            double turn = Math.abs(levels.get(i - 1).mean - levels.get(i - 2).mean);
            double distance = Math.abs(levels.get(i).mean - levels.get(i - 2).mean);
            if (distance > Math.max(turn / 2, tolerance * Math.abs(levels.get(i).mean))) {
                return false;
            }
        }
        return true;
    }

    private static double[] withoutHiccups(double[] x) {
        double far = HICCUP_SIGMAS * ChangePoints.noise(x);
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

    private static List<Level> levels(double[] series, double tolerance, double sigma) {
        var x = withoutHiccups(series);
        var bounds = new ArrayList<Integer>();
        bounds.add(0);
        bounds.addAll(ChangePoints.of(x, SHORTEST_LEVEL, sigma));
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
