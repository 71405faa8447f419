package dev.loombench.analysis.comparison;

import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.variant.Variant;
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
/// It shows what a recommendation by one metric costs by the others. By the metric of the
/// experiment it has the verdicts of the run. The comparisons by all other metrics share 5 %: they
/// are right at once with 95 %.
///
/// @param metrics its columns
/// @param verdicts variant name -> metric -> verdict; a metric that a variant lacks has no evidence
/// @param trials variant name -> figures of its trials
/// @param findings of the run
public record Scorecard(
        List<Metric> metrics,
        Map<String, Map<Metric, Verdict>> verdicts,
        Map<String, List<TrialFigures>> trials,
        List<ResultFinding> findings) {

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
        findings = List.copyOf(findings);
    }

    /// @param figures of a variant's trials, by its name
    /// @param findings of the run
    public static Scorecard of(
            ConfidenceLevels confidence,
            Function<String, List<TrialFigures>> figures,
            List<ResultFinding> findings) {
        var experiment = confidence.experiment();
        var metrics = metrics(experiment);
        var names = experiment.variants().stream().map(Variant::name).toList();
        var first = names.getFirst();
        var all = new HashMap<String, Map<Metric, Verdict>>();
        for (var name : names) {
            var own = new EnumMap<Metric, Verdict>(Metric.class);
            for (var metric : metrics) {
                double level =
                        metric == experiment.metric()
                                ? confidence.ofComparison()
                                : confidence.ofOtherMetric(metrics.size() - 1);
                own.put(
                        metric,
                        name.equals(first)
                                ? new Verdict.Baseline()
                                : new Comparison(metric, experiment.margin(), new Estimates(level))
                                        .of(figures.apply(name), figures.apply(first))
                                        .unless(
                                                ResultFinding.invalidating(
                                                        findings, metric, name, first)));
            }
            all.put(name, own);
        }
        return new Scorecard(
                metrics,
                all,
                names.stream().collect(Collectors.toMap(name -> name, figures)),
                findings);
    }

    /// A variant in this run over the same variant in another one, by each metric of both.
    ///
    /// @param other the scorecard of that run
    /// @return empty where one of the runs lacks the variant
    public Map<Metric, RunRatio> comparedWith(Scorecard other, String variant) {
        var compared = new LinkedHashMap<Metric, RunRatio>();
        for (var metric : metrics) {
            if (other.metrics.contains(metric)) {
                comparedWith(other, variant, metric)
                        .ifPresent(ratio -> compared.put(metric, ratio));
            }
        }
        return compared;
    }

    /// The same by a metric that the scorecards need not have.
    public Optional<RunRatio> comparedWith(Scorecard other, String variant, Metric metric) {
        var own = trials.get(variant);
        var others = other.trials.get(variant);
        if (own == null || others == null) {
            return Optional.empty();
        }
        var both = Stream.concat(findings.stream(), other.findings.stream()).toList();
        return Optional.of(
                new RunRatio(
                        new Estimates(ConfidenceLevels.LEVEL).independentRatio(metric, own, others),
                        ResultFinding.invalidating(both, metric, variant, variant)));
    }

    /// The usual metrics, and that of the experiment before the costs where it is another one.
    public static List<Metric> metrics(Experiment experiment) {
        var usual = experiment.isBatch() ? OF_BATCH : OF_LOAD;
        if (usual.contains(experiment.metric())) {
            return usual;
        }
        var metrics = new ArrayList<>(usual);
        metrics.add(usual.indexOf(Metric.CPU_PER_REQUEST), experiment.metric());
        return metrics;
    }

    /// The finding that makes a figure of a variant invalid, if any. Its ratio to that of another
    /// may be valid nevertheless, where both changed alike.
    public Optional<ResultFinding> invalidating(String variant, Metric metric) {
        return ResultFinding.invalidating(findings, metric, variant, variant);
    }

    /// The fewest blocks that a comparison with a variant has by a metric; 0 without any.
    public int blocks(String first, Metric metric) {
        var own = trials.getOrDefault(first, List.of());
        return trials.entrySet().stream()
                .filter(e -> !e.getKey().equals(first))
                .mapToInt(e -> Estimates.blocks(metric, e.getValue(), own))
                .min()
                .orElse(0);
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
