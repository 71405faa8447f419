package dev.loombench.stats.series;

import java.util.Arrays;

/// The non-decreasing sequence nearest to a sequence of values, by weighted least squares.
///
/// Pool adjacent violators: values are taken from left to right, and while the last block is below
/// the one before it, both become one block with their weighted mean.
///
/// Source: Ayer, Brunk, Ewing, Reid and Silverman, *An Empirical Distribution Function for Sampling
/// with Incomplete Information* (1955).
public final class IsotonicRegression {
    private IsotonicRegression() {}

    /// Minimizes `sum(w[i] * (f[i] - y[i])²)` under `f[0] <= f[1] <= ...`.
    ///
    /// @param y [n] finite values in the order of the predictor, any unit
    /// @param w [n] weights above 0
    /// @return [n] same unit as `y`
    public static double[] fit(double[] y, double[] w) {
        if (y.length != w.length) {
            throw new IllegalArgumentException(
                    "%d values with %d weights".formatted(y.length, w.length));
        }
        var mean = new double[y.length];
        var weight = new double[y.length];
        var end = new int[y.length];
        int blocks = 0;
        for (int i = 0; i < y.length; i++) {
            mean[blocks] = y[i];
            weight[blocks] = w[i];
            end[blocks] = i + 1;
            blocks++;
            while (blocks > 1 && mean[blocks - 2] > mean[blocks - 1]) {
                int a = blocks - 2;
                int b = blocks - 1;
                double sum = weight[a] + weight[b];
                mean[a] = (mean[a] * weight[a] + mean[b] * weight[b]) / sum;
                weight[a] = sum;
                end[a] = end[b];
                blocks--;
            }
        }
        var fitted = new double[y.length];
        for (int block = 0, from = 0; block < blocks; from = end[block++]) {
            Arrays.fill(fitted, from, end[block], mean[block]);
        }
        return fitted;
    }
}
