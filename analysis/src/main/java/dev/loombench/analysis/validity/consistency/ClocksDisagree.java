package dev.loombench.analysis.validity.consistency;

import static dev.loombench.text.Figures.axis;
import static dev.loombench.text.Figures.time;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.analysis.trial.HandlerStats;
import dev.loombench.analysis.validity.load.Errors;
import dev.loombench.experiment.Experiment;
import dev.loombench.finding.Kind;
import dev.loombench.traffic.LoadModel;
import java.util.Optional;

/// A request cannot spend more time in a handler than its response takes, and no more requests can
/// be in handlers than in flight.
///
/// @param handlerSeconds mean, by the server's clock
/// @param serviceSeconds mean, by the generator's clock
/// @param inHandlers requests in handlers on average, by the server's count
/// @param inFlight requests in flight on average, by the generator's count
public record ClocksDisagree(
        String variant,
        double handlerSeconds,
        double serviceSeconds,
        double inHandlers,
        double inFlight)
        implements ConsistencyFinding {
    /// The server reports near the window's edges, not at them: of a mean, and of a count, which
    /// moves with the load.
    private static final double MEAN_LIMIT = 0.10;

    private static final double COUNT_LIMIT = 0.25;

    public static final Kind KIND =
            new Kind(
                    "clocks-disagree",
                    "the server's mean time in handlers above %s times the mean service time, or more requests in handlers than %s times those in flight (and one)"
                            .formatted(axis(1 + MEAN_LIMIT), axis(1 + COUNT_LIMIT)),
                    "invalid");

    public static Optional<ClocksDisagree> of(Experiment experiment, VariantTrials trials) {
        var compared = trials.withHandlerStats();
        double service = compared.meanServiceSeconds();
        double inFlight = compared.throughput() * service;
        return handlers(experiment, trials)
                .filter(h ->
                        h.meanSeconds() > (1 + MEAN_LIMIT) * service
                                || h.meanConcurrency() > 1 + (1 + COUNT_LIMIT) * inFlight)
                .map(h ->
                        new ClocksDisagree(
                                trials.variant(),
                                h.meanSeconds(),
                                service,
                                h.meanConcurrency(),
                                inFlight));
    }

    /// The server's own statistics; empty where they cannot be compared with the load.
    static Optional<HandlerStats> handlers(Experiment experiment, VariantTrials trials) {
        boolean constant = experiment.load() instanceof LoadModel model && model.isConstant();
        return constant && !Errors.tooMany(trials.loads())
                ? HandlerStats.of(trials.completed())
                : Optional.empty();
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "by the server's clock handlers took %s, %,.1f at once; by the load generator's, responses took %s, %,.1f at once"
                        .formatted(
                                time(handlerSeconds * 1e9),
                                inHandlers,
                                time(serviceSeconds * 1e9),
                                inFlight),
                "a response cannot come before its handler ends: the handler continues after the response, or one of the clocks is wrong",
                "check what the handler does after the response, and whether another client uses this port");
    }
}
