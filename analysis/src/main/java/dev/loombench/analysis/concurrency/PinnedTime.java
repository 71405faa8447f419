package dev.loombench.analysis.concurrency;

/// The time for which virtual threads held their carriers in waits.
///
/// @param share of the carriers' time: `time of the waits / (carriers x time observed)`, 0..1
public record PinnedTime(double share) {
    /// The least share that is a fault (our choice).
    public static final double FAULT = 0.05;

    /// The least share that takes most of the carriers' time, and may bound the throughput.
    public static final double MOST = 0.5;

    /// @param waitNanos of all waits together
    /// @param carrierNanos of all carriers together, above 0
    public static PinnedTime of(double waitNanos, double carrierNanos) {
        return new PinnedTime(Math.min(1, waitNanos / carrierNanos));
    }

    public boolean isFault() {
        return share >= FAULT;
    }

    public boolean isMost() {
        return share >= MOST;
    }
}
