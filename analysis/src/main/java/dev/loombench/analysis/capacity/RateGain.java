package dev.loombench.analysis.capacity;

import dev.loombench.analysis.capacity.RateProbe.Purpose;
import java.util.List;
import java.util.Optional;

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
/// is used there decides: a queue uses many times what is allowed, or has a backlog. Where it is
/// [about as much as at the capacity][#isFlat], a share of the requests that does not depend on the
/// load, as of cache misses, uses nearly all of it, and windows were on both sides of the objective
/// by chance. A mean or a median may rise as little, and hardly differs between two windows: what
/// it uses at 1.5 times the capacity is then more than in any window at the capacity. One window
/// decides there: a queue does not hold that rate for many seconds.
///
/// @param capacity of the process by its windows before, requests/s
/// @param before the highest burn of these windows, at most 1.2 times above the capacity
/// @param after the last window at the rate
public record RateGain(double capacity, double before, RateProbe after) {
    /// The least rate, as a multiple of the capacity of the process.
    private static final double LEAST = 1.15;

    /// The highest: beyond, an overload by chance would have a long backlog.
    private static final double MOST = 1.5;

    /// Burn at the highest rate up to which it rose no faster than the rate itself.
    private static final double FLAT = 1.5;

    /// Burn below which the server rather became faster than that the burn is that of any rate.
    private static final double LEAST_FLAT = 0.5;

    /// Windows further above the capacity, as a ratio, are not those at the capacity.
    private static final double NEAR = 1.2;

    /// For the rounding of rates.
    private static final double ALMOST = 0.999;

    /// How many times as long as one that confirms a window is, so that it has bursts.
    public static final int LONGER = 4;

    /// Windows that must hold the rate.
    private static final int WINDOWS = 2;

    /// A rate to measure after the other windows of a process.
    ///
    /// @param rate requests/s
    /// @param highest whether it is 1.5 times the capacity, as the burn rises little
    public record Above(double rate, boolean highest) {
        /// Whether a further window may decide.
        ///
        /// @param later windows at the rate so far
        public boolean isOpen(List<RateProbe> later) {
            return later.size() < WINDOWS
                    && later.stream()
                            .allMatch(w -> w.met() && !(highest && w.burn() >= LEAST_FLAT));
        }
    }

    /// The rate to measure after the other windows of a process; empty where its capacity is not
    /// known, or a limit.
    ///
    /// @param capacity by the windows of some seconds
    /// @param confirming these windows, by process
    public static Optional<Above> above(
            Capacity capacity, int block, List<CapacityFit.ProcessWindows> confirming) {
        double factor = factor(confirming);
        return ofProcess(capacity, block)
                .filter(Capacity.OfProcess::bracketed)
                .map(process -> new Above(factor * process.rate(), factor >= MOST));
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

    /// Whether what is allowed is used nearly alike at the highest rate.
    boolean isFlat() {
        return after.rate() >= ALMOST * MOST * capacity
                && after.burn() >= LEAST_FLAT
                && (after.met() || (after.burn() <= Math.min(FLAT, before) && after.keepsPace()));
    }

    /// The gain that the windows of a variant show, or that the burn hardly rises; empty without
    /// one. A capacity that a long window lowered has no gain.
    static Optional<RateGain> of(VariantCapacity variant) {
        var later =
                variant.probes().stream()
                        .filter(p -> p.purpose() == Purpose.LATER && p.valid())
                        .toList();
        boolean gained =
                variant.capacity() instanceof Capacity.Estimated
                        && later.size() == WINDOWS
                        && later.stream().allMatch(RateProbe::met);
        return later.isEmpty()
                ? Optional.empty()
                : variant.processes().stream()
                        .filter(process -> process.block() == later.getLast().block())
                        .map(process -> of(process, variant.probes(), later.getLast()))
                        .filter(gain -> gained || gain.isFlat())
                        .findFirst();
    }

    private static RateGain of(
            Capacity.OfProcess process, List<RateProbe> probes, RateProbe after) {
        double before =
                probes.stream()
                        .filter(p -> p.block() == process.block() && p.valid())
                        .filter(p -> p.purpose() == Purpose.CONFIRM)
                        .filter(p -> p.rate() <= NEAR * process.rate())
                        .mapToDouble(RateProbe::burn)
                        .max()
                        .orElse(1);
        return new RateGain(process.rate(), before, after);
    }
}
