package dev.loombench.run;

import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialResult;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A variant whose first trial failed before any load is not started again: its other trials would
/// fail in the same way, each after the full time-out.
final class FirstStart {
    /// What a trial is at before it is loaded.
    private static final Set<String> BEFORE_LOAD = Set.of("launch", TrialRunner.PROBE);

    private FirstStart() {}

    /// How a trial that is not to be started has failed; empty when it is to be started.
    ///
    /// @param results of the trials before
    static Optional<Failed> failureOf(Trial trial, List<TrialResult> results) {
        return results.stream()
                .filter(r -> r.trial().variant().equals(trial.variant()))
                .min(Comparator.comparingInt(r -> r.trial().number()))
                .flatMap(FirstStart::notStartedAgain);
    }

    private static Optional<Failed> notStartedAgain(TrialResult first) {
        if (!(first.outcome() instanceof Failed(var during, var why, var log))
                || !BEFORE_LOAD.contains(during)) {
            return Optional.empty();
        }
        return Optional.of(
                new Failed(
                        during,
                        "not started again after trial %d: %s"
                                .formatted(first.trial().number(), why),
                        log));
    }
}
