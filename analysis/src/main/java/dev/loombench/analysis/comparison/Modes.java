package dev.loombench.analysis.comparison;

import dev.loombench.analysis.trial.ProcessKinds;
import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.experiment.Metric;
import dev.loombench.stats.Bonferroni;
import dev.loombench.stats.GroupedMeans;
import dev.loombench.stats.Interval;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// The ratio of a variant to another in each of its modes, where processes of one of them, or of
/// both, are of [two kinds][ProcessKinds].
///
/// A mean over such processes depends on how many of each kind a run happened to start, and its
/// interval does not contain the true mean as often as it says. The ratio within a mode does not
/// depend on that.
///
/// @param of whose processes are of two kinds
/// @param modes the most frequent first, two to four
public record Modes(Of of, List<Mode> modes) {
    /// Whose processes are of two kinds.
    public enum Of {
        VARIANT,
        FIRST,
        BOTH
    }

    /// The blocks whose processes were of the same kinds.
    ///
    /// @param blocks each with a process of either variant
    /// @param level geometric mean of the metric of the variant in them, and `firstLevel` of the
    ///   other, in the metric's unit
    /// @param ratio variant / first; without limits where no mode has two blocks; of a percentile,
    ///   with the bounds by the responses of these blocks, and of throughput with what their
    ///   windows leave open
    public record Mode(int blocks, double level, double firstLevel, Interval ratio) {}

    public Modes {
        modes = List.copyOf(modes);
    }

    /// Empty where processes of neither variant are of two kinds, or where only the blocks differ.
    ///
    /// @param level with which the intervals of all modes hold together
    static Optional<Modes> of(
            Metric metric, double level, List<TrialFigures> variant, List<TrialFigures> first) {
        var own = ProcessKinds.of(metric, variant, List.of(first)).filter(k -> !k.sharedBy(first));
        var other =
                ProcessKinds.of(metric, first, List.of(variant)).filter(k -> !k.sharedBy(variant));
        if (own.isEmpty() && other.isEmpty()) {
            return Optional.empty();
        }
        var of = other.isEmpty() ? Of.VARIANT : own.isEmpty() ? Of.FIRST : Of.BOTH;
        var modes = modes(metric, level, cells(metric, variant, first, own, other));
        return modes.size() < 2 ? Optional.empty() : Optional.of(new Modes(of, modes));
    }

    /// The trials of both variants in one block.
    private record Pair(TrialFigures variant, TrialFigures first) {
        double logRatio(Metric metric) {
            return log(metric, variant) - log(metric, first);
        }
    }

    private static double log(Metric metric, TrialFigures trial) {
        return Math.log(trial.value(metric).orElseThrow());
    }

    /// The blocks in which both are above 0, by the kinds of their processes.
    private static List<List<Pair>> cells(
            Metric metric,
            List<TrialFigures> variant,
            List<TrialFigures> first,
            Optional<ProcessKinds> own,
            Optional<ProcessKinds> other) {
        var firstByBlock = new HashMap<Integer, TrialFigures>();
        first.stream()
                .filter(t -> isAboveZero(metric, t))
                .forEach(t -> firstByBlock.put(t.block(), t));
        var cells = new TreeMap<Integer, List<Pair>>();
        for (var trial : variant) {
            var baseline = firstByBlock.get(trial.block());
            if (baseline != null && isAboveZero(metric, trial)) {
                int cell = index(own, trial.block()) + 2 * index(other, trial.block());
                cells.computeIfAbsent(cell, _ -> new ArrayList<>()).add(new Pair(trial, baseline));
            }
        }
        return List.copyOf(cells.values());
    }

    private static boolean isAboveZero(Metric metric, TrialFigures trial) {
        return trial.value(metric).stream().anyMatch(v -> v > 0);
    }

    private static int index(Optional<ProcessKinds> kinds, int block) {
        return kinds.filter(k -> k.isFew(block)).isPresent() ? 1 : 0;
    }

    private static List<Mode> modes(Metric metric, double level, List<List<Pair>> cells) {
        var intervals =
                GroupedMeans.intervals(
                        cells.stream()
                                .map(cell ->
                                        cell.stream()
                                                .mapToDouble(p -> p.logRatio(metric))
                                                .toArray())
                                .toList(),
                        level);
        var bounds = new Estimates(Bonferroni.levelOfEach(level, Math.max(1, cells.size())));
        var modes = new ArrayList<Mode>();
        for (int i = 0; i < cells.size(); i++) {
            var log = intervals.get(i);
            var variant = cells.get(i).stream().map(Pair::variant).toList();
            var first = cells.get(i).stream().map(Pair::first).toList();
            var ratio =
                    new Interval(Math.exp(log.low()), Math.exp(log.point()), Math.exp(log.high()));
            modes.add(
                    new Mode(
                            cells.get(i).size(),
                            geometricMean(metric, variant),
                            geometricMean(metric, first),
                            bounds.withinBounds(
                                    Estimates.withWindows(ratio, metric, variant, first),
                                    metric,
                                    variant,
                                    first)));
        }
        modes.sort((a, b) -> Integer.compare(b.blocks(), a.blocks()));
        return modes;
    }

    private static double geometricMean(Metric metric, List<TrialFigures> trials) {
        return Math.exp(trials.stream().mapToDouble(t -> log(metric, t)).average().orElseThrow());
    }

    /// The blocks of all modes.
    public int blocks() {
        return modes.stream().mapToInt(Mode::blocks).sum();
    }

    /// Whether each combination of kinds was observed.
    boolean complete() {
        return modes.size() == (of == Of.BOTH ? 4 : 2);
    }

    /// From the lowest limit of a mode to the highest; the estimate is the geometric mean over all
    /// blocks, which depends on how many of each kind there are.
    Interval hull() {
        double log = 0;
        double low = Double.POSITIVE_INFINITY;
        double high = 0;
        for (var mode : modes) {
            log += mode.blocks() * Math.log(mode.ratio().point());
            low = Math.min(low, mode.ratio().low());
            high = Math.max(high, mode.ratio().high());
        }
        return new Interval(low, Math.exp(log / blocks()), high);
    }

    /// The largest ratio of a mode over the smallest, as point estimates.
    double distance() {
        var points = modes.stream().mapToDouble(m -> m.ratio().point()).summaryStatistics();
        return points.getMax() / points.getMin();
    }
}
