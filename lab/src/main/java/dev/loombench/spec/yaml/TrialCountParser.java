package dev.loombench.spec.yaml;

import dev.loombench.spec.Defaults;
import dev.loombench.spec.TrialCount;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/// Reads how many trials there are: `trials: 5`, or `trials: {min: 3, max: 10}` with `precision:
/// 3%`, each of the two with a default when the other is there.
final class TrialCountParser {
    private static final NodeDecoder<Integer> TRIALS = Values.whole(1, TrialCount.MAX_TRIALS);

    private final MappingReader experiment;

    TrialCountParser(MappingReader experiment) {
        this.experiment = experiment;
    }

    /// @param margin the precision when none is given: no wider interval can show "no difference"
    /// @return empty only when there are problems
    Optional<TrialCount> read(double margin) {
        var problems = experiment.problems();
        int before = problems.count();
        if (experiment.holdsScalar("trials") || !isAdaptive()) {
            experiment.reject(
                    "precision",
                    "precision goes with trials: {min: 3, max: 10}, not with a fixed number");
            var trials = experiment.read("trials", TRIALS, Defaults.TRIALS);
            return unlessProblems(before, () -> TrialCount.exactly(trials));
        }
        var bounds = experiment.section("trials", "trials", Keys.TRIALS);
        var atLeast = trials(bounds, "min", Defaults.TRIALS_MIN);
        var atMost = trials(bounds, "max", Math.max(atLeast, Defaults.TRIALS_MAX));
        var precision = experiment.read("precision", Values::margin, margin);
        return unlessProblems(
                before, () -> new TrialCount(atLeast, atMost, OptionalDouble.of(precision)));
    }

    private boolean isAdaptive() {
        return experiment.has("trials") || experiment.has("precision");
    }

    private static int trials(Optional<MappingReader> bounds, String key, int otherwise) {
        return bounds.map(section -> section.read(key, TRIALS, otherwise)).orElse(otherwise);
    }

    private Optional<TrialCount> unlessProblems(int before, Supplier<TrialCount> repetition) {
        var problems = experiment.problems();
        return problems.count() > before
                ? Optional.empty()
                : problems.attempt(experiment.location("trials"), repetition);
    }
}
