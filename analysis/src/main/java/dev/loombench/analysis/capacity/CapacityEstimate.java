package dev.loombench.analysis.capacity;

import dev.loombench.analysis.ConfidenceLevels;
import dev.loombench.stats.Interval;
import dev.loombench.stats.PairedRatio;
import dev.loombench.stats.StudentT;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The capacity of a variant over its processes, and the ratio of two variants, with intervals.
///
/// The unit is the process: windows of one process share its JIT compilation and memory layout.
///
/// `exp(mean(ln c) ± t[n - 1] * s / sqrt(n))`, c the capacities of n processes. A bootstrap over
/// processes does not hold its level with so few of them: of three values, every 27th resample is
/// three times the smallest, so its 95 % interval reaches from the smallest to the largest value
/// and contains the median in only `1 - 2 / 2³` = 75 % of cases. Student's t is exact where the
/// logarithms are normal. Ratios are taken within blocks, by [PairedRatio].
public final class CapacityEstimate {
    /// Level of Student's interval.
    private static final double OVER_PROCESSES = 0.97;

    private CapacityEstimate() {}

    /// @param capacities of the processes, requests/s, at least one
    /// @return the geometric mean
    public static double point(List<Double> capacities) {
        return Math.exp(capacities.stream().mapToDouble(Math::log).average().orElse(Double.NaN));
    }

    /// The 95 % interval; empty below two processes: at each end the wider one of that over
    /// processes and of [BurstInterval]. The capacities of processes with few bursts are not
    /// normal; their interval has the level at which 95 % contain the capacity of simulated queues.
    ///
    /// @param capacities of the processes, requests/s
    /// @param windows of the same processes
    public static Optional<Interval> interval(
            List<Double> capacities, List<CapacityFit.ProcessWindows> windows) {
        return interval(capacities, OVER_PROCESSES)
                .map(i -> {
                    var bursts = BurstInterval.of(windows, ConfidenceLevels.LEVEL);
                    return i.widenedTo(bursts.low(), bursts.high());
                });
    }

    /// @param level share of such intervals that contain the true capacity, above 0 and below 1
    public static Optional<Interval> interval(List<Double> capacities, double level) {
        var logs = capacities.stream().mapToDouble(Math::log).toArray();
        return StudentT.interval(logs, level)
                .map(i -> new Interval(Math.exp(i.low()), Math.exp(i.point()), Math.exp(i.high())));
    }

    /// The interval of the ratio `a / b`; empty below two blocks with both.
    ///
    /// @param level share of such intervals that contain the true ratio, above 0 and below 1
    public static Optional<Interval> ratio(
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
