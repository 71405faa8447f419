package dev.loombench.report;

import dev.loombench.analysis.comparison.Modes;
import dev.loombench.stats.Interval;
import java.util.Locale;
import java.util.stream.Collectors;

/// Ratios to another variant and their intervals, in words.
public final class RatioText {
    private RatioText() {}

    /// `3.91, 4.09`; for an interval that is not informative `at least 1.20`, `at most 0.310` or
    /// `too noisy`.
    public static String interval(Interval ratio) {
        return interval(ratio, 1);
    }

    /// The same; of an interval that is not informative, the end on the side of a limit.
    static String interval(Interval ratio, double limit) {
        return Format.interval(ratio, limit, RatioText::ratio);
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

    /// A ratio to three decimals near 1, where they matter.
    public static String ratio(double value) {
        return ratio(value, 0);
    }

    private static String ratio(double value, int more) {
        int decimals = value < 2 ? 3 : value < 20 ? 2 : 1;
        return String.format(Locale.ROOT, "%." + (decimals + more) + "f", value);
    }
}
