package dev.loombench.run;

import dev.loombench.experiment.Experiment;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialResult;
import dev.loombench.run.trial.ProbePhase;
import dev.loombench.run.trial.TrialRunner;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The rule that a variant whose first trial failed before any load is not started again: its other
/// trials would fail in the same way, each after the full timeout.
final class FirstStart {
    /// The phases before the load.
    private static final Set<String> BEFORE_LOAD = Set.of(TrialRunner.LAUNCH, ProbePhase.NAME);

    /// The phases whose first failure ends a run: each further trial would fail in the same way.
    private static final Set<String> ENDING =
            Set.of(TrialRunner.LAUNCH, ProbePhase.NAME, TrialRunner.AFTER_EACH);

    private FirstStart() {}

    /// The failure of a trial that is not started; empty when it is started.
    ///
    /// @param results of the earlier trials
    static Optional<Failed> failureOf(Trial trial, List<TrialResult> results) {
        return results.stream()
                .filter(r -> r.trial().variant().equals(trial.variant()))
                .min(Comparator.comparingInt(r -> r.trial().number()))
                .flatMap(FirstStart::notStartedAgain);
    }

    /// Whether a result ends the run: a service of the user whose first start failed, or the
    /// command after it. Its other trials, and those to compare with it, would be of no use.
    static boolean endsRun(TrialResult result, Experiment experiment) {
        return result.trial().block() == 1
                && result.outcome() instanceof Failed(var phase, var _, var _)
                && ENDING.contains(phase)
                && experiment.variant(result.trial().variant()).zooServer().isEmpty();
    }

    private static Optional<Failed> notStartedAgain(TrialResult first) {
        if (!(first.outcome() instanceof Failed(var phase, var reason, var log))
                || !BEFORE_LOAD.contains(phase)) {
            return Optional.empty();
        }
        return Optional.of(
                new Failed(
                        phase,
                        "not started again after trial %d: %s"
                                .formatted(first.trial().number(), reason),
                        log));
    }
}
