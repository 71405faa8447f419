package dev.loombench.analysis.validity;

import dev.loombench.analysis.trial.Drift;
import dev.loombench.analysis.validity.StationarityFinding.WindowDrift;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Metric;
import dev.loombench.spec.TrialMode;
import dev.loombench.spec.Variant;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.stats.Descriptive;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Finds the metrics of a variant that changed within its windows, and the variants that changed
/// alike.
final class WindowDrifts {
    /// Mean change beyond which the metric drifts: ln 1.05.
    private static final double LIMIT = Math.log(1.05);

    /// Share of the trials that have to change in the same direction by half of the limit.
    private static final double AGREEING = 0.8;

    private WindowDrifts() {}

    /// Where the load itself changes, nothing follows.
    ///
    /// @param all variants of the run
    static List<WindowDrift> of(
            RunManifest manifest, VariantTrials trials, List<VariantTrials> all) {
        var spec = manifest.spec();
        if (!(spec.load() instanceof LoadModel load) || !load.isConstant()) {
            return List.of();
        }
        boolean interleaved = manifest.mode().mode() == TrialMode.INTERLEAVED;
        var found = new ArrayList<WindowDrift>();
        for (var metric : List.of(Metric.THROUGHPUT, Metric.CPU_PER_REQUEST, Metric.P50)) {
            var logs = logs(metric, trials);
            if (drifts(logs.values()) || (interleaved && driftsApart(metric, logs, trials, all))) {
                var alike = interleaved ? alike(metric, logs, trials, all) : List.<String>of();
                found.add(
                        new WindowDrift(
                                trials.variant(),
                                metric,
                                Math.exp(Descriptive.mean(array(logs.values()))),
                                logs.size(),
                                alike,
                                decides(spec, metric, trials.variant(), alike)));
            }
        }
        return found;
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

    /// Whether the ratio to another variant changed, while neither did by itself.
    private static boolean driftsApart(
            Metric metric,
            Map<Integer, Double> logs,
            VariantTrials trials,
            List<VariantTrials> all) {
        return others(trials, all)
                .map(other -> logs(metric, other))
                .anyMatch(others -> !drifts(others.values()) && drifts(ratios(logs, others)));
    }

    private static List<String> alike(
            Metric metric,
            Map<Integer, Double> logs,
            VariantTrials trials,
            List<VariantTrials> all) {
        return others(trials, all)
                .filter(other -> {
                    var ratios = ratios(logs, logs(metric, other));
                    return !ratios.isEmpty() && !drifts(ratios);
                })
                .map(VariantTrials::variant)
                .toList();
    }

    private static Stream<VariantTrials> others(VariantTrials trials, List<VariantTrials> all) {
        return all.stream().filter(other -> !other.variant().equals(trials.variant()));
    }

    /// The change of the ratio in each block that has both, ln.
    private static List<Double> ratios(Map<Integer, Double> some, Map<Integer, Double> others) {
        var ratios = new ArrayList<Double>();
        others.forEach((block, log) -> {
            var one = some.get(block);
            if (one != null) {
                ratios.add(log - one);
            }
        });
        return ratios;
    }

    private static boolean drifts(Collection<Double> logs) {
        if (logs.isEmpty()) {
            return false;
        }
        double mean = Descriptive.mean(array(logs));
        long agreeing = logs.stream().filter(d -> d * Math.signum(mean) > LIMIT / 2).count();
        return Math.abs(mean) > LIMIT && agreeing >= AGREEING * logs.size();
    }

    private static double[] array(Collection<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /// Without claims, by the comparisons of the first variant with each other one.
    private static boolean decides(
            ExperimentSpec spec, Metric metric, String variant, List<String> alike) {
        if (!spec.claims().isEmpty()) {
            return spec.claims().stream()
                    .anyMatch(c -> WindowDrift.affects(c, metric, variant, alike));
        }
        var first = spec.variants().getFirst().name();
        var compared =
                variant.equals(first)
                        ? spec.variants().stream().map(Variant::name).skip(1).toList()
                        : List.of(first);
        return WindowDrift.isSameKind(metric, spec.metric())
                && (compared.isEmpty() || !alike.containsAll(compared));
    }
}
