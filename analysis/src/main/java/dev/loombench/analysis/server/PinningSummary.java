package dev.loombench.analysis.server;

import dev.loombench.analysis.concurrency.PinnedTime;
import dev.loombench.analysis.trial.TrialMetrics;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Pinned;
import dev.loombench.observe.result.PinnedWaitGroup;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// Waits of virtual threads that held their carrier, in the windows of a variant.
///
/// @param waits of all trials
/// @param nanos of all waits together
/// @param share of the carriers' time, 0..1
/// @param nanosPerResponse of all waits, per response in the same time; empty without responses
/// @param locations longest total time first
public record PinningSummary(
        long waits,
        long nanos,
        double share,
        OptionalDouble nanosPerResponse,
        List<PinnedLocation> locations) {

    /// @param where as in `in Thread.sleep`
    /// @param path the call and its callers
    public record PinnedLocation(long waits, long nanos, String where, String path) {
        public double meanNanos() {
            return (double) nanos / waits;
        }
    }

    public PinningSummary {
        locations = List.copyOf(locations);
    }

    /// @param carriers their number where the JVM does not report it
    /// @return empty where no trial was observed for it
    static Optional<PinningSummary> of(List<Completed> trials, int carriers) {
        long waits = 0;
        long nanos = 0;
        double carrierNanos = 0;
        double responses = 0;
        var locations = new ArrayList<PinnedLocation>();
        for (var trial : trials) {
            var window = trial.load().window();
            for (var observation : trial.observations()) {
                if (observation instanceof Pinned pinned) {
                    double observed = pinned.observedNanos();
                    waits += pinned.count();
                    nanos += pinned.nanos();
                    carrierNanos +=
                            observed
                                    * TrialMetrics.highest(trial, MetricId.CARRIERS_PARALLELISM)
                                            .orElse(carriers);
                    // After the window the load goes on until its last response.
                    responses +=
                            trial.load().counts().succeededInWindow() * observed / window.nanos();
                    pinned.waits().forEach(w -> locations.add(location(w)));
                }
            }
        }
        return carrierNanos == 0
                ? Optional.empty()
                : Optional.of(
                        new PinningSummary(
                                waits,
                                nanos,
                                PinnedTime.of((double) nanos, carrierNanos).share(),
                                responses > 0
                                        ? OptionalDouble.of(nanos / responses)
                                        : OptionalDouble.empty(),
                                merged(locations)));
    }

    private static PinnedLocation location(PinnedWaitGroup wait) {
        var stack = new StackGroup(ThreadKind.VIRTUAL, "", 1, wait.frames());
        return new PinnedLocation(
                wait.count(), wait.nanos(), StackClassifier.of(stack), StackClassifier.path(stack));
    }

    private static List<PinnedLocation> merged(List<PinnedLocation> locations) {
        return locations.stream().map(PinnedLocation::path).distinct().toList().stream()
                .map(path -> locations.stream().filter(p -> p.path.equals(path)).toList())
                .map(same ->
                        new PinnedLocation(
                                same.stream().mapToLong(PinnedLocation::waits).sum(),
                                same.stream().mapToLong(PinnedLocation::nanos).sum(),
                                same.getFirst().where,
                                same.getFirst().path))
                .sorted(Comparator.comparingLong(PinnedLocation::nanos).reversed())
                .toList();
    }
}
