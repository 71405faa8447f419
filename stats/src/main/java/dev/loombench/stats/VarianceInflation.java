package dev.loombench.stats;

import java.util.Arrays;

/// The factor by which correlation in time increases the variance of a mean over windows: so many
/// observations count as one.
///
/// Batch sums instead of single observations suffice, because only sums of products are needed. The
/// mean is that of all windows together, so that a correlation which is longer than a window shows
/// as a difference between windows.
///
/// Source: Geyer, *Practical Markov Chain Monte Carlo* (1992), section 3.3, initial sequence
/// estimators.
public final class VarianceInflation {
    /// Quantile of the normal distribution that a lag has to exceed, so that noise of many lags
    /// does not add up.
    private static final double QUANTILE = 1.645;

    private VarianceInflation() {}

    /// `I = B / (B - min(2 K + 1, B / 2)) * (c[0] + 2 * (c[1] + ... + c[K])) / total`, at least 1.
    ///
    /// `c[k]` is the sum of `d[w][t] * d[w][t + k]` over all windows w and times t, and B the
    /// number of batches in all. K is the last lag before the first whose mean product is at most
    /// `1.645 / sqrt(pairs)` of that of lag 0, and at most half of the longest window. The factor
    /// corrects the loss by the common mean.
    ///
    /// For independent observations I is near 1. For a correlation `exp(-t / T)` it is the number
    /// of observations in `2 T`; in windows of few times that number it is too low.
    ///
    /// @param d [windows][batches of the window] sum of the deviations from the mean of all
    ///   windows, of the observations in each batch
    /// @param total sum of the squared deviations of all observations, above 0, in the unit of d
    ///   squared
    public static double of(double[][] d, double total) {
        double batches = pairs(d, 0);
        double zero = products(d, 0);
        double sum = zero;
        int longest = Arrays.stream(d).mapToInt(w -> w.length).max().orElse(0);
        int lag = 1;
        while (lag <= longest / 2 && isSignificant(d, lag, zero / batches)) {
            sum += 2 * products(d, lag);
            lag++;
        }
        double lost = Math.min(2 * lag - 1, batches / 2);
        return Math.max(1, batches / (batches - lost) * sum / total);
    }

    /// Whether neighbouring batches are alike beyond noise, so that what makes them high or low
    /// lasts longer than one: whether K is at least 1 in windows of two batches or more.
    ///
    /// @param d as of [#of]
    public static boolean isCorrelated(double[][] d) {
        return isSignificant(d, 1, products(d, 0) / pairs(d, 0));
    }

    /// @param zero mean product of lag 0
    private static boolean isSignificant(double[][] d, int lag, double zero) {
        int pairs = pairs(d, lag);
        return products(d, lag) / pairs > QUANTILE / Math.sqrt(pairs) * zero;
    }

    private static double products(double[][] d, int lag) {
        double sum = 0;
        for (var window : d) {
            for (int t = 0; t + lag < window.length; t++) {
                sum += window[t] * window[t + lag];
            }
        }
        return sum;
    }

    private static int pairs(double[][] d, int lag) {
        return Arrays.stream(d).mapToInt(w -> Math.max(0, w.length - lag)).sum();
    }
}
