package dev.loombench.run;

/// What a run does where another one measures on the machine of its servers.
public enum OtherRun {
    /// It starts nothing.
    REFUSE,
    /// It starts once the other has ended.
    WAIT,
    /// It measures at the same time, and its result is invalid.
    MEASURE
}
