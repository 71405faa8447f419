package dev.loombench.report;

import dev.loombench.analysis.comparison.Modes;
import dev.loombench.stats.Interval;
import java.util.Locale;
import java.util.stream.Collectors;

/// Ratios to another variant and their intervals, in words.
public final class RatioText {
    /// Replaces an interval that is not informative.
    static final String TOO_NOISY = "too noisy";

    private RatioText() {}

    /// `3.91, 4.09`; for an interval that is not informative `at least 1.20`, `at most 0.310` or
    /// `too noisy`.
    public static String interval(Interval ratio) {
        if (ratio.informative()) {
            return ends(ratio);
        }
        if (ratio.low() > 1) {
            return "at least " + ratio(ratio.low());
        }
        return ratio.high() < 1 ? "at most " + ratio(ratio.high()) : TOO_NOISY;
    }

    /// `4.00× [3.91, 4.09]`.
    public static String withInterval(Interval ratio) {
        return "%s× [%s]".formatted(ratio(ratio.point()), interval(ratio));
    }

    /// The ratio of each mode, the most frequent first: `1.003× or 0.600×`.
    public static String points(Modes modes) {
        return modes.modes().stream()
                .map(m -> ratio(m.ratio().point()) + "×")
                .collect(Collectors.joining(" or "));
    }

    static String ends(Interval ratio) {
        return Format.ends(ratio, RatioText::ratio);
    }

    /// A ratio to three decimals near 1, where they matter.
    public static String ratio(double value) {
        return ratio(value, 0);
    }

    private static String ratio(double value, int more) {
        int decimals = value < 2 ? 3 : value < 20 ? 2 : 1;
        return String.format(Locale.ROOT, "%." + (decimals + more) + "f", value);
    }
}
