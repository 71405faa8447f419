package dev.loombench.analysis.mode;

import dev.loombench.result.Interleaving;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialResult;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// What the server of a variant did in its rests between the slices of its windows.
///
/// @param work the share of its CPU time for requests that fell into its rests, mean of the trials,
///   0..1; empty where it was not observed
/// @param connectionsClosed per rest
public record Rests(String variant, OptionalDouble work, double connectionsClosed) {

    /// Of the variants whose windows were divided, in the order of the experiment.
    static List<Rests> of(RunManifest manifest, List<TrialResult> results) {
        return manifest.experiment().variants().stream()
                .flatMap(v -> of(v.name(), divided(v.name(), results)).stream())
                .toList();
    }

    private static Optional<Rests> of(String variant, List<Interleaving> trials) {
        double rests = trials.stream().mapToDouble(t -> t.slices().size() - 1.0).sum();
        double closed = trials.stream().mapToDouble(Interleaving::closedAtRest).sum();
        var work = trials.stream().flatMapToDouble(t -> t.workAtRest().stream()).average();
        return rests == 0
                ? Optional.empty()
                : Optional.of(new Rests(variant, work, closed / rests));
    }

    private static List<Interleaving> divided(String variant, List<TrialResult> results) {
        return results.stream()
                .filter(r -> r.trial().variant().equals(variant))
                .filter(r -> r.outcome() instanceof Completed)
                .flatMap(r -> ((Completed) r.outcome()).interleaving().stream())
                .filter(Interleaving::divided)
                .toList();
    }
}
