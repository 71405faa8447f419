package dev.loombench.stats;

/// Estimates the number of trials per variant that an inconclusive comparison needs.
public final class TrialsNeeded {
    private TrialsNeeded() {}

    /// The smallest n at which the interval of a ratio is no wider than the margin on either side,
    /// from the spread of `trials` trials:
    ///
    /// `h(n) = h(trials) * (t[n - 1] / sqrt(n)) / (t[trials - 1] / sqrt(trials)) <= ln(1 + margin)`
    ///
    /// where `h` is half of `ln(high / low)`. This is a forecast: the spread of few trials is
    /// itself uncertain.
    ///
    /// @param observed interval of a ratio, ends above 0
    /// @param trials per variant behind `observed`, at least 2
    /// @param margin as in 0.03: no unit, above 0
    /// @param level of `observed`
    /// @param most the result when even more are needed, at least `trials`
    /// @return between `trials` and `most`
    public static int forMargin(
            Interval observed, int trials, double margin, double level, int most) {
        if (trials < 2 || most < trials || !(margin > 0) || !(observed.low() > 0)) {
            throw new IllegalArgumentException(
                    "%s, trials %d, margin %s, most %d".formatted(observed, trials, margin, most));
        }
        var spread = Math.log(observed.high() / observed.low()) / 2 / width(trials, level);
        var target = Math.log1p(margin);
        var needed = trials;
        while (needed < most && spread * width(needed, level) > target) {
            needed++;
        }
        return needed;
    }

    private static double width(int n, double level) {
        return StudentT.quantile(n - 1, level) / Math.sqrt(n);
    }
}
