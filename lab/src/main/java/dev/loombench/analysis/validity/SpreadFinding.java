package dev.loombench.analysis.validity;

import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.result.MetricId;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Metric;
import dev.loombench.stats.Descriptive;
import dev.loombench.stats.Outliers;
import dev.loombench.stats.TwoGroups;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
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

    /// The trials of a variant form two groups, separated by more than the margin. They stay in the
    /// figures.
    ///
    /// @param metric in which they are separated
    /// @param trials of the smaller group: their numbers in the plan
    /// @param completed trials in total
    /// @param factor mean of the smaller group over that of the larger one, geometric
    /// @param compiled whether the metric shows the code that JVMs compiled
    record BimodalTrials(
            String variant,
            Metric metric,
            List<Integer> trials,
            int completed,
            double factor,
            boolean compiled)
            implements SpreadFinding {
        /// Below it, a group of one trial is accepted by instructions per request, which depend on
        /// little else than the code.
        private static final int FEW_TRIALS = 6;

        public BimodalTrials {
            trials = List.copyOf(trials);
        }

        /// By instructions per request where they are counted, since they show the cause; else by
        /// the metric that decides the experiment.
        static Optional<BimodalTrials> of(ExperimentSpec spec, VariantTrials trials) {
            return Stream.of(Metric.INSTRUCTIONS_PER_REQUEST, spec.metric())
                    .distinct()
                    .flatMap(metric -> of(spec, trials, metric).stream())
                    .findFirst();
        }

        private static Optional<BimodalTrials> of(
                ExperimentSpec spec, VariantTrials trials, Metric metric) {
            var logs =
                    trials.figures().stream()
                            .map(f -> f.value(metric))
                            .flatMapToDouble(OptionalDouble::stream)
                            .map(Math::log)
                            .toArray();
            if (logs.length < trials.figures().size()) {
                return Optional.empty();
            }
            boolean instructions = metric == Metric.INSTRUCTIONS_PER_REQUEST;
            return TwoGroups.of(logs, instructions && logs.length < FEW_TRIALS ? 1 : 2)
                    .filter(groups -> Math.expm1(groups.distance()) > spec.margin())
                    .map(groups ->
                            new BimodalTrials(
                                    trials.variant(),
                                    metric,
                                    smaller(groups, logs, trials),
                                    logs.length,
                                    Math.exp(
                                            isUpperSmaller(groups)
                                                    ? groups.distance()
                                                    : -groups.distance()),
                                    instructions && isOfJvms(trials)));
        }

        private static boolean isUpperSmaller(TwoGroups groups) {
            return groups.upper() <= groups.lower();
        }

        private static List<Integer> smaller(
                TwoGroups groups, double[] logs, VariantTrials trials) {
            var results = trials.successfulResults();
            var numbers = new ArrayList<Integer>();
            for (int i = 0; i < logs.length; i++) {
                if ((logs[i] > groups.boundary()) == isUpperSmaller(groups)) {
                    numbers.add(results.get(i).trial().number());
                }
            }
            return numbers;
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
