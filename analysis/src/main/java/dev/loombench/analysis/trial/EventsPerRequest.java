package dev.loombench.analysis.trial;

import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Unavailable;
import dev.loombench.result.TrialOutcome.Successful;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/// Events that the kernel counted in a server's processes, per good response. Missing evidence is
/// empty.
///
/// @param instructions retired
/// @param cycles of the processor
/// @param switches of threads, from one to another on a processor
/// @param migrations of threads to another processor
/// @param userOnly whether instructions and cycles leave out those of the kernel
public record EventsPerRequest(
        OptionalDouble instructions,
        OptionalDouble cycles,
        OptionalDouble switches,
        OptionalDouble migrations,
        boolean userOnly) {
    /// No event was counted.
    public static final EventsPerRequest NONE =
            new EventsPerRequest(
                    OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    false);

    /// @param requests good responses of the trial's window
    static EventsPerRequest of(Successful trial, double requests) {
        return new EventsPerRequest(
                TrialFigures.per(
                        requests, TrialMetrics.growth(trial, MetricId.COUNTED_INSTRUCTIONS)),
                TrialFigures.per(requests, TrialMetrics.growth(trial, MetricId.COUNTED_CYCLES)),
                TrialFigures.per(requests, TrialMetrics.growth(trial, MetricId.COUNTED_SWITCHES)),
                TrialFigures.per(requests, TrialMetrics.growth(trial, MetricId.COUNTED_MIGRATIONS)),
                trial.observations().stream()
                        .anyMatch(o ->
                                o instanceof Unavailable u
                                        && u.subject().equals(Unavailable.KERNEL_MODE)));
    }

    /// Whether no event was counted.
    public boolean isEmpty() {
        return instructions.isEmpty()
                && cycles.isEmpty()
                && switches.isEmpty()
                && migrations.isEmpty();
    }

    /// Mean over the trials that have the evidence.
    public static EventsPerRequest mean(List<EventsPerRequest> trials) {
        return new EventsPerRequest(
                mean(trials, EventsPerRequest::instructions),
                mean(trials, EventsPerRequest::cycles),
                mean(trials, EventsPerRequest::switches),
                mean(trials, EventsPerRequest::migrations),
                trials.stream().anyMatch(EventsPerRequest::userOnly));
    }

    private static OptionalDouble mean(
            List<EventsPerRequest> trials, Function<EventsPerRequest, OptionalDouble> event) {
        return trials.stream().map(event).flatMapToDouble(OptionalDouble::stream).average();
    }
}
