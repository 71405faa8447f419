package dev.loombench.analysis.trial;

import dev.loombench.experiment.Metric;
import dev.loombench.stats.TwoGroups;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/// Two kinds of processes among the trials of a variant, by one metric: [two groups][TwoGroups]
/// whose distance neither the spread within them nor the [noise within a process][WithinNoise]
/// explains. A JVM that compiles a hot method in another way keeps that code for its life.
///
/// @param few trials of the rarer kind, at least one; of kinds of equal size, that of the higher
///   values
/// @param many the others, at least one
public record ProcessKinds(Metric metric, List<TrialFigures> few, List<TrialFigures> many) {
    public ProcessKinds {
        few = List.copyOf(few);
        many = List.copyOf(many);
    }

    /// Empty with fewer than three trials that have the metric.
    ///
    /// @param others the trials of each other variant, whose spread counts where those of this one
    ///   are few
    public static Optional<ProcessKinds> of(
            Metric metric, List<TrialFigures> trials, List<List<TrialFigures>> others) {
        var having = having(metric, trials);
        var noises = having.stream().map(t -> noise(metric, t)).toArray(OptionalDouble[]::new);
        var logsOfOthers = others.stream().map(o -> logs(metric, having(metric, o))).toList();
        return TwoGroups.of(logs(metric, having), noises, logsOfOthers)
                .map(groups -> of(metric, having, groups));
    }

    private static List<TrialFigures> having(Metric metric, List<TrialFigures> trials) {
        return trials.stream().filter(t -> t.value(metric).stream().anyMatch(v -> v > 0)).toList();
    }

    private static double[] logs(Metric metric, List<TrialFigures> trials) {
        return trials.stream().mapToDouble(t -> log(metric, t)).toArray();
    }

    /// Of a percentile, at least that of its few responses beyond.
    private static OptionalDouble noise(Metric metric, TrialFigures trial) {
        var parts = trial.noise().of(metric);
        if (!metric.isPercentile()) {
            return parts;
        }
        var responses = PercentileRange.standardError(trial, metric);
        return DoubleStream.concat(parts.stream(), responses.stream()).max();
    }

    private static ProcessKinds of(Metric metric, List<TrialFigures> trials, TwoGroups groups) {
        boolean upperIsRarer = groups.upper() <= groups.lower();
        Predicate<TrialFigures> rarer = t -> log(metric, t) > groups.boundary() == upperIsRarer;
        return new ProcessKinds(
                metric,
                trials.stream().filter(rarer).toList(),
                trials.stream().filter(rarer.negate()).toList());
    }

    private static double log(Metric metric, TrialFigures trial) {
        return Math.log(trial.value(metric).orElseThrow());
    }

    /// Geometric mean of the rarer kind over that of the other.
    public double factor() {
        return Math.exp(meanLog(metric, few) - meanLog(metric, many));
    }

    /// Geometric mean of a kind, in the metric's unit.
    public double level(List<TrialFigures> kind) {
        return Math.exp(meanLog(metric, kind));
    }

    private static double meanLog(Metric metric, List<TrialFigures> trials) {
        return trials.stream().mapToDouble(t -> log(metric, t)).average().orElseThrow();
    }

    public boolean isFew(int block) {
        return few.stream().anyMatch(t -> t.block() == block);
    }

    /// Whether another variant changed alike between the same blocks, by more than half as much.
    /// Then the blocks differed, as by a neighbour, and not the processes.
    public boolean sharedBy(List<TrialFigures> other) {
        var logs = new HashMap<Integer, Double>();
        other.forEach(t ->
                t.value(metric).stream()
                        .filter(v -> v > 0)
                        .forEach(v -> logs.put(t.block(), Math.log(v))));
        var inFew = mean(logs, blocks(few));
        var inMany = mean(logs, blocks(many));
        return inFew.isPresent()
                && inMany.isPresent()
                && (inFew.getAsDouble() - inMany.getAsDouble()) / Math.log(factor()) > 0.5;
    }

    private static Set<Integer> blocks(List<TrialFigures> trials) {
        return trials.stream().map(TrialFigures::block).collect(Collectors.toSet());
    }

    private static OptionalDouble mean(Map<Integer, Double> logs, Set<Integer> blocks) {
        return logs.entrySet().stream()
                .filter(e -> blocks.contains(e.getKey()))
                .mapToDouble(Map.Entry::getValue)
                .average();
    }
}
