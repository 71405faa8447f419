package dev.loombench.stats.series;

import dev.loombench.stats.StudentT;
import java.util.Arrays;

/// The change of a whole series over a far horizon, as a slow approach causes that few values show.
///
/// An approach with a time constant far beyond the length of the series looks like a line, and one
/// with a short time constant becomes slower while it is watched. So a trend is continued over the
/// horizon unless it has become slower: then only over the time constant that the slopes of both
/// halves of the series show, `T = (n / 2) / ln(b1 / b2)`, since an exponential is `T * b` from its
/// level.
final class LastingTrend {
    /// Confidence level at which there is a trend, and at which it has become slower.
    private static final double LEVEL = 0.99;

    /// Correlation of the residuals of a half that is taken for noise: those of a curve are
    /// correlated too.
    private static final double MAX_CORRELATION = 0.5;

    private LastingTrend() {}

    /// `horizon * b` with the slope b of the line through all values; 0 where `|b| <= t[n - 2] *
    /// se`. Where the slope b1 of the first half exceeds the slope b2 of the other by more than `t
    /// * sqrt(se1² + se2²)`: `min(horizon, T) * b2`, and 0 where b2 has the other sign.
    ///
    /// @param x [n] at least [#FEWEST][TrendLine] finite values, in time order, any unit
    /// @param horizon in values
    /// @return in the unit of the values
    static double of(double[] x, double horizon) {
        var line = TrendLine.of(x);
        if (Math.abs(line.slope()) <= StudentT.quantile(x.length - 2.0, LEVEL) * line.error()) {
            return 0;
        }
        int half = x.length / 2;
        if (half < TrendLine.FEWEST) {
            return horizon * line.slope();
        }
        double sign = Math.signum(line.slope());
        var first = TrendLine.of(Arrays.copyOf(x, x.length - half), MAX_CORRELATION);
        var later =
                TrendLine.of(Arrays.copyOfRange(x, half + x.length % 2, x.length), MAX_CORRELATION);
        double before = sign * first.slope();
        double after = sign * later.slope();
        double error = Math.hypot(first.error(), later.error());
        if (before - after <= StudentT.quantile(half - 2.0, LEVEL) * error) {
            return horizon * line.slope();
        }
        return after <= 0 ? 0 : Math.min(horizon, half / Math.log(before / after)) * later.slope();
    }
}
