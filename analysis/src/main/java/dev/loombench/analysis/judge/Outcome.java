package dev.loombench.analysis.judge;

import java.util.Locale;

/// What all comparisons together say about the head, by the metrics that decide.
public enum Outcome {
    /// None is worse, and each is shown to be better, by more than the margin or not, or equivalent
    /// within it.
    PASSED,
    /// At least one is worse by the margin or more.
    FAILED,
    /// None is worse, and at least one is not shown to be equivalent or better, or is missing,
    /// because the head lacks a benchmark of the base.
    UNDECIDED,
    /// A finding makes the figures invalid.
    INVALID;

    /// The name in files: stable.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
