package dev.loombench.experiment.yaml;

import dev.loombench.experiment.Defaults;
import dev.loombench.experiment.TrialCount;
import dev.loombench.yaml.MappingReader;
import dev.loombench.yaml.NodeDecoder;
import dev.loombench.yaml.Values;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/// Parses the number of trials: `trials: 5`, or `trials: {min: 3, max: 10}` with `precision: 3%`,
/// and the `budget` of either. Each of the two keys of the second form has a default when the other
/// is present; that of `precision` is half the margin.
final class TrialCountParser {
    private static final NodeDecoder<Integer> TRIALS = Values.whole(1, TrialCount.MAX_TRIALS);

    private final MappingReader experiment;

    TrialCountParser(MappingReader experiment) {
        this.experiment = experiment;
    }

    /// An interval as wide as the margin shows "no difference" only around 1. One half as wide
    /// shows it for all ratios up to half the margin.
    ///
    /// @return empty when there are problems
    Optional<TrialCount> read(double margin) {
        var budget = experiment.read("budget", Values::durationAboveZero);
        return number(margin).map(trials -> budget.map(trials::within).orElse(trials));
    }

    private Optional<TrialCount> number(double margin) {
        var problems = experiment.problems();
        int problemsBefore = problems.count();
        if (experiment.holdsScalar("trials") || !isAdaptive()) {
            experiment.reject(
                    "precision", "precision needs trials: {min: 3, max: 10}, not a fixed number");
            var trials = experiment.read("trials", TRIALS, Defaults.TRIALS);
            return unlessProblems(problemsBefore, () -> TrialCount.exactly(trials));
        }
        var bounds = experiment.section("trials", "trials", Keys.TRIALS);
        var min = trials(bounds, "min", Defaults.TRIALS_MIN);
        var max = trials(bounds, "max", Math.max(min, Defaults.TRIALS_MAX));
        var precision = experiment.read("precision", Values::margin, margin / 2);
        return unlessProblems(
                problemsBefore, () -> new TrialCount(min, max, OptionalDouble.of(precision)));
    }

    private boolean isAdaptive() {
        return experiment.has("trials") || experiment.has("precision");
    }

    private static int trials(Optional<MappingReader> bounds, String key, int defaultValue) {
        return bounds.map(section -> section.read(key, TRIALS, defaultValue)).orElse(defaultValue);
    }

    private Optional<TrialCount> unlessProblems(int problemsBefore, Supplier<TrialCount> trials) {
        var problems = experiment.problems();
        return problems.count() > problemsBefore
                ? Optional.empty()
                : problems.attempt(experiment.location("trials"), trials);
    }
}
