package dev.loombench.stats;

/// How many trials a variant would have settled a comparison that was left undecided.
public final class TrialsNeeded {
    private TrialsNeeded() {}

    /// The least n at which the interval of a ratio would be no wider than the margin on either
    /// side, from the spread that `trials` trials showed:
    ///
    /// `h(n) = h(trials) * (t[n - 1] / sqrt(n)) / (t[trials - 1] / sqrt(trials)) <= ln(1 + margin)`
    ///
    /// where `h` is half of `ln(high / low)`. It is a forecast: the spread of few trials is itself
    /// uncertain.
    ///
    /// @param seen interval of a ratio, ends above 0
    /// @param trials a variant behind `seen`, at least 2
    /// @param margin as in 0.03: no unit, above 0
    /// @param level of `seen`
    /// @param most the answer when even more would be needed, at least `trials`
    /// @return between `trials` and `most`
    public static int forMargin(Interval seen, int trials, double margin, double level, int most) {
        if (trials < 2 || most < trials || !(margin > 0) || !(seen.low() > 0)) {
            throw new IllegalArgumentException(
                    "%s, trials %d, margin %s, most %d".formatted(seen, trials, margin, most));
        }
        var spread = Math.log(seen.high() / seen.low()) / 2 / width(trials, level);
        var wanted = Math.log1p(margin);
        var needed = trials;
        while (needed < most && spread * width(needed, level) > wanted) {
            needed++;
        }
        return needed;
    }

    private static double width(int n, double level) {
        return StudentT.quantile(n - 1, level) / Math.sqrt(n);
    }
}
