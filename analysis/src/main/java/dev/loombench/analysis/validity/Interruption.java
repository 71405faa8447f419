package dev.loombench.analysis.validity;

import static dev.loombench.spec.text.Figures.axis;
import static dev.loombench.spec.text.Figures.percent;

/// The limit beyond which an interruption makes the figures of a window invalid.
final class Interruption {
    /// Less than the smallest margin in use (3 %).
    private static final double LARGEST_SHARE = 0.02;

    /// A single second is the p99.9 of a quarter of an hour.
    private static final double LONGEST_SECONDS = 1;

    /// In words that follow "over".
    static final String LIMIT =
            "%s of the window, or over %s s at once"
                    .formatted(percent(LARGEST_SHARE), axis(LONGEST_SECONDS));

    private Interruption() {}

    /// @param seconds in total, and `longestSeconds` of the longest
    static boolean tooLong(double seconds, double longestSeconds, double windowSeconds) {
        return seconds > LARGEST_SHARE * windowSeconds || longestSeconds > LONGEST_SECONDS;
    }
}
