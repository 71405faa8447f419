package dev.loombench.analysis.validity.consistency;

import static dev.loombench.text.Figures.counted;
import static dev.loombench.text.Figures.percent;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.analysis.trial.EdgeEffects;
import dev.loombench.analysis.validity.load.Errors;
import dev.loombench.experiment.Experiment;
import dev.loombench.finding.Kind;
import dev.loombench.traffic.LoadModel;
import java.util.Optional;
import java.util.stream.IntStream;

/// `N = X * S` must hold for any open system. X, the requests sent per second, is at least that of
/// the good responses and at most that of the arrivals: both are equal unless requests pile up, in
/// the server or while they wait for a connection.
///
/// @param inFlight requests sent and not completed, mean over the window
/// @param accounted the nearest `X * S`, with the mean service time
public record OpenLittlesLawBroken(String variant, double inFlight, double accounted)
        implements ConsistencyFinding {
    private static final double LIMIT = 0.05;

    /// With fewer in flight, the exact times at which a request counts as sent and as completed
    /// matter.
    private static final double MIN_REQUESTS = 1;

    public static final Kind KIND =
            new Kind(
                    "open-littles-law-broken",
                    "Little's law",
                    "open, a constant rate: requests in flight, counted over the window, are not between responses x service time and arrivals x service time: by more than %s plus the effect of the window's edges, and by more than %s"
                            .formatted(percent(LIMIT), counted(MIN_REQUESTS, "request")),
                    "invalid");

    /// Failed requests are in flight and have no service time, so the law cannot be checked with
    /// many of them.
    public static Optional<OpenLittlesLawBroken> of(Experiment experiment, VariantTrials trials) {
        var loads = trials.loads();
        if (!(experiment.load() instanceof LoadModel.Open open && open.rate().isConstant())
                || Errors.tooMany(loads)) {
            return Optional.empty();
        }
        double counted =
                loads.stream().mapToDouble(l -> l.connections().inFlight()).average().orElse(0);
        double arrivals =
                loads.stream()
                        .mapToDouble(l -> l.counts().sent() / l.window().seconds())
                        .average()
                        .orElse(0);
        double responses = trials.throughput();
        double accounted =
                Math.clamp(
                        counted,
                        Math.min(arrivals, responses) * trials.meanServiceSeconds(),
                        Math.max(arrivals, responses) * trials.meanServiceSeconds());
        double limit = LIMIT + edges(trials);
        return Math.abs(accounted - counted) > Math.max(MIN_REQUESTS, limit * counted)
                ? Optional.of(new OpenLittlesLawBroken(trials.variant(), counted, accounted))
                : Optional.empty();
    }

    /// Mean of the trials. Where requests pile up, those in flight at the end take longer than
    /// those at the beginning: by less than this effect.
    private static double edges(VariantTrials trials) {
        var loads = trials.loads();
        return IntStream.range(0, loads.size())
                .mapToDouble(i ->
                        EdgeEffects.share(
                                trials.figures().get(i).latency().serviceTime(),
                                0,
                                loads.get(i).window().seconds(),
                                EdgeEffects.slices(trials.completed().get(i))))
                .average()
                .orElse(0);
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "%,.1f requests were in flight on average, and requests per second x service time account for %,.1f"
                        .formatted(inFlight, accounted),
                inFlight > accounted
                        ? "by Little's law both must be equal: requests queued up, and response times depend on the window's length"
                        : "by Little's law both must be equal: the system was not in equilibrium, or one of the figures is wrong",
                "use a lower rate, else a longer warm-up and a longer window: %s %s"
                        .formatted(longer.warmUpOption(), longer.windowOption()));
    }
}
