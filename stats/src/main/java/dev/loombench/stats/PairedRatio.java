package dev.loombench.stats;

import java.util.Arrays;
import java.util.Optional;

/// Confidence interval of a ratio of two variants that ran in the same blocks.
///
/// What a block does to both variants alike, as a busy neighbour does, cancels in their ratio:
///
/// `d[i] = ln(a[i] / b[i])`, `exp(mean(d) ± t[n - 1] * s / sqrt(n))`, s the standard deviation of
/// d.
///
/// The estimate is the geometric mean of the ratios. The interval is exact where the logarithms of
/// the ratios are normal, whatever the spread of blocks and however it differs between variants.
/// With more than two variants, the additive model *variant + block* would pool the residuals of
/// all of them and gain degrees of freedom; it assumes that all variants vary alike, which thread
/// models need not, so each ratio keeps its own variance.
///
/// Source: Kalibera and Jones, *Rigorous Benchmarking in Reasonable Time* (ISMM 2013), on ratios of
/// repeated executions; Box, Hunter and Hunter, *Statistics for Experimenters* (2005), chapter 3,
/// on paired comparisons.
public final class PairedRatio {
    private PairedRatio() {}

    /// Interval of `a / b`; empty with fewer than two blocks, and when a value is not finite and
    /// above 0.
    ///
    /// @param a [n] one value per block, any unit
    /// @param b [n] the baseline variant in the same blocks
    /// @param level share of such intervals that contain the true ratio, above 0 and below 1
    /// @return no unit
    public static Optional<Interval> of(double[] a, double[] b, double level) {
        var d = logRatios(a, b);
        if (d.length < 2 || !Arrays.stream(d).allMatch(Double::isFinite)) {
            return Optional.empty();
        }
        var log = StudentT.mean(d, level);
        return Optional.of(
                new Interval(Math.exp(log.low()), Math.exp(log.point()), Math.exp(log.high())));
    }

    /// `ln(a[i] / b[i])`; NaN where a value is not above 0.
    static double[] logRatios(double[] a, double[] b) {
        if (a.length != b.length) {
            throw new IllegalArgumentException(
                    "%d values paired with %d".formatted(a.length, b.length));
        }
        var d = new double[a.length];
        Arrays.setAll(d, i -> a[i] > 0 && b[i] > 0 ? Math.log(a[i] / b[i]) : Double.NaN);
        return d;
    }
}
