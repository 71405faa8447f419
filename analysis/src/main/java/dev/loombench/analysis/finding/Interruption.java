package dev.loombench.analysis.finding;

/// The interruptions of the trials of a variant, in words.
public final class Interruption {
    private Interruption() {}

    /// In how many trials there was one, after the words of the longest: `(in 1 of 3 trials)`.
    public static String ofTrials(int trials, int completed) {
        if (completed == 1) {
            return "";
        }
        return " (in %d of %d trials%s)"
                .formatted(trials, completed, trials == 1 ? "" : ", here the worst");
    }
}
