package dev.loombench.analysis;

import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Metric;
import dev.loombench.spec.Variant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Each variant compared with the first by throughput, response time, cost and memory.
///
/// It shows what a recommendation by one metric costs by the others. Each comparison has its own 95
/// % interval, so equal variants differ in one metric of twenty by chance.
///
/// @param metrics its columns
/// @param verdicts variant name -> metric -> comparison; a metric that a variant lacks has no
///   evidence
/// @param trials variant name -> figures of its trials
public record Scorecard(
        List<Metric> metrics,
        Map<String, Map<Metric, Verdict>> verdicts,
        Map<String, List<TrialFigures>> trials) {
    private static final List<Metric> OF_LOAD =
            List.of(
                    Metric.THROUGHPUT,
                    Metric.P50,
                    Metric.P99,
                    Metric.CPU_PER_REQUEST,
                    Metric.PEAK_RSS,
                    Metric.THREADS);

    private static final List<Metric> OF_BATCH =
            List.of(Metric.ELAPSED, Metric.CPU_PER_REQUEST, Metric.PEAK_RSS, Metric.THREADS);

    public Scorecard {
        metrics = List.copyOf(metrics);
        verdicts = Map.copyOf(verdicts);
        trials = Map.copyOf(trials);
    }

    /// @param figures of a variant's trials, by its name
    static Scorecard of(ExperimentSpec spec, Function<String, List<TrialFigures>> figures) {
        var metrics = metrics(spec);
        var names = spec.variants().stream().map(Variant::name).toList();
        var first = figures.apply(names.getFirst());
        var all = new HashMap<String, Map<Metric, Verdict>>();
        for (var name : names) {
            var own = new EnumMap<Metric, Verdict>(Metric.class);
            for (var metric : metrics) {
                own.put(
                        metric,
                        name.equals(names.getFirst())
                                ? new Verdict.Baseline()
                                : new Comparison(
                                                metric,
                                                spec.margin(),
                                                new Estimates(Analysis.LEVEL))
                                        .of(figures.apply(name), first));
            }
            all.put(name, own);
        }
        return new Scorecard(
                metrics, all, names.stream().collect(Collectors.toMap(name -> name, figures)));
    }

    /// The comparison of a variant with itself in another run, by each metric of both.
    ///
    /// @param other the scorecard of that run
    /// @return empty where one of the runs lacks the variant
    public Map<Metric, Verdict> comparedWith(Scorecard other, String variant, double margin) {
        var own = trials.get(variant);
        var others = other.trials.get(variant);
        var compared = new LinkedHashMap<Metric, Verdict>();
        if (own != null && others != null) {
            var estimates = new Estimates(Analysis.LEVEL);
            for (var metric : metrics) {
                if (other.metrics.contains(metric)) {
                    compared.put(
                            metric, new Comparison(metric, margin, estimates).ofRuns(own, others));
                }
            }
        }
        return compared;
    }

    /// The usual metrics, and that of the experiment before the costs where it is another one.
    private static List<Metric> metrics(ExperimentSpec spec) {
        var usual = spec.isBatch() ? OF_BATCH : OF_LOAD;
        if (usual.contains(spec.metric())) {
            return usual;
        }
        var metrics = new ArrayList<>(usual);
        metrics.add(usual.indexOf(Metric.CPU_PER_REQUEST), spec.metric());
        return metrics;
    }

    /// The comparison of a variant with the first by a metric of the scorecard.
    public Verdict of(String variant, Metric metric) {
        var own = verdicts.get(variant);
        var verdict = own == null ? null : own.get(metric);
        if (verdict == null) {
            throw new IllegalArgumentException(
                    "no %s of %s in the scorecard".formatted(metric.label(), variant));
        }
        return verdict;
    }
}
