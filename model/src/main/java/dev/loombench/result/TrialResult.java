package dev.loombench.result;

import java.time.Instant;

/// A trial and its outcome.
///
/// @param startedAt wall-clock time of the server's launch
/// @param startedNanos the same time on the monotonic clock
public record TrialResult(Trial trial, Instant startedAt, long startedNanos, TrialOutcome outcome) {

    /// The same trial with another outcome.
    public TrialResult with(TrialOutcome other) {
        return new TrialResult(trial, startedAt, startedNanos, other);
    }
}
