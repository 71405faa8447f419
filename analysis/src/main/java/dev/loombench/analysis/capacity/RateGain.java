package dev.loombench.analysis.capacity;

import dev.loombench.analysis.capacity.RateProbe.Purpose;
import dev.loombench.analysis.validity.capacity.CapacityFinding.ConstantShare;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

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
/// The capacity may also lie between the rate of such a chance and 1.5 times it. So half of the
/// rate is measured first: where most of what is allowed is used there, and no less than in one of
/// the windows near the capacity of each process, it hardly depends on the rate either. Half of the
/// rate is measured too where lower rates used a third of what is allowed, however steep the rise
/// seems at the capacity: a queue uses hardly any there.
///
/// @param capacity of the process by its windows before, requests/s
/// @param before the highest burn of these windows, at most 1.2 times above the capacity
/// @param lowest the lowest burn of windows that confirm, within 1.1 times the capacity of their
///   process
/// @param after a later window
public record RateGain(double capacity, double before, double lowest, RateProbe after) {
    /// The least rate, as a multiple of the capacity of the process.
    private static final double LEAST = 1.15;

    /// The highest: beyond, an overload by chance would have a long backlog.
    private static final double MOST = 1.5;

    /// Burn at the highest rate up to which it rose no faster than the rate itself.
    private static final double FLAT = 1.5;

    /// Burn below which the server rather became faster than that the burn is that of any rate.
    private static final double LEAST_FLAT = 0.5;

    /// The rate below the capacity, as a multiple of it.
    private static final double HALF = 0.5;

    /// Burn of lower rates from which on that is measured.
    static final double FLOOR = 0.3;

    /// Windows further from the capacity, as a ratio, have a lower burn also where that rises
    /// little.
    private static final double NEAREST = 1.1;

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
    /// @param half of the capacity, to measure before; empty where that shows nothing
    public record Above(double rate, boolean highest, OptionalDouble half) {
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
    /// @param probes all windows of the variant
    public static Optional<Above> above(
            Capacity capacity,
            int block,
            List<CapacityFit.ProcessWindows> confirming,
            List<RateProbe> probes) {
        double factor = factor(confirming);
        boolean highest = factor >= MOST;
        double below = ConstantShare.BELOW * capacity.figure();
        boolean half = highest || PooledBurn.upTo(probes, below).burn() >= FLOOR;
        return ofProcess(capacity, block)
                .filter(Capacity.OfProcess::bracketed)
                .map(process ->
                        new Above(
                                factor * process.rate(),
                                highest,
                                half
                                        ? OptionalDouble.of(HALF * process.rate())
                                        : OptionalDouble.empty()));
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

    /// Whether what is allowed is used nearly alike at the highest rate, or at half of the
    /// capacity.
    boolean isFlat() {
        return after.rate() < capacity
                ? after.burn() >= Math.max(ConstantShare.MOST, lowest)
                : isHighest()
                        && after.burn() >= LEAST_FLAT
                        && (after.met()
                                || (after.burn() <= Math.min(FLAT, before) && after.keepsPace()));
    }

    private boolean isHighest() {
        return after.rate() >= ALMOST * MOST * capacity;
    }

    /// The gain that the windows of a variant show, or that the burn hardly rises; empty without
    /// one. A capacity that a long window lowered has no gain.
    static Optional<RateGain> of(VariantCapacity variant) {
        var all =
                variant.probes().stream()
                        .filter(p -> p.purpose() == Purpose.LATER && p.valid())
                        .flatMap(p -> of(variant, p).stream())
                        .toList();
        var flat =
                all.stream()
                        .filter(RateGain::isFlat)
                        .filter(_ -> all.stream().anyMatch(RateGain::isHighest))
                        .findFirst();
        var above = all.stream().filter(gain -> gain.after.rate() > gain.capacity).toList();
        boolean gained =
                variant.capacity() instanceof Capacity.Estimated
                        && above.size() == WINDOWS
                        && above.stream().allMatch(gain -> gain.after.met());
        return flat.or(() -> gained ? Optional.of(above.getLast()) : Optional.empty());
    }

    /// Empty where its process has no capacity.
    private static Optional<RateGain> of(VariantCapacity variant, RateProbe after) {
        return variant.processes().stream()
                .filter(process -> process.block() == after.block())
                .map(process ->
                        new RateGain(
                                process.rate(),
                                burns(variant, process, Double.POSITIVE_INFINITY, NEAR)
                                        .max()
                                        .orElse(1),
                                variant.processes().stream()
                                        .flatMapToDouble(p -> burns(variant, p, NEAREST, NEAREST))
                                        .min()
                                        .orElse(1),
                                after))
                .findFirst();
    }

    /// Of the windows that confirm the capacity of a process.
    ///
    /// @param below by which ratio they may be below the capacity, and `above` above it
    private static DoubleStream burns(
            VariantCapacity variant, Capacity.OfProcess process, double below, double above) {
        return variant.probes().stream()
                .filter(p -> p.block() == process.block() && p.valid())
                .filter(p -> p.purpose() == Purpose.CONFIRM)
                .filter(p -> p.rate() <= above * process.rate())
                .filter(p -> p.rate() >= process.rate() / below)
                .mapToDouble(RateProbe::burn);
    }
}
