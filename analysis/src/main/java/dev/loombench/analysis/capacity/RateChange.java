package dev.loombench.analysis.capacity;

import dev.loombench.analysis.capacity.RateProbe.Purpose;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// A rate that held the objectives early in a process and does not hold them at its end: the server
/// became slower, so that its capacity depends on the time.
///
/// A rate was not held over the long window, and then both of two repetitions of the lowest rate
/// that held use five times what is allowed or more. Repetitions alone would call one queue in
/// twenty slower: bursts of slow responses are longer than a window.
///
/// @param before the window that held
/// @param after the latest one at the same rate
public record RateChange(RateProbe before, RateProbe after) {
    /// Repetitions, each only after one that was worse.
    public static final int REPEATS = 2;

    /// Burn from which on a repetition is worse.
    private static final double WORSE = 5;

    /// The window of a process that held its lowest rate; empty without one.
    public static Optional<RateProbe> lowest(List<RateProbe> probes, int block) {
        return probes.stream()
                .filter(p -> p.block() == block && p.purpose() == Purpose.CONFIRM && p.met())
                .min(Comparator.comparingDouble(RateProbe::rate));
    }

    /// Whether a repetition shows a change.
    public static boolean isWorse(RateProbe repeated) {
        return repeated.valid() && repeated.burn() >= WORSE;
    }

    /// The change that the windows of a variant show; empty without one.
    static Optional<RateChange> of(List<RateProbe> probes) {
        var worse =
                probes.stream()
                        .filter(p -> p.purpose() == Purpose.REPEAT)
                        .filter(RateChange::isWorse)
                        .toList();
        return worse.size() < REPEATS
                ? Optional.empty()
                : probes.stream()
                        .filter(p -> p.block() == worse.getLast().block())
                        .filter(p -> p.rate() == worse.getLast().rate() && p.met())
                        .findFirst()
                        .map(before -> new RateChange(before, worse.getLast()));
    }
}
