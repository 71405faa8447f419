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

    /// In how many trials there was one, after the words of the longest: `(in 1 of 3 trials)`.
    public static String ofTrials(int trials, int completed) {
        if (completed == 1) {
            return "";
        }
        return " (in %d of %d trials%s)"
                .formatted(trials, completed, trials == 1 ? "" : ", here the worst");
    }

    /// @param seconds in total, and `longestSeconds` of the longest
    public static boolean tooLong(double seconds, double longestSeconds, double windowSeconds) {
        return LoadLimits.isInterruptedTooLong(seconds, longestSeconds, windowSeconds);
    }
}
