package dev.loombench.stats.series;

import dev.loombench.stats.Descriptive;
import java.util.Arrays;

/// A test whether values in order of time have a trend, or neighbours that are alike.
///
/// `C = 1 - sum((x[i + 1] - x[i])²) / (2 sum((x[i] - mean)²))`, about the correlation of
/// neighbours. Of independent normal values its mean is 0 and its variance `(n - 2) / ((n - 1)(n +
/// 1))`. A trend increases it as positive correlation does.
///
/// Source: von Neumann, *Distribution of the Ratio of the Mean Square Successive Difference to the
/// Variance* (1941); Young, *On Randomness in Ordered Sequences* (1941).
public final class SerialCorrelation {
    /// With fewer values, C is never far enough from 0.
    public static final int MIN_VALUES = 5;

    private SerialCorrelation() {}

    /// Whether C is above `(2.33 - 1.3 / n) sqrt((n - 2) / ((n - 1)(n + 1)))`, as in 1 % of samples
    /// of independent normal values (fitted to 100,000 simulated samples for each n from 5 to 30).
    ///
    /// @param x [n] any unit, in order of time
    /// @param rounding of a value to either side, in the unit of x; 0 where it is negligible
    /// @return false with fewer than five values, or where they differ by no more than their
    ///   rounding: the variance of equal values need not be 0
    public static boolean found(double[] x, double rounding) {
        return found(x, rounding, 2.33 - 1.3 / x.length);
    }

    /// The same at 0.2 %, so that five tests share 1 %: above `2.88 - 3.3 / n` in place of `2.33 -
    /// 1.3 / n`, fitted likewise.
    public static boolean foundAmongFive(double[] x, double rounding) {
        return found(x, rounding, 2.88 - 3.3 / x.length);
    }

    private static boolean found(double[] x, double rounding, double deviations) {
        int n = x.length;
        if (n < MIN_VALUES || range(x) <= 2 * rounding) {
            return false;
        }
        double steps = 0;
        for (int i = 1; i < n; i++) {
            steps += (x[i] - x[i - 1]) * (x[i] - x[i - 1]);
        }
        double c = 1 - steps / (2 * (n - 1) * Descriptive.variance(x));
        return c > deviations * Math.sqrt((n - 2.0) / ((n - 1.0) * (n + 1.0)));
    }

    private static double range(double[] x) {
        var ends = Arrays.stream(x).summaryStatistics();
        return ends.getMax() - ends.getMin();
    }
}
