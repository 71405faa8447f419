package dev.loombench.result;

import dev.loombench.experiment.TrialMode;

/// How the trials of each block share the time, and why.
///
/// @param reason why the trials are not interleaved, in a few words; empty where they are
public record ChosenMode(TrialMode mode, String reason) {
    public static final ChosenMode INTERLEAVED = new ChosenMode(TrialMode.INTERLEAVED, "");

    public static ChosenMode sequential(String reason) {
        return new ChosenMode(TrialMode.SEQUENTIAL, reason);
    }
}
