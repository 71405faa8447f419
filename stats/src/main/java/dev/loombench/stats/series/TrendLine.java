package dev.loombench.stats.series;

import dev.loombench.stats.Descriptive;
import dev.loombench.stats.StudentT;
import java.util.Arrays;

/// The least-squares line of a series, with the standard error of its slope where neighbouring
/// values are correlated.
///
/// `error² = s² / sum((i - mean(i))²) * (1 + r) / (1 - r)`, with `s² = sum(e²) / (n - 2)` of the
/// residuals e and r the correlation of neighbouring residuals, 0 to 0.9. It is corrected for the
/// bias of a series without its trend, `r = (n * r1 + 2) / (n - 4)`.
///
/// @param n number of values
/// @param mean of the values
/// @param slope per value
/// @param error standard error of the slope
public record TrendLine(int n, double mean, double slope, double error) {
    /// Minimum number of values.
    public static final int FEWEST = 5;

    private static final double MAX_CORRELATION = 0.9;

    private static final double MAX_CORRELATION_OF_SLOPE = 0.5;

    /// @param x [n] at least [#FEWEST] finite values, at equal distances, any unit
    public static TrendLine of(double[] x) {
        return of(x, MAX_CORRELATION);
    }

    /// @param most correlation of the residuals that is taken for noise: those of a curve are
    ///   correlated too
    static TrendLine of(double[] x, double most) {
        int n = x.length;
        if (n < FEWEST) {
            throw new IllegalArgumentException(n + " values");
        }
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
        double total = sumOfSquares(residuals);
        double variance = total / (n - 2);
        double inflation = inflation(residuals, total, most);
        return new TrendLine(n, mean, slope, Math.sqrt(variance / squares * inflation));
    }

    /// Whether a series has a slope: `|slope| > t[n - 2] * error`, with a correlation of at most
    /// 0.5, so that a curve is found too. By chance, of nine values at 99 %: in 1 % of independent
    /// series, 2 % where neighbours correlate by 0.3, and 4 % by 0.5.
    ///
    /// @param x as above
    /// @param level above 0 and below 1
    public static boolean hasSlope(double[] x, double level) {
        var line = of(x, MAX_CORRELATION_OF_SLOPE);
        return Math.abs(line.slope) > StudentT.quantile(x.length - 2.0, level) * line.error;
    }

    /// Factor by which correlated neighbours increase the variance of an estimate.
    ///
    /// @param total of the squares of the residuals
    private static double inflation(double[] residuals, double total, double most) {
        int n = residuals.length;
        if (total == 0) {
            return 1;
        }
        double neighbours = 0;
        for (int i = 1; i < n; i++) {
            neighbours += residuals[i] * residuals[i - 1];
        }
        double unbiased = (n * neighbours / total + 2) / (n - 4);
        double correlation = Math.clamp(unbiased, 0, most);
        return (1 + correlation) / (1 - correlation);
    }

    private static double sumOfSquares(double[] x) {
        return Arrays.stream(x).map(v -> v * v).sum();
    }
}
