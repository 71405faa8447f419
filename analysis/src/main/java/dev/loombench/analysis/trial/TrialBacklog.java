package dev.loombench.analysis.trial;

import dev.loombench.experiment.Experiment;
import dev.loombench.load.limit.Backlog;
import dev.loombench.result.Interleaving;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.List;
import java.util.Optional;

/// The backlog of one variant's trials.
public final class TrialBacklog {
    private TrialBacklog() {}

    /// Empty where they were measured in slices, or end by a number of requests.
    public static Optional<Backlog> of(Experiment experiment, List<Completed> trials) {
        boolean sliced =
                trials.stream()
                        .flatMap(t -> t.interleaving().stream())
                        .anyMatch(Interleaving::divided);
        return sliced || experiment.phases().requests().isPresent()
                ? Optional.empty()
                : Backlog.of(
                        experiment.load(),
                        experiment.traffic(),
                        trials.stream().map(Completed::load).toList(),
                        trials.stream().mapToDouble(TrialBacklog::secondsBefore).min().orElse(0));
    }

    /// The load lasts from the start of its warm-up on.
    private static double secondsBefore(Completed trial) {
        return (trial.load().window().startNanos() - trial.warmUp().window().startNanos()) / 1e9;
    }
}
