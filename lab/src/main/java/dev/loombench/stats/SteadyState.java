package dev.loombench.stats;

import java.util.Arrays;

/// Whether a series has stopped moving, as throughput does once a server is warm.
///
/// Two neighbouring windows are compared by their medians: a test for each new value while a server
/// warms up, and simple enough to explain in one line of a report. What a whole series did is told
/// by its [LoadProfile].
public final class SteadyState {
    /// Median of n normal values: its standard error is this times `sigma / sqrt(n)`, `sqrt(π/2)`.
    private static final double MEDIAN_ERROR = Math.sqrt(Math.PI / 2);

    private SteadyState() {}

    /// True when the last `window` values and the `window` before have medians that differ by no
    /// more than `tolerance`, or by no more than the series' own noise explains:
    ///
    /// `|m2 - m1| <= max(tolerance * |m1|, 2 * se)`, with `se = sqrt(2) * sqrt(π/2) * sigma /
    /// sqrt(window)` the standard error of the difference of two medians.
    ///
    /// `sigma = 1.4826 * MAD(x[i+1] - x[i]) / sqrt(2)` comes from the steps between neighbours,
    /// less the usual step, so a steady climb does not pass for noise. Noise has its say so that a
    /// noisy but settled server is not warmed up for ever. False with fewer than `2 * window`
    /// values, or when one of those looked at is not finite.
    ///
    /// @param x [n] one value an interval, in the order of time, any unit
    /// @param window values compared with as many before, at least 2
    /// @param tolerance part of the earlier median, no unit, at least 0
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

    /// Standard deviation of one value about the course of the series.
    private static double noise(double[] x) {
        var steps = new double[x.length - 1];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = x[i + 1] - x[i];
        }
        return Descriptive.MAD_TO_SIGMA * Descriptive.mad(steps) / Math.sqrt(2);
    }
}
