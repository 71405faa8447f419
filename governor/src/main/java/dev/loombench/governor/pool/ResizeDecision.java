package dev.loombench.governor.pool;

/// What the controller made of one look.
///
/// @param nanos when, on the clock of the look
/// @param from threads before
/// @param to threads from now on; equal to `from` when nothing changes
/// @param reason one clause: why this number
/// @param pauseNanos how long to wait before the next look
public record ResizeDecision(long nanos, int from, int to, String reason, long pauseNanos) {

    public boolean changes() {
        return from != to;
    }

    /// As in `2 -> 8: 97 % of the threads wait`.
    @Override
    public String toString() {
        return from + " -> " + to + ": " + reason;
    }
}
