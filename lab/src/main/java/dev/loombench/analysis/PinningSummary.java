package dev.loombench.analysis;

import dev.loombench.analysis.trial.TrialMetrics;
import dev.loombench.result.MetricId;
import dev.loombench.result.Observation.Pinned;
import dev.loombench.result.PinnedWaitGroup;
import dev.loombench.result.StackGroup;
import dev.loombench.result.StackGroup.ThreadKind;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// Virtual threads that waited without letting go of their carrier, in the windows of a variant.
///
/// @param waits of all trials
/// @param nanos of all waits together
/// @param share of the carriers' time meanwhile, 0..1
/// @param nanosPerAnswer of all waits, by the answers that came meanwhile; empty when none came
/// @param places those that took longest first
public record PinningSummary(
        long waits,
        long nanos,
        double share,
        OptionalDouble nanosPerAnswer,
        List<PinnedLocation> places) {

    /// @param where as in `in Thread.sleep`
    /// @param path the call with those who made it
    public record PinnedLocation(long waits, long nanos, String where, String path) {
        public double meanNanos() {
            return (double) nanos / waits;
        }
    }

    public PinningSummary {
        places = List.copyOf(places);
    }

    /// @param cores carriers where the JVM does not tell how many there are
    /// @return empty where no trial was watched for it
    static Optional<PinningSummary> of(List<Completed> trials, int cores) {
        long waits = 0;
        long nanos = 0;
        double carrierNanos = 0;
        double answers = 0;
        var places = new ArrayList<PinnedLocation>();
        for (var trial : trials) {
            var window = trial.load().window();
            for (var seen : trial.observations()) {
                if (seen instanceof Pinned pinned) {
                    double watched = pinned.observedNanos().orElse(window.nanos());
                    waits += pinned.count();
                    nanos += pinned.nanos();
                    carrierNanos +=
                            watched
                                    * TrialMetrics.highest(trial, MetricId.CARRIERS_PARALLELISM)
                                            .orElse(cores);
                    // After the window the load goes on until its last answer is there.
                    answers += trial.load().counts().succeededInWindow() * watched / window.nanos();
                    pinned.waits().forEach(w -> places.add(place(w)));
                }
            }
        }
        return carrierNanos == 0
                ? Optional.empty()
                : Optional.of(
                        new PinningSummary(
                                waits,
                                nanos,
                                Math.min(1, nanos / carrierNanos),
                                answers > 0
                                        ? OptionalDouble.of(nanos / answers)
                                        : OptionalDouble.empty(),
                                merged(places)));
    }

    private static PinnedLocation place(PinnedWaitGroup wait) {
        var stack = new StackGroup(ThreadKind.VIRTUAL, "", 1, wait.frames());
        return new PinnedLocation(
                wait.count(), wait.nanos(), StackClassifier.of(stack), StackClassifier.path(stack));
    }

    private static List<PinnedLocation> merged(List<PinnedLocation> places) {
        return places.stream().map(PinnedLocation::path).distinct().toList().stream()
                .map(path -> places.stream().filter(p -> p.path.equals(path)).toList())
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
