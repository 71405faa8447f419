package dev.loombench.governor.carrier;

/// The controller's decision after one sample.
///
/// @param nanos time of the sample, on its clock
/// @param from parallelism before
/// @param to parallelism from now on; equal to `from` if nothing changes
/// @param state state of the carriers in the sample
/// @param reason one clause that explains `to`
/// @param pauseNanos time until the next sample
public record Decision(
        long nanos, int from, int to, CarrierState state, String reason, long pauseNanos) {

    public boolean changes() {
        return from != to;
    }

    /// For example `2 -> 8: 2 carriers are blocked (97 %); demand is 100`.
    @Override
    public String toString() {
        return from + " -> " + to + ": " + state + "; " + reason;
    }
}
