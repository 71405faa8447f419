package dev.loombench.analysis.validity;

import dev.loombench.analysis.trial.ProcessKinds;
import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.observe.result.MetricId;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialResult;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Metric;
import dev.loombench.stats.Descriptive;
import dev.loombench.stats.Outliers;
import dev.loombench.stats.SerialCorrelation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Trials of a variant that differ from its other trials.
public sealed interface SpreadFinding extends Finding {
    String variant();

    @Override
    default Severity severity() {
        return Severity.NOTE;
    }

    @Override
    default List<String> variants() {
        return List.of(variant());
    }

    /// The processes of a variant are of [two kinds][ProcessKinds], separated by more than the
    /// margin. All trials stay in the figures.
    ///
    /// @param metric in which they are separated
    /// @param trials of the rarer kind: their numbers in the plan
    /// @param completed trials in total
    /// @param level geometric mean of the rarer kind, and `otherLevel` of the other, in the
    ///   metric's unit
    /// @param compiled whether the metric shows the code that JVMs compiled
    record BimodalTrials(
            String variant,
            Metric metric,
            List<Integer> trials,
            int completed,
            double level,
            double otherLevel,
            boolean compiled)
            implements SpreadFinding {
        public BimodalTrials {
            trials = List.copyOf(trials);
        }

        /// The rarer kind over the other.
        public double factor() {
            return level / otherLevel;
        }

        /// By instructions per request where they are counted, since they show the cause; else by
        /// the metric that decides the experiment.
        ///
        /// @param all variants of the run
        static Optional<BimodalTrials> of(
                ExperimentSpec spec, VariantTrials trials, List<VariantTrials> all) {
            return Stream.of(Metric.INSTRUCTIONS_PER_REQUEST, spec.metric())
                    .distinct()
                    .flatMap(metric -> of(metric, spec.margin(), trials, all).stream())
                    .findFirst();
        }

        private static Optional<BimodalTrials> of(
                Metric metric, double margin, VariantTrials trials, List<VariantTrials> all) {
            return ProcessKinds.of(metric, trials.figures())
                    .filter(kinds -> Math.abs(Math.log(kinds.factor())) > Math.log1p(margin))
                    .filter(kinds -> !isOfBlocks(kinds, trials, all))
                    .map(kinds ->
                            new BimodalTrials(
                                    trials.variant(),
                                    metric,
                                    numbers(kinds, trials),
                                    kinds.few().size() + kinds.many().size(),
                                    kinds.level(kinds.few()),
                                    kinds.level(kinds.many()),
                                    metric == Metric.INSTRUCTIONS_PER_REQUEST && isOfJvms(trials)));
        }

        /// Whether all other variants changed alike.
        private static boolean isOfBlocks(
                ProcessKinds kinds, VariantTrials trials, List<VariantTrials> all) {
            var others = all.stream().filter(v -> !v.variant().equals(trials.variant())).toList();
            return !others.isEmpty() && others.stream().allMatch(v -> kinds.sharedBy(v.figures()));
        }

        private static List<Integer> numbers(ProcessKinds kinds, VariantTrials trials) {
            return trials.successfulResults().stream()
                    .map(TrialResult::trial)
                    .filter(t -> kinds.isFew(t.block()))
                    .map(Trial::number)
                    .toList();
        }

        private static boolean isOfJvms(VariantTrials trials) {
            return trials.successful().stream()
                    .anyMatch(t -> t.series(MetricId.JIT_TIME).isPresent());
        }

        @Override
        public String kind() {
            return "bimodal-trials";
        }
    }

    /// The ratio of a variant to the first, or the metric of the only one, has a trend over the
    /// blocks, or neighbouring blocks are [alike][SerialCorrelation]. Intervals over blocks assume
    /// that these are independent.
    ///
    /// @param metric that decides the experiment
    /// @param blocks in which it was measured
    record TrendOverBlocks(String variant, Metric metric, int blocks) implements SpreadFinding {
        /// @param first variant of the run
        static Optional<TrendOverBlocks> of(
                ExperimentSpec spec, VariantTrials trials, VariantTrials first) {
            boolean only = spec.variants().size() == 1;
            if (trials.variant().equals(first.variant()) && !only) {
                return Optional.empty();
            }
            var logs = logs(spec.metric(), trials, only ? Optional.empty() : Optional.of(first));
            return SerialCorrelation.found(logs)
                    ? Optional.of(new TrendOverBlocks(trials.variant(), spec.metric(), logs.length))
                    : Optional.empty();
        }

        private static double[] logs(
                Metric metric, VariantTrials trials, Optional<VariantTrials> first) {
            var byBlock = new TreeMap<Integer, Double>();
            trials.figures()
                    .forEach(t ->
                            t.value(metric).ifPresent(v -> byBlock.put(t.block(), Math.log(v))));
            first.ifPresent(f -> {
                var others = new TreeMap<Integer, Double>();
                f.figures()
                        .forEach(t ->
                                t.value(metric).ifPresent(v -> others.put(t.block(), Math.log(v))));
                byBlock.keySet().retainAll(others.keySet());
                byBlock.replaceAll((block, log) -> log - others.getOrDefault(block, 0.0));
            });
            return byBlock.values().stream()
                    .mapToDouble(Double::doubleValue)
                    .filter(Double::isFinite)
                    .toArray();
        }

        @Override
        public Severity severity() {
            return Severity.INVALID;
        }

        @Override
        public boolean affects(Metric other) {
            return other == metric;
        }

        @Override
        public String kind() {
            return "trend-over-blocks";
        }
    }

    /// An outlier among the trials of a variant. It stays in the figures.
    ///
    /// @param trial its number in the plan
    /// @param metric that decides the experiment
    /// @param share by which it differs from the median, below 0 for less
    record OutlyingTrial(String variant, int trial, String metric, double share)
            implements SpreadFinding {
        /// Among fewer trials, none can be identified as an outlier.
        private static final int MIN_TRIALS = 5;

        /// @param grouped trials that form a group, and are no outliers
        static List<OutlyingTrial> of(
                ExperimentSpec spec, VariantTrials trials, List<Integer> grouped) {
            var measured = trials.figures().stream().map(f -> f.value(spec.metric())).toList();
            if (measured.size() < MIN_TRIALS || measured.stream().anyMatch(v -> v.isEmpty())) {
                return List.of();
            }
            var values = measured.stream().mapToDouble(OptionalDouble::getAsDouble).toArray();
            var scores = Outliers.zScores(values);
            var median = Descriptive.median(values);
            var results = trials.successfulResults();
            var found = new ArrayList<OutlyingTrial>();
            for (int i = 0; i < scores.length; i++) {
                double share = values[i] / median - 1;
                int number = results.get(i).trial().number();
                if (Math.abs(scores[i]) > Outliers.THRESHOLD
                        && Math.abs(share) > spec.margin()
                        && !grouped.contains(number)) {
                    found.add(
                            new OutlyingTrial(
                                    trials.variant(), number, spec.metric().label(), share));
                }
            }
            return found;
        }

        @Override
        public String kind() {
            return "outlying-trial";
        }
    }
}
