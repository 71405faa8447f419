package dev.loombench.stats.series;

import dev.loombench.stats.Descriptive;
import java.util.Arrays;

/// A test whether values in order of time have a trend, or neighbours that are alike.
///
/// `C = 1 - sum((x[i + 1] - x[i])²) / (2 sum((x[i] - mean)²))`, about the correlation of
/// neighbours. A trend increases it as positive correlation does. Of n independent normal values it
/// is distributed as `sum(λ[i] z[i]²) / sum(z[i]²)` with `λ[i] = cos(π i / n)`, i = 1 to n - 1, and
/// independent normal z.
///
/// Source: von Neumann, *Distribution of the Ratio of the Mean Square Successive Difference to the
/// Variance* (1941).
public final class SerialCorrelation {
    /// With fewer values, C is never far enough from 0.
    public static final int MIN_VALUES = 5;

    /// Intervals of the integration, an even number: the probability has an error below 1e-6.
    private static final int INTERVALS = 128;

    /// Standard deviations of C, `sqrt((n - 2) / ((n - 1)(n + 1)))` each, that more than 5 % of
    /// samples exceed, for any n.
    private static final double NEAR = 1.6;

    private SerialCorrelation() {}

    /// Whether C is as high as in no more than a share of the samples of independent normal values.
    ///
    /// @param x [n] any unit, in order of time
    /// @param rounding of a value to either side, in the unit of x; 0 where it is negligible
    /// @param falseAlarms the share, as in 0.01; at most 0.05
    /// @return false with fewer than five values, or where they differ by no more than their
    ///   rounding: the variance of equal values need not be 0
    public static boolean found(double[] x, double rounding, double falseAlarms) {
        int n = x.length;
        if (n < MIN_VALUES || range(x) <= 2 * rounding) {
            return false;
        }
        double steps = 0;
        for (int i = 1; i < n; i++) {
            steps += (x[i] - x[i - 1]) * (x[i] - x[i - 1]);
        }
        double c = 1 - steps / (2 * (n - 1) * Descriptive.variance(x));
        double deviation = Math.sqrt((n - 2.0) / ((n - 1.0) * (n + 1.0)));
        return c > NEAR * deviation && probabilityAbove(c, n) <= falseAlarms;
    }

    private static double range(double[] x) {
        var ends = Arrays.stream(x).summaryStatistics();
        return ends.getMax() - ends.getMin();
    }

    /// `P(sum((λ[i] - c) z[i]²) > 0)`, by Simpson's rule over `u = tan(φ)`.
    ///
    /// Source: Imhof, *Computing the Distribution of Quadratic Forms in Normal Variables*
    /// (Biometrika 48, 1961): `1/2 + 1/π ∫ sin(θ) / (u ρ) du` from 0 to infinity, with `θ =
    /// sum(atan(w[i] u)) / 2` and `ρ = product((1 + w[i]² u²)^(1/4))`.
    ///
    /// @param n number of values
    static double probabilityAbove(double c, int n) {
        var weights = new double[n - 1];
        Arrays.setAll(weights, i -> Math.cos(Math.PI * (i + 1) / n) - c);
        double step = Math.PI / 2 / INTERVALS;
        double sum = Arrays.stream(weights).sum() / 2; // at 0; the integrand is 0 at π/2
        for (int i = 1; i < INTERVALS; i++) {
            sum += (i % 2 == 0 ? 2 : 4) * integrand(weights, Math.tan(i * step));
        }
        return 0.5 + sum * step / 3 / Math.PI;
    }

    private static double integrand(double[] weights, double u) {
        double angle = 0;
        double logOfRho = 0;
        for (double w : weights) {
            angle += Math.atan(w * u) / 2;
            logOfRho += Math.log1p(w * w * u * u) / 4;
        }
        return Math.sin(angle) / (u * Math.exp(logOfRho)) * (1 + u * u);
    }
}
