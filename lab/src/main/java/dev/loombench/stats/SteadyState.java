package dev.loombench.stats;

import java.util.Arrays;

/// Detects whether a series has reached a steady state, as throughput does once a server is warm.
///
/// Compares the medians of two neighbouring windows: a test for each new value during warm-up that
/// fits into one line of a report. [Trend] classifies a whole series.
public final class SteadyState {
    /// Standard error of the median of n normal values, in units of `sigma / sqrt(n)`: `sqrt(π/2)`.
    private static final double MEDIAN_ERROR = Math.sqrt(Math.PI / 2);

    private SteadyState() {}

    /// True when the medians of the last `window` values and of the `window` values before differ
    /// by no more than `tolerance`, or by no more than the series' noise explains:
    ///
    /// `|m2 - m1| <= max(tolerance * |m1|, 2 * se)`, with `se = sqrt(2) * sqrt(π/2) * sigma /
    /// sqrt(window)` the standard error of the difference of two medians.
    ///
    /// `sigma = 1.4826 * MAD(x[i+1] - x[i]) / sqrt(2)` comes from the differences of neighbours
    /// about their median, so that a constant slope does not count as noise. Noise is taken into
    /// account so that the warm-up of a noisy but settled server ends. False with fewer than `2 *
    /// window` values, or when one of the last `2 * window` is not finite.
    ///
    /// @param x [n] one value per interval, in time order, any unit
    /// @param window number of values compared with as many before, at least 2
    /// @param tolerance share of the earlier median, no unit, at least 0
    public static boolean reached(double[] x, int window, double tolerance) {
        if (window < 2 || !(tolerance >= 0)) {
            throw new IllegalArgumentException(
                    "window %d, tolerance %s".formatted(window, tolerance));
        }
        if (x.length / 2 < window) {
            return false;
        }
        var split = x.length - window;
        var recent = Arrays.copyOfRange(x, split - window, x.length);
        if (!Arrays.stream(recent).allMatch(Double::isFinite)) {
            return false;
        }
        var before = Descriptive.median(Arrays.copyOfRange(recent, 0, window));
        var after = Descriptive.median(Arrays.copyOfRange(recent, window, 2 * window));
        var error = Math.sqrt(2) * MEDIAN_ERROR * noise(recent) / Math.sqrt(window);
        return Math.abs(after - before) <= Math.max(tolerance * Math.abs(before), 2 * error);
    }

    /// Standard deviation of one value around the local level of the series.
    private static double noise(double[] x) {
        var steps = new double[x.length - 1];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = x[i + 1] - x[i];
        }
        return Descriptive.MAD_TO_SIGMA * Descriptive.mad(steps) / Math.sqrt(2);
    }
}
