package dev.loombench.analysis.server;

import dev.loombench.analysis.trial.TrialMetrics;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Event;
import dev.loombench.observe.result.Observation.Events;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/// Garbage collection and allocation in the windows of a variant.
///
/// @param pauses that began in the window, mean of the trials
/// @param pausedNanos total of these, mean of the trials
/// @param longestNanos of any trial
/// @param causes most pauses first
/// @param allocatedPerSecond bytes per second, mean of the trials
/// @param allocatedPerRequest bytes per good response, mean of the trials
/// @param heapAfter heap in use after a collection, highest of any trial, bytes
public record GcSummary(
        double pauses,
        double pausedNanos,
        double longestNanos,
        List<Cause> causes,
        OptionalDouble allocatedPerSecond,
        OptionalDouble allocatedPerRequest,
        OptionalDouble heapAfter) {

    /// @param name as in `Pause Young (Normal) (G1 Evacuation Pause)`
    /// @param pauses of all trials
    public record Cause(String name, long pauses) {}

    public GcSummary {
        causes = List.copyOf(causes);
    }

    /// Empty where no trial has a log of its pauses.
    static Optional<GcSummary> of(List<Completed> trials) {
        var logged = trials.stream().filter(GcSummary::isLogged).toList();
        if (logged.isEmpty()) {
            return Optional.empty();
        }
        var pauses = logged.stream().flatMap(t -> pauses(t).stream()).toList();
        var causes =
                pauses.stream()
                        .collect(Collectors.groupingBy(Event::description, Collectors.counting()))
                        .entrySet()
                        .stream()
                        .map(e -> new Cause(e.getKey(), e.getValue()))
                        .sorted(
                                Comparator.comparingLong(Cause::pauses)
                                        .reversed()
                                        .thenComparing(Cause::name))
                        .toList();
        return Optional.of(
                new GcSummary(
                        pauses.size() / (double) logged.size(),
                        pauses.stream().mapToLong(Event::durationNanos).sum()
                                / (double) logged.size(),
                        pauses.stream().mapToLong(Event::durationNanos).max().orElse(0),
                        causes,
                        TrialMetrics.mean(trials, t -> TrialMetrics.rate(t, MetricId.ALLOCATED)),
                        TrialMetrics.mean(trials, GcSummary::allocatedPerRequest),
                        trials.stream()
                                .flatMapToDouble(t ->
                                        TrialMetrics.highest(t, MetricId.HEAP_AFTER_GC).stream())
                                .max()));
    }

    private static boolean isLogged(Completed trial) {
        return trial.observations().stream().anyMatch(GcSummary::isPauses);
    }

    private static boolean isPauses(Object observation) {
        return observation instanceof Events events && events.name().equals("gc.pause");
    }

    private static List<Event> pauses(Completed trial) {
        return trial.observations().stream()
                .filter(GcSummary::isPauses)
                .flatMap(o -> ((Events) o).events().stream())
                .filter(e -> trial.load().window().contains(e.nanos()))
                .toList();
    }

    private static OptionalDouble allocatedPerRequest(Completed trial) {
        var growth = TrialMetrics.growth(trial, MetricId.ALLOCATED);
        long responses = trial.load().counts().succeededInWindow();
        return growth.isPresent() && responses > 0
                ? OptionalDouble.of(growth.getAsDouble() / responses)
                : OptionalDouble.empty();
    }
}
