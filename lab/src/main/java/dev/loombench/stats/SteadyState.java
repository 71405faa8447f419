package dev.loombench.stats;

import java.util.Arrays;

/// Detects whether a series has reached a steady state, as CPU per request does once a server is
/// warm.
///
/// An equivalence test of the trend of the latest values. The change that this trend would cause
/// from the first to the last third of the window that follows must lie within the tolerance with
/// its whole confidence interval. Noise makes the interval wider and the look-back longer; it never
/// makes a series steady. [Trend] classifies a whole series.
///
/// Source: Schuirmann, *A Comparison of the Two One-Sided Tests Procedure and the Power Approach*
/// (1987).
public final class SteadyState {
    /// Minimum number of values of a look-back.
    public static final int FEWEST = 8;

    /// Confidence level of the interval: a trend at the tolerance passes one test with 5 %.
    private static final double LEVEL = 0.9;

    /// The same quantile of the normal distribution, below those of Student's.
    private static final double NORMAL_QUANTILE = 1.644;

    /// Share of the tolerance that half of the interval may take. The look-back is the shortest
    /// that achieves this. It depends on the noise and not on the trend, so that a trend is not
    /// tested until some look-back hides it.
    private static final double MAX_HALF_WIDTH = 0.7;

    /// Factor from one look-back to the next longer one.
    private static final double GROWTH = 1.1;

    private static final double MAX_CORRELATION = 0.9;

    private SteadyState() {}

    /// True when `|d * b| + t[n - 2] * d * se <= tolerance * |mean|` over the last n values, where
    /// b is their least-squares slope per value and `d = 2/3 * window` the distance between the
    /// centres of the first and the last third of the window.
    ///
    /// `se² = s² / sum((i - mean(i))²) * (1 + r) / (1 - r)`, with `s² = sum(e²) / (n - 2)` of the
    /// residuals e and r the correlation of neighbouring residuals, 0 to 0.9. It is corrected for
    /// the bias of a series without its trend, `r = (n * r1 + 2) / (n - 4)`.
    ///
    /// n is the smallest of 8 and its multiples by 1.1 with `t * d * se <= 0.7 * tolerance *
    /// |mean|`. False when the series is too short for such an n, or has a value among the last n
    /// that is not finite.
    ///
    /// @param x [m] one value per interval, in time order, any unit
    /// @param window number of values in the window that follows, at least 1
    /// @param tolerance share of the mean, no unit, at least 0
    public static boolean reached(double[] x, int window, double tolerance) {
        if (window < 1 || !(tolerance >= 0)) {
            throw new IllegalArgumentException(
                    "window %d, tolerance %s".formatted(window, tolerance));
        }
        double distance = window * 2 / 3.0;
        for (double n = FEWEST; Math.round(n) <= x.length; n *= GROWTH) {
            var latest = Arrays.copyOfRange(x, x.length - (int) Math.round(n), x.length);
            if (!Arrays.stream(latest).allMatch(Double::isFinite)) {
                return false;
            }
            var line = Line.of(latest);
            double limit = tolerance * Math.abs(line.mean);
            double error = distance * line.error;
            if (NORMAL_QUANTILE * error > MAX_HALF_WIDTH * limit) {
                continue; // without the slower quantile of Student's distribution
            }
            double half = StudentT.quantile(latest.length - 2, LEVEL) * error;
            if (half <= MAX_HALF_WIDTH * limit) {
                return Math.abs(distance * line.slope) + half <= limit;
            }
        }
        return false;
    }

    /// A least-squares line.
    ///
    /// @param slope per value
    /// @param error standard error of the slope
    private record Line(double mean, double slope, double error) {
        static Line of(double[] x) {
            int n = x.length;
            double mean = Descriptive.mean(x);
            double centre = (n - 1) / 2.0;
            double products = 0;
            double squares = 0;
            for (int i = 0; i < n; i++) {
                products += (i - centre) * (x[i] - mean);
                squares += (i - centre) * (i - centre);
            }
            double slope = products / squares;
            var residuals = new double[n];
            for (int i = 0; i < n; i++) {
                residuals[i] = x[i] - mean - slope * (i - centre);
            }
            double variance = sumOfSquares(residuals) / (n - 2);
            return new Line(mean, slope, Math.sqrt(variance / squares * inflation(residuals)));
        }

        /// Factor by which correlated neighbours increase the variance of an estimate.
        private static double inflation(double[] residuals) {
            int n = residuals.length;
            double total = sumOfSquares(residuals);
            if (total == 0) {
                return 1;
            }
            double neighbours = 0;
            for (int i = 1; i < n; i++) {
                neighbours += residuals[i] * residuals[i - 1];
            }
            double unbiased = (n * neighbours / total + 2) / (n - 4);
            double correlation = Math.clamp(unbiased, 0, MAX_CORRELATION);
            return (1 + correlation) / (1 - correlation);
        }

        private static double sumOfSquares(double[] x) {
            return Arrays.stream(x).map(v -> v * v).sum();
        }
    }
}
