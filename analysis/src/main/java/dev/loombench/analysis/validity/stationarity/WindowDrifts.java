package dev.loombench.analysis.validity.stationarity;

import static dev.loombench.text.Figures.axis;
import static dev.loombench.text.Figures.percent;

import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.analysis.trial.Drift;
import dev.loombench.analysis.trial.WindowPart;
import dev.loombench.analysis.validity.percentile.PercentileFinding;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.TrialMode;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.stats.Bonferroni;
import dev.loombench.stats.Descriptive;
import dev.loombench.stats.Interval;
import dev.loombench.stats.StudentT;
import dev.loombench.stats.series.TrendLine;
import dev.loombench.traffic.LoadModel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Finds the metrics of a variant that changed within its windows, and the variants that changed
/// alike. Memory can only grow.
///
/// A test at 1 % for each metric, over all variants, with the changes of whole trials as values:
/// correlation within a window does not disturb it. The noise is that of the variant alone: with
/// one in common, a noisy variant hides the drift of a quiet one, and a test that two variants have
/// the same noise says little with few trials. Few trials say little about their own noise, too: a
/// metric also changed where the [line][TrendLine] through the parts of the window has a slope in
/// the same direction in each trial of the variant. In a single one it has by chance in 1 %, and in
/// 4 % where neighbours are correlated by 0.5; in two or more it adds less than 0.1 %.
public final class WindowDrifts {
    /// Mean change beyond which the metric drifts.
    private static final double CHANGE = 0.05;

    static final double LIMIT = Math.log1p(CHANGE);

    /// Of the share of the slower half of a tail: 8 % of p99 where the tail is exponential.
    private static final double CHANGE_OF_TAIL = 1.5;

    static final double LIMIT_OF_TAIL = Math.log(CHANGE_OF_TAIL);

    /// The same, in words.
    static final String TAIL_TEXT = axis(CHANGE_OF_TAIL);

    /// The change, in words.
    static final String LIMIT_TEXT = percent(CHANGE);

    static final double LEVEL = 0.99;

    /// Of the window of a trial.
    static final int PARTS = 9;

    /// Trials of a variant up to which their lines count too.
    static final int FEW = 4;

    /// Of the interval of a ratio that did not change.
    private static final double ALIKE_LEVEL = 0.9;

    private WindowDrifts() {}

    /// Where the load itself changes, nothing follows.
    ///
    /// @param all variants of the run
    public static List<WindowDrift> of(RunManifest manifest, List<VariantTrials> all) {
        var experiment = manifest.experiment();
        if (!(experiment.load() instanceof LoadModel load) || !load.isConstant()) {
            return List.of();
        }
        boolean interleaved = manifest.mode().mode() == TrialMode.INTERLEAVED;
        var drifts =
                Stream.of(Metric.THROUGHPUT, Metric.CPU_PER_REQUEST, Metric.P50, Metric.PEAK_RSS)
                        .flatMap(metric -> of(metric, experiment, interleaved, all).stream())
                        .toList();
        var tails =
                tail(experiment, all).stream()
                        .flatMap(metric -> of(metric, experiment, interleaved, all).stream())
                        .filter(tail -> !isOfMean(tail.variant(), drifts));
        return Stream.concat(drifts.stream(), tails)
                .sorted(Comparator.comparingInt(drift -> position(drift.variant(), all)))
                .toList();
    }

    /// The highest percentile that decides, where it has a drift of its own.
    private static Optional<Metric> tail(Experiment experiment, List<VariantTrials> all) {
        return all.stream()
                .flatMap(v -> PercentileFinding.deciding(experiment, v.variant()).stream())
                .max(Comparator.comparingDouble(Metric::percent))
                .filter(Drift::isOfTail);
    }

    /// Whether the mean response time of the variant drifts, which all percentiles follow.
    private static boolean isOfMean(String variant, List<WindowDrift> drifts) {
        return drifts.stream()
                .anyMatch(d -> d.metric() == Metric.P50 && d.variant().equals(variant));
    }

    private static double limit(Metric metric) {
        return Drift.isOfTail(metric) ? LIMIT_OF_TAIL : LIMIT;
    }

    private static int position(String variant, List<VariantTrials> all) {
        return all.stream().map(VariantTrials::variant).toList().indexOf(variant);
    }

    private static List<WindowDrift> of(
            Metric metric, Experiment experiment, boolean interleaved, List<VariantTrials> all) {
        var logs = new LinkedHashMap<String, Map<Integer, Double>>();
        all.forEach(trials -> logs.put(trials.variant(), logs(metric, trials)));
        logs.values().removeIf(Map::isEmpty);
        if (logs.isEmpty()) {
            return List.of();
        }
        // Ratios are tested besides, with the other half of the errors.
        double level = interleaved ? 1 - (1 - LEVEL) / 2 : LEVEL;
        double levelOfRatios =
                Bonferroni.levelOfEach(level, Math.max(1, logs.size() * (logs.size() - 1) / 2));
        double limit = limit(metric);
        var drifting = drifting(logs, level, limit);
        drifting.addAll(drifting(metric, all));
        var shrinking = shrinking(metric, logs);
        drifting.removeAll(shrinking);
        var still = new LinkedHashMap<>(logs);
        still.keySet().removeAll(drifting);
        var apart =
                interleaved
                        ? apart(still, shrinking, levelOfRatios, limit)
                        : Map.<String, List<String>>of();
        var found = new ArrayList<WindowDrift>();
        logs.forEach((variant, changes) -> {
            var from = apart.getOrDefault(variant, List.of());
            if (drifting.contains(variant) || !from.isEmpty()) {
                var others = new LinkedHashMap<>(logs);
                others.remove(variant);
                var alike = interleaved ? alike(changes, others, limit) : List.<String>of();
                found.add(
                        new WindowDrift(
                                variant,
                                metric,
                                Math.exp(mean(changes)),
                                changes.size(),
                                alike,
                                from,
                                decides(experiment, metric, variant, alike)));
            }
        });
        return found;
    }

    /// Variants whose memory shrinks, which is no finding; none for other metrics.
    private static Set<String> shrinking(Metric metric, Map<String, Map<Integer, Double>> logs) {
        return logs.entrySet().stream()
                .filter(variant -> metric == Metric.PEAK_RSS && mean(variant.getValue()) < 0)
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(HashSet::new));
    }

    /// The change of each trial, ln, by block.
    private static Map<Integer, Double> logs(Metric metric, VariantTrials trials) {
        var logs = new TreeMap<Integer, Double>();
        for (var result : trials.results()) {
            if (result.outcome() instanceof Completed trial) {
                Drift.of(metric, trial)
                        .ifPresent(d -> logs.put(result.trial().block(), Math.log(d)));
            }
        }
        return logs;
    }

    /// The variants whose mean change is beyond the limit, and not by chance.
    ///
    /// @param logs change of each trial, ln, by block, of each variant: at least one
    /// @param level of all variants together
    /// @param limit of a change, ln
    static Set<String> drifting(
            Map<String, Map<Integer, Double>> logs, double level, double limit) {
        double each = Bonferroni.levelOfEach(level, logs.size());
        return logs.entrySet().stream()
                .filter(variant ->
                        StudentT.interval(array(variant.getValue().values()), each)
                                .filter(change -> drifts(change, limit))
                                .isPresent())
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(HashSet::new));
    }

    /// The variants of few trials with a trend in the same direction within each of them.
    private static Set<String> drifting(Metric metric, List<VariantTrials> all) {
        return all.stream()
                .filter(trials -> trials.completed().size() <= FEW)
                .filter(trials -> drifts(metric, trials.completed()))
                .map(VariantTrials::variant)
                .collect(Collectors.toCollection(HashSet::new));
    }

    private static boolean drifts(Metric metric, List<Completed> trials) {
        var directions =
                trials.stream()
                        .filter(t -> Drift.of(metric, t).isPresent())
                        .map(t -> direction(metric, t))
                        .distinct()
                        .toList();
        return directions.size() == 1 && directions.getFirst() != 0;
    }

    /// 1 where the metric rose within the window, -1 where it fell, 0 without a trend.
    private static int direction(Metric metric, Completed trial) {
        var parts = parts(metric, trial);
        double change = Math.log(Drift.of(metric, trial).orElse(1));
        return parts.length == PARTS
                        && Math.abs(change) > limit(metric)
                        && TrendLine.hasSlope(parts, LEVEL)
                ? (int) Math.signum(change)
                : 0;
    }

    private static double[] parts(Metric metric, Completed trial) {
        return IntStream.range(0, PARTS)
                .mapToObj(i -> Drift.part(metric, trial, WindowPart.of(trial, i, PARTS)))
                .flatMapToDouble(OptionalDouble::stream)
                .toArray();
    }

    /// Variants whose ratio to others changed, with these: of each two, the one with more of them,
    /// or both. Of three of which one is odd, it alone is apart from two.
    ///
    /// @param still variants that did not change by themselves
    /// @param shrinking those that are never apart: the others are apart from them
    private static Map<String, List<String>> apart(
            Map<String, Map<Integer, Double>> still,
            Set<String> shrinking,
            double level,
            double limit) {
        var all = new LinkedHashMap<String, List<String>>();
        still.forEach((variant, changes) ->
                all.put(
                        variant,
                        still.entrySet().stream()
                                .filter(other -> !other.getKey().equals(variant))
                                .filter(other ->
                                        StudentT.interval(ratios(changes, other.getValue()), level)
                                                .filter(change -> drifts(change, limit))
                                                .isPresent())
                                .map(Map.Entry::getKey)
                                .toList()));
        var odd = new LinkedHashMap<String, List<String>>();
        all.forEach((variant, others) -> {
            boolean isOdd =
                    others.stream()
                            .anyMatch(o ->
                                    shrinking.contains(o)
                                            || all.getOrDefault(o, List.of()).size()
                                                    <= others.size());
            if (isOdd && !shrinking.contains(variant)) {
                odd.put(variant, others);
            }
        });
        return odd;
    }

    /// Those whose ratio changed by no more than the limit, and certainly by no more than twice it.
    private static List<String> alike(
            Map<Integer, Double> changes, Map<String, Map<Integer, Double>> others, double limit) {
        return others.entrySet().stream()
                .filter(other ->
                        StudentT.interval(ratios(changes, other.getValue()), ALIKE_LEVEL)
                                .filter(change -> isUnchanged(change, limit))
                                .isPresent())
                .map(Map.Entry::getKey)
                .toList();
    }

    private static boolean isUnchanged(Interval change, double limit) {
        return Math.abs(change.point()) <= limit
                && change.low() > -2 * limit
                && change.high() < 2 * limit;
    }

    /// The change of the ratio in each block that has both, ln.
    private static double[] ratios(Map<Integer, Double> some, Map<Integer, Double> others) {
        var ratios = DoubleStream.builder();
        others.forEach((block, log) -> {
            var one = some.get(block);
            if (one != null) {
                ratios.add(log - one);
            }
        });
        return ratios.build().toArray();
    }

    /// @param change mean of the trials, ln
    private static boolean drifts(Interval change, double limit) {
        return Math.abs(change.point()) > limit && !change.contains(0);
    }

    private static double mean(Map<Integer, Double> changes) {
        return Descriptive.mean(array(changes.values()));
    }

    private static double[] array(Collection<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /// Without claims, by the comparisons of the first variant with each other one.
    private static boolean decides(
            Experiment experiment, Metric metric, String variant, List<String> alike) {
        if (!experiment.claims().isEmpty()) {
            return experiment.claims().stream()
                    .anyMatch(c -> WindowDrift.affects(c, metric, variant, alike));
        }
        var first = experiment.variants().getFirst().name();
        var compared =
                variant.equals(first)
                        ? experiment.variants().stream().map(Variant::name).skip(1).toList()
                        : List.of(first);
        return WindowDrift.concerns(metric, experiment.metric())
                && (compared.isEmpty() || !alike.containsAll(compared));
    }
}
