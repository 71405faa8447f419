package dev.loombench.analysis;

import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.analysis.validity.Finding;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Metric;
import dev.loombench.spec.Variant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Each variant compared with the first by throughput, response time, cost and memory.
///
/// It shows what a recommendation by one metric costs by the others. Each comparison has its own 95
/// % interval, so equal variants differ in one metric of twenty by chance.
///
/// @param metrics its columns
/// @param scores variant name -> metric -> score; a metric that a variant lacks has no evidence
/// @param trials variant name -> figures of its trials
/// @param findings of the run
public record Scorecard(
        List<Metric> metrics,
        Map<String, Map<Metric, Score>> scores,
        Map<String, List<TrialFigures>> trials,
        List<Finding> findings) {

    /// A comparison by one metric.
    ///
    /// @param invalidBy the finding that makes its ratio invalid, if any
    public record Score(Verdict verdict, Optional<Finding> invalidBy) {
        private static Score of(
                Verdict verdict,
                List<Finding> findings,
                Metric metric,
                String variant,
                String other) {
            return new Score(
                    verdict,
                    findings.stream()
                            .filter(_ -> verdict.interval().isPresent())
                            .filter(f -> f.invalidates(metric, variant, other))
                            .findFirst());
        }
    }

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
        scores = Map.copyOf(scores);
        trials = Map.copyOf(trials);
        findings = List.copyOf(findings);
    }

    /// @param figures of a variant's trials, by its name
    /// @param findings of the run
    static Scorecard of(
            ExperimentSpec spec,
            Function<String, List<TrialFigures>> figures,
            List<Finding> findings) {
        var metrics = metrics(spec);
        var names = spec.variants().stream().map(Variant::name).toList();
        var first = names.getFirst();
        var estimates = new Estimates(Analysis.LEVEL);
        var all = new HashMap<String, Map<Metric, Score>>();
        for (var name : names) {
            var own = new EnumMap<Metric, Score>(Metric.class);
            for (var metric : metrics) {
                own.put(
                        metric,
                        name.equals(first)
                                ? new Score(new Verdict.Baseline(), Optional.empty())
                                : Score.of(
                                        new Comparison(metric, spec.margin(), estimates)
                                                .of(figures.apply(name), figures.apply(first)),
                                        findings,
                                        metric,
                                        name,
                                        first));
            }
            all.put(name, own);
        }
        return new Scorecard(
                metrics,
                all,
                names.stream().collect(Collectors.toMap(name -> name, figures)),
                findings);
    }

    /// The comparison of a variant with itself in another run, by each metric of both.
    ///
    /// @param other the scorecard of that run
    /// @return empty where one of the runs lacks the variant
    public Map<Metric, Score> comparedWith(Scorecard other, String variant, double margin) {
        var own = trials.get(variant);
        var others = other.trials.get(variant);
        var compared = new LinkedHashMap<Metric, Score>();
        if (own != null && others != null) {
            var both = Stream.concat(findings.stream(), other.findings.stream()).toList();
            var estimates = new Estimates(Analysis.LEVEL);
            for (var metric : metrics) {
                if (other.metrics.contains(metric)) {
                    compared.put(
                            metric,
                            Score.of(
                                    new Comparison(metric, margin, estimates).ofRuns(own, others),
                                    both,
                                    metric,
                                    variant,
                                    variant));
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

    /// The finding that makes a figure of a variant invalid, if any. Its ratio to that of another
    /// may be valid nevertheless, where both changed alike.
    public Optional<Finding> invalidating(String variant, Metric metric) {
        return findings.stream().filter(f -> f.invalidates(metric, variant, variant)).findFirst();
    }

    /// The comparison of a variant with the first by a metric of the scorecard.
    public Score of(String variant, Metric metric) {
        var own = scores.get(variant);
        var score = own == null ? null : own.get(metric);
        if (score == null) {
            throw new IllegalArgumentException(
                    "no %s of %s in the scorecard".formatted(metric.label(), variant));
        }
        return score;
    }
}
