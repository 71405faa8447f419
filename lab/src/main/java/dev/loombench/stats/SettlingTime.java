package dev.loombench.stats;

import java.util.Arrays;

/// How long a rate took, after a step of what was asked for, to come to the level that it then
/// kept.
///
/// The level is the median of the second half of the series. The rate has settled from the first
/// value on after which none differs from the level by more than the tolerance, except lone ones: a
/// value far off both its neighbours counts as the middle of the three. Neighbouring values are
/// merged, two and two, until their noise in the second half (three standard deviations of
/// [ChangePoints]) is within the tolerance: a count that only trembles has settled.
public sealed interface SettlingTime {

    /// @param after values before the rate had settled, in units of the series given, 0 or more
    /// @param resolution values that were merged into one, 1 or more
    /// @param level kept from then on, in the unit of the series
    record Settled(int after, int resolution, double level) implements SettlingTime {}

    /// The rate still moved in the last quarter: it may settle later, or never.
    ///
    /// @param values the length of the series
    record Moving(int values) implements SettlingTime {}

    /// Too short, too noisy, or nothing at all: there is no telling.
    record Indeterminate() implements SettlingTime {}

    /// Fewer values show no level.
    int FEWEST = 8;

    /// Standard deviations that nearly every value keeps to.
    double SURE = 3;

    /// @param rate [n] values of equal length in the order of time, from the step on, 0 or more
    /// @param tolerance part of the level by which a value may differ, above 0, as in 0.05
    static SettlingTime of(double[] rate, double tolerance) {
        if (!(tolerance > 0)) {
            throw new IllegalArgumentException("tolerance " + tolerance);
        }
        var merged = rate;
        for (int width = 1; merged.length >= FEWEST; width *= 2) {
            var second = Arrays.copyOfRange(merged, merged.length / 2, merged.length);
            double level = Descriptive.median(second);
            if (level > 0 && SURE * ChangePoints.noise(second) <= tolerance * level) {
                int from = settledFrom(merged, level, tolerance * level);
                return from > merged.length * 3 / 4
                        ? new Moving(rate.length)
                        : new Settled(from * width, width, level);
            }
            merged = merged(merged);
        }
        return new Indeterminate();
    }

    private static int settledFrom(double[] x, double level, double tolerance) {
        int from = x.length;
        while (from > 0 && Math.abs(smooth(x, from - 1) - level) <= tolerance) {
            from--;
        }
        return from;
    }

    /// The middle of three; the first and the last value are as they are.
    private static double smooth(double[] x, int i) {
        return i == 0 || i == x.length - 1
                ? x[i]
                : Descriptive.median(new double[] {x[i - 1], x[i], x[i + 1]});
    }

    /// Means of two and two; of an odd number the last one is left out.
    private static double[] merged(double[] x) {
        var half = new double[x.length / 2];
        for (int i = 0; i < half.length; i++) {
            half[i] = (x[2 * i] + x[2 * i + 1]) / 2;
        }
        return half;
    }
}
