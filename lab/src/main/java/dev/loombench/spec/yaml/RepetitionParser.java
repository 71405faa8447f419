package dev.loombench.spec.yaml;

import dev.loombench.spec.Defaults;
import dev.loombench.spec.Repetition;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/// Reads how many trials there are: `repeat: 5`, or `repeat: {at-least: 3, at-most: 10}` with
/// `precision: 3%`, each of the two with a default when the other is there.
final class RepetitionParser {
    private static final NodeDecoder<Integer> TRIALS = Values.whole(1, Repetition.MOST);

    private final MappingReader experiment;

    RepetitionParser(MappingReader experiment) {
        this.experiment = experiment;
    }

    /// @param margin the precision when none is given: no wider interval can show "no difference"
    /// @return empty only when there are problems
    Optional<Repetition> read(double margin) {
        var problems = experiment.problems();
        int before = problems.count();
        if (experiment.holdsScalar("repeat") || !isAdaptive()) {
            experiment.refuse(
                    "precision",
                    "precision goes with repeat: {at-least: 3, at-most: 10}, not with a fixed number");
            var trials = experiment.read("repeat", TRIALS, Defaults.REPEAT);
            return whenGood(before, () -> Repetition.exactly(trials));
        }
        var repeat = experiment.section("repeat", "repeat", Keys.REPEAT);
        var atLeast = trials(repeat, "at-least", Defaults.REPEAT_AT_LEAST);
        var atMost = trials(repeat, "at-most", Math.max(atLeast, Defaults.REPEAT_AT_MOST));
        var precision = experiment.read("precision", Values::margin, margin);
        return whenGood(
                before, () -> new Repetition(atLeast, atMost, OptionalDouble.of(precision)));
    }

    private boolean isAdaptive() {
        return experiment.has("repeat") || experiment.has("precision");
    }

    private static int trials(Optional<MappingReader> repeat, String key, int otherwise) {
        return repeat.map(section -> section.read(key, TRIALS, otherwise)).orElse(otherwise);
    }

    private Optional<Repetition> whenGood(int before, Supplier<Repetition> repetition) {
        var problems = experiment.problems();
        return problems.count() > before
                ? Optional.empty()
                : problems.attempt(experiment.place("repeat"), repetition);
    }
}
