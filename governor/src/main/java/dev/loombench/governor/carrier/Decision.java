package dev.loombench.governor.carrier;

/// What the controller made of one look.
///
/// @param nanos when, on the clock of the look
/// @param from parallelism before
/// @param to parallelism from now on; equal to `from` when nothing changes
/// @param signal what the look said
/// @param reason one clause: why this number
/// @param pauseNanos how long to wait before the next look
public record Decision(
        long nanos, int from, int to, CarrierState signal, String reason, long pauseNanos) {

    public boolean changes() {
        return from != to;
    }

    /// As in `2 -> 8: 2 carriers are blocked, 97 %; 100 are asked for`.
    @Override
    public String toString() {
        return from + " -> " + to + ": " + signal + "; " + reason;
    }
}
