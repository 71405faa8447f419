package dev.loombench.analysis.capacity;

import dev.loombench.analysis.capacity.CapacityFit.ProcessWindows;
import dev.loombench.analysis.comparison.Estimates;
import dev.loombench.stats.Bonferroni;
import dev.loombench.stats.GroupedMeans;
import dev.loombench.stats.Interval;
import dev.loombench.stats.PairedRatio;
import dev.loombench.stats.StudentT;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The capacity of a variant over its processes, and the ratio of two variants, with intervals.
///
/// The unit is the process: windows of one process share its JIT compilation and memory layout.
///
/// `exp(mean(ln c) ± t[n - 1] * s / sqrt(n))`, c the capacities of n processes. A bootstrap over
/// processes does not hold its level with so few of them: of three values, every 27th resample is
/// three times the smallest, so its 95 % interval reaches from the smallest to the largest value
/// and contains the median in only `1 - 2 / 2³` = 75 % of cases. Student's t is exact where the
/// logarithms are normal. Ratios are taken within blocks, by [PairedRatio].
///
/// The capacities of processes with few bursts of slow responses are not normal: most are too high.
/// Student's intervals therefore have a higher level, 97 % for 95 %, at which those of simulated
/// queues contain the capacity, and none is narrower than [BurstInterval]. In a ratio the errors by
/// the bursts of both variants are independent.
public final class CapacityEstimate {
    /// Of the intervals that may miss, those by Student's t.
    private static final double STUDENTS_SHARE = 0.6;

    private CapacityEstimate() {}

    /// @param capacities of the processes, requests/s, at least one
    /// @return the geometric mean
    public static double point(List<Double> capacities) {
        return Math.exp(capacities.stream().mapToDouble(Math::log).average().orElse(Double.NaN));
    }

    /// The level of Student's interval.
    ///
    /// @param level share of intervals that shall contain the true value, above 0 and below 1
    static double studentsLevel(double level) {
        return 1 - STUDENTS_SHARE * (1 - level);
    }

    /// The interval of a capacity; empty below two processes: at each end the wider one of that
    /// over processes and of [BurstInterval].
    ///
    /// @param capacities of the processes, requests/s
    /// @param windows of the same processes; none where they are not known
    /// @param level share of such intervals that contain the true capacity, above 0 and below 1
    public static Optional<Interval> interval(
            List<Double> capacities, List<ProcessWindows> windows, double level) {
        return interval(capacities, studentsLevel(level)).map(i -> widened(i, windows, level));
    }

    /// The wider one at each end of an interval and of that by bursts.
    private static Interval widened(Interval interval, List<ProcessWindows> windows, double level) {
        if (!haveBursts(windows)) {
            return interval;
        }
        var bursts = BurstInterval.of(windows, level);
        return interval.widenedTo(bursts.low(), bursts.high());
    }

    /// Whether a window near the capacity has a slow response; false without windows.
    private static boolean haveBursts(List<ProcessWindows> windows) {
        return windows.stream()
                .map(CapacityFit::near)
                .flatMap(p -> p.windows().stream())
                .anyMatch(w -> w.burn() > 0);
    }

    /// [#interval], or where the processes are of [two kinds][CapacityKinds] from the lowest limit
    /// of a kind to the highest: both contain the capacity of their kind at once ([Bonferroni]).
    /// The kinds have a common spread ([GroupedMeans]).
    ///
    /// @param windows of the same processes, in their order; none where they are not known
    /// @param level share of such intervals that contain the true capacity, above 0 and below 1
    static Optional<Interval> ofProcesses(
            List<Capacity.OfProcess> processes, List<ProcessWindows> windows, double level) {
        var known = windows.stream().filter(w -> !w.windows().isEmpty()).toList();
        return CapacityKinds.of(processes)
                .map(kinds -> ofKinds(kinds, processes, windows, level))
                .or(() -> interval(rates(processes), known, level));
    }

    private static Interval ofKinds(
            CapacityKinds kinds,
            List<Capacity.OfProcess> processes,
            List<ProcessWindows> windows,
            double level) {
        var logs =
                GroupedMeans.intervals(
                        List.of(logs(kinds.few()), logs(kinds.many())), studentsLevel(level));
        double each = Bonferroni.levelOfEach(level, 2);
        var few = ofKind(logs.getFirst(), windows(kinds.few(), processes, windows), each);
        var many = ofKind(logs.getLast(), windows(kinds.many(), processes, windows), each);
        return new Interval(
                Math.min(few.low(), many.low()),
                point(rates(processes)),
                Math.max(few.high(), many.high()));
    }

    /// @param level of the interval by bursts
    private static Interval ofKind(Interval log, List<ProcessWindows> windows, double level) {
        return widened(
                new Interval(Math.exp(log.low()), Math.exp(log.point()), Math.exp(log.high())),
                windows,
                level);
    }

    private static List<ProcessWindows> windows(
            List<Capacity.OfProcess> kind,
            List<Capacity.OfProcess> processes,
            List<ProcessWindows> windows) {
        return IntStream.range(0, windows.size())
                .filter(i -> kind.contains(processes.get(i)))
                .mapToObj(windows::get)
                .filter(w -> !w.windows().isEmpty())
                .toList();
    }

    private static double[] logs(List<Capacity.OfProcess> processes) {
        return processes.stream().mapToDouble(p -> Math.log(p.rate())).toArray();
    }

    /// The capacities, requests/s.
    static List<Double> rates(List<Capacity.OfProcess> processes) {
        return processes.stream().map(Capacity.OfProcess::rate).toList();
    }

    /// Student's interval alone.
    ///
    /// @param level of normal logarithms
    public static Optional<Interval> interval(List<Double> capacities, double level) {
        var logs = capacities.stream().mapToDouble(Math::log).toArray();
        return StudentT.interval(logs, level)
                .map(i -> new Interval(Math.exp(i.low()), Math.exp(i.point()), Math.exp(i.high())));
    }

    /// The interval of the ratio `a / b` of two estimates; empty where one is none, and below two
    /// blocks with both: at each end the wider one of that within blocks and of the square root of
    /// the sum of the squares of both variants' distances by [BurstInterval], on a logarithmic
    /// scale. Where processes of either are of [two kinds][CapacityKinds], and not the blocks, it
    /// is from the lowest limit of a kind of `a` over the highest of `b` to the opposite.
    ///
    /// @param level share of such intervals that contain the true ratio, above 0 and below 1
    public static Optional<Interval> ratio(VariantCapacity a, VariantCapacity b, double level) {
        if (!(a.capacity() instanceof Capacity.Estimated(_, _, var ofA)
                        && b.capacity() instanceof Capacity.Estimated(_, _, var ofB))
                || commonBlocks(ofA, ofB).length < Estimates.MIN_TRIALS) {
            return Optional.empty();
        }
        boolean ofKinds =
                a.kinds().filter(k -> !k.sharedBy(ofB)).isPresent()
                        || b.kinds().filter(k -> !k.sharedBy(ofA)).isPresent();
        return ofKinds
                ? ratioOfKinds(a, b, Bonferroni.levelOfEach(level, 2))
                : ratio(ofA, ofB, studentsLevel(level))
                        .map(r -> widened(r, a.confirming(), b.confirming(), level));
    }

    private static Optional<Interval> ratioOfKinds(
            VariantCapacity a, VariantCapacity b, double level) {
        return a.interval(level)
                .flatMap(ofA ->
                        b.interval(level)
                                .map(ofB ->
                                        new Interval(
                                                ofA.low() / ofB.high(),
                                                ofA.point() / ofB.point(),
                                                ofA.high() / ofB.low())));
    }

    private static Interval widened(
            Interval ratio, List<ProcessWindows> a, List<ProcessWindows> b, double level) {
        if (!haveBursts(a) || !haveBursts(b)) {
            return ratio;
        }
        var ofA = BurstInterval.of(a, level);
        var ofB = BurstInterval.of(b, level);
        return ratio.widenedTo(
                ratio.point() / Math.exp(Math.hypot(below(ofA), above(ofB))),
                ratio.point() * Math.exp(Math.hypot(above(ofA), below(ofB))));
    }

    private static double below(Interval interval) {
        return Math.log(interval.point() / interval.low());
    }

    private static double above(Interval interval) {
        return Math.log(interval.high() / interval.point());
    }

    /// Student's interval alone.
    ///
    /// @param level of normal logarithms
    static Optional<Interval> ratio(
            List<Capacity.OfProcess> a, List<Capacity.OfProcess> b, double level) {
        var blocks = commonBlocks(a, b);
        return PairedRatio.of(of(a, blocks), of(b, blocks), level);
    }

    /// `ln(a / b)` of each block with both.
    static double[] logRatios(List<Capacity.OfProcess> a, List<Capacity.OfProcess> b) {
        var blocks = commonBlocks(a, b);
        var ofA = of(a, blocks);
        var ofB = of(b, blocks);
        var logs = new double[blocks.length];
        Arrays.setAll(logs, i -> Math.log(ofA[i] / ofB[i]));
        return logs;
    }

    private static int[] commonBlocks(List<Capacity.OfProcess> a, List<Capacity.OfProcess> b) {
        return a.stream()
                .mapToInt(Capacity.OfProcess::block)
                .filter(block -> b.stream().anyMatch(p -> p.block() == block))
                .toArray();
    }

    private static double[] of(List<Capacity.OfProcess> processes, int[] blocks) {
        return Arrays.stream(blocks)
                .mapToDouble(block ->
                        processes.stream()
                                .filter(p -> p.block() == block)
                                .findFirst()
                                .orElseThrow()
                                .rate())
                .toArray();
    }
}
