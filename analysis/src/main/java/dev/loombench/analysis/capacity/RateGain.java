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
/// Where the burn rises little by the windows before, the rate is 1.5 times the capacity, and what
/// is used there decides: a queue uses many times what is allowed. Where it is [about as much as at
/// the capacity][#isFlat], a share of the requests that does not depend on the load, as of cache
/// misses, uses nearly all of it, and windows were on both sides of the objective by chance.
///
/// @param capacity of the process by its windows before, requests/s
/// @param after the last window at the rate
public record RateGain(double capacity, RateProbe after) {
    /// The least rate, as a multiple of the capacity of the process.
    private static final double LEAST = 1.15;

    /// The highest: beyond, an overload by chance would have a long backlog.
    private static final double MOST = 1.5;

    /// Burn at the highest rate up to which it rose no faster than the rate itself.
    private static final double FLAT = 1.5;

    /// For the rounding of rates.
    private static final double ALMOST = 0.999;

    /// How many times as long as one that confirms a window is, so that it has bursts.
    public static final int LONGER = 4;

    /// Windows that must hold the rate.
    private static final int WINDOWS = 2;

    /// The rate to measure after the other windows of a process, requests/s; empty where its
    /// capacity is not known, or a limit.
    ///
    /// @param capacity by the windows of some seconds
    /// @param confirming these windows, by process
    public static OptionalDouble rate(
            Capacity capacity, int block, List<CapacityFit.ProcessWindows> confirming) {
        double factor = factor(confirming);
        return ofProcess(capacity, block).stream()
                .filter(Capacity.OfProcess::bracketed)
                .mapToDouble(process -> factor * process.rate())
                .findFirst();
    }

    /// `20^(1 / b)` within 1.15 and 1.5, with the common slope b of [CapacityFit].
    private static double factor(List<CapacityFit.ProcessWindows> confirming) {
        double slope = CapacityFit.slope(confirming.stream().map(CapacityFit::near).toList());
        return Math.clamp(Math.pow(CapacityFit.MOST, 1 / slope), LEAST, MOST);
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

    /// Whether the rate is the highest, as the burn rises little.
    boolean isFlat() {
        return after.rate() >= ALMOST * MOST * capacity;
    }

    /// The gain that the windows of a variant show, or that the burn hardly rises; empty without
    /// one. A capacity that a long window lowered has no gain.
    static Optional<RateGain> of(VariantCapacity variant) {
        var later =
                variant.probes().stream()
                        .filter(p -> p.purpose() == Purpose.LATER && p.valid())
                        .toList();
        boolean held = variant.capacity() instanceof Capacity.Estimated;
        return later.isEmpty()
                ? Optional.empty()
                : variant.processes().stream()
                        .filter(process -> process.block() == later.getLast().block())
                        .map(process -> new RateGain(process.rate(), later.getLast()))
                        .filter(gain -> gain.isShownBy(later) && (held || gain.isFlat()))
                        .findFirst();
    }

    private boolean isShownBy(List<RateProbe> later) {
        return isFlat()
                ? later.stream().allMatch(p -> p.burn() <= FLAT)
                : later.size() == WINDOWS && later.stream().allMatch(RateProbe::met);
    }
}
