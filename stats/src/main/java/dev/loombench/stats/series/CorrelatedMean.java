package dev.loombench.stats.series;

import dev.loombench.stats.Descriptive;

/// The mean of a series whose neighbouring values correlate, as the seconds of a window do.
public final class CorrelatedMean {
    /// Beyond it, a short series says nothing about its mean.
    private static final double MAX_CORRELATION = 0.9;

    private CorrelatedMean() {}

    /// `sqrt(s² / n * (1 + r) / (1 - r))`, r being the correlation of neighbours, 0 to 0.9, with `1
    /// / n` added for the bias of its estimate.
    ///
    /// Source: Box, Jenkins and Reinsel, *Time Series Analysis* (1994), section 2.1.
    ///
    /// @param x [n] at least two values, any unit, in order of time
    /// @return same unit
    public static double standardError(double[] x) {
        double variance = Descriptive.variance(x);
        double r = Math.clamp(correlation(x) + 1.0 / x.length, 0, MAX_CORRELATION);
        return Math.sqrt(variance / x.length * (1 + r) / (1 - r));
    }

    /// `sum((x[i] - mean)(x[i + 1] - mean)) / sum((x[i] - mean)²)`; 0 of equal values.
    private static double correlation(double[] x) {
        double mean = Descriptive.mean(x);
        double products = 0;
        double squares = 0;
        for (int i = 0; i < x.length; i++) {
            squares += (x[i] - mean) * (x[i] - mean);
            products += i == 0 ? 0 : (x[i - 1] - mean) * (x[i] - mean);
        }
        return squares == 0 ? 0 : products / squares;
    }
}
