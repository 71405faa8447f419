package dev.loombench.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/// A trial and how it ended.
///
/// @param startedAt wall-clock time at which the server was launched, and `startedNanos` the same
///   on the monotonic clock
public record TrialResult(
        @JsonProperty("trial") Trial trial,
        @JsonProperty("startedAt") Instant startedAt,
        @JsonProperty("startedNanos") long startedNanos,
        @JsonProperty("outcome") TrialOutcome outcome) {

    /// The same trial with another outcome.
    public TrialResult with(TrialOutcome other) {
        return new TrialResult(trial, startedAt, startedNanos, other);
    }
}
