package dev.loombench.analysis.capacity;

import dev.loombench.analysis.capacity.RateProbe.Purpose;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// A rate well above the capacity of a process that it holds after its other windows: the server
/// became faster, so that its capacity is that of the minutes of the search.
///
/// The capacity is that of the same process, as processes may be of two kinds. It has an error of
/// some percent, more where the burn rises little with the rate, and a short window may hold a rate
/// by chance. So the rate is the higher one of 1.15 times the capacity and of that with 20 times
/// the burn, and two windows must hold it that are four times as long as those which confirm. A
/// window ends once it is violated: one of a server that stays as it is takes a few seconds, and
/// its whole length at most where the objective is a mean, which later responses may lower.
///
/// @param capacity of the process by its windows before, requests/s
/// @param after the last window that held the rate
public record RateGain(double capacity, RateProbe after) {
    /// The least rate, as a multiple of the capacity of the process.
    private static final double LEAST = 1.15;

    /// The highest: beyond, an overload by chance would have a long backlog.
    private static final double MOST = 1.5;

    /// How many times as long as one that confirms a window is, so that it has bursts.
    public static final int LONGER = 4;

    /// Windows that must hold the rate.
    private static final int WINDOWS = 2;

    /// The rate to measure after the other windows of a process, requests/s; empty where its
    /// capacity is not known, or a limit, and where the rate would be too high, as the burn hardly
    /// rises with it.
    ///
    /// @param capacity by the windows of some seconds
    /// @param confirming these windows, by process
    public static OptionalDouble rate(
            Capacity capacity, int block, List<CapacityFit.ProcessWindows> confirming) {
        double factor = factor(confirming);
        return ofProcess(capacity, block).stream()
                .filter(process -> process.bracketed() && factor <= MOST)
                .mapToDouble(process -> factor * process.rate())
                .findFirst();
    }

    /// `max(1.15, 20^(1 / b))` with the common slope b of [CapacityFit].
    private static double factor(List<CapacityFit.ProcessWindows> confirming) {
        double slope = CapacityFit.slope(confirming.stream().map(CapacityFit::near).toList());
        return Math.max(LEAST, Math.pow(CapacityFit.MOST, 1 / slope));
    }

    private static Optional<Capacity.OfProcess> ofProcess(Capacity capacity, int block) {
        return capacity instanceof Capacity.Estimated estimate
                ? estimate.processes().stream().filter(p -> p.block() == block).findFirst()
                : Optional.empty();
    }

    /// Whether a further window may decide.
    ///
    /// @param later windows at the rate so far
    public static boolean isOpen(List<RateProbe> later) {
        return later.size() < WINDOWS && later.stream().allMatch(RateProbe::met);
    }

    /// The gain that the windows of a variant show; empty without one, and where a long window
    /// lowered its capacity.
    static Optional<RateGain> of(VariantCapacity variant) {
        var later = variant.probes().stream().filter(p -> p.purpose() == Purpose.LATER).toList();
        return later.size() < WINDOWS || !later.stream().allMatch(RateProbe::met)
                ? Optional.empty()
                : ofProcess(variant.capacity(), later.getLast().block())
                        .map(process -> new RateGain(process.rate(), later.getLast()));
    }
}
