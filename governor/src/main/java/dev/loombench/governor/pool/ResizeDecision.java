package dev.loombench.governor.pool;

/// The controller's decision after one sample.
///
/// @param nanos time of the sample, on its clock
/// @param from threads before
/// @param to threads from now on; equal to `from` if nothing changes
/// @param reason one clause that explains `to`
/// @param pauseNanos time until the next sample
public record ResizeDecision(long nanos, int from, int to, String reason, long pauseNanos) {

    public boolean changes() {
        return from != to;
    }

    /// For example `2 -> 8: 97 % of the threads wait`.
    @Override
    public String toString() {
        return from + " -> " + to + ": " + reason;
    }
}
