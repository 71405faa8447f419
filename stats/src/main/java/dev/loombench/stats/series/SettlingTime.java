package dev.loombench.stats.series;

import dev.loombench.stats.Descriptive;
import java.util.Arrays;

/// The time that a rate takes to settle at a new level after a step of the offered load.
///
/// The level is the median of the second half of the series. The rate has settled once no later
/// value differs from the level by more than the tolerance. A single value far from both its
/// neighbours is replaced by the median of the three. Neighbouring values are merged in pairs until
/// their noise in the second half (three standard deviations of [ChangePoints]) is within the
/// tolerance, so that a noisy count can settle.
public sealed interface SettlingTime {

    /// @param after values before the rate had settled, in units of the given series, 0 or more
    /// @param resolution number of values merged into one, 1 or more
    /// @param level median after the settling, in the unit of the series
    record Settled(int after, int resolution, double level) implements SettlingTime {}

    /// The rate still changed in the last quarter: it may settle later, or never.
    ///
    /// @param values the length of the series
    record Moving(int values) implements SettlingTime {}

    /// The series is too short, too noisy or all zero.
    record Indeterminate() implements SettlingTime {}

    /// Minimum number of values that show a level.
    int FEWEST = 8;

    /// Standard deviations that nearly all values stay within.
    double NOISE_SIGMAS = 3;

    /// @param rate [n] values over equal intervals in time order, from the step on, 0 or more
    /// @param tolerance maximum deviation as a share of the level, above 0, as in 0.05
    static SettlingTime of(double[] rate, double tolerance) {
        if (!(tolerance > 0)) {
            throw new IllegalArgumentException("tolerance " + tolerance);
        }
        var merged = rate;
        for (int width = 1; merged.length >= FEWEST; width *= 2) {
            var second = Arrays.copyOfRange(merged, merged.length / 2, merged.length);
            double level = Descriptive.median(second);
            if (level > 0 && NOISE_SIGMAS * ChangePoints.noise(second) <= tolerance * level) {
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

    /// The median of three; the first and the last value are unchanged.
    private static double smooth(double[] x, int i) {
        return i == 0 || i == x.length - 1
                ? x[i]
                : Descriptive.median(new double[] {x[i - 1], x[i], x[i + 1]});
    }

    /// Means of pairs; the last value of an odd number is dropped.
    private static double[] merged(double[] x) {
        var half = new double[x.length / 2];
        for (int i = 0; i < half.length; i++) {
            half[i] = (x[2 * i] + x[2 * i + 1]) / 2;
        }
        return half;
    }
}
