package dev.loombench.analysis.finding;

import static dev.loombench.text.Figures.axis;
import static dev.loombench.text.Figures.percent;

import dev.loombench.load.limit.LoadLimits;

/// The limit beyond which an interruption makes the figures of a window invalid.
public final class Interruption {
    /// In words that follow "over".
    public static final String LIMIT =
            "%s of the window, or over %s s at once"
                    .formatted(
                            percent(LoadLimits.INTERRUPTED_SHARE),
                            axis(LoadLimits.INTERRUPTED_SECONDS));

    private Interruption() {}

    /// @param seconds in total, and `longestSeconds` of the longest
    public static boolean tooLong(double seconds, double longestSeconds, double windowSeconds) {
        return LoadLimits.isInterruptedTooLong(seconds, longestSeconds, windowSeconds);
    }
}
