package harness;

import java.util.Arrays;

/// The median and the quartiles of a sample.
///
/// Linear interpolation between order statistics: Hyndman and Fan, *Sample Quantiles in Statistical
/// Packages* (1996), type 7.
record Quartiles(double lower, double median, double upper) {
    /// @param sample [n] at least one value, any unit
    static Quartiles of(double[] sample) {
        var sorted = sample.clone();
        Arrays.sort(sorted);
        return new Quartiles(quantile(sorted, 0.25), quantile(sorted, 0.5), quantile(sorted, 0.75));
    }

    /// As in `0.95 .. 1.02`.
    String range() {
        return Table.figure(lower, 2) + " .. " + Table.figure(upper, 2);
    }

    /// @param sorted [n] ascending, at least one value
    /// @param p 0 .. 1
    static double quantile(double[] sorted, double p) {
        double at = p * (sorted.length - 1);
        int below = (int) at;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
    }
}
