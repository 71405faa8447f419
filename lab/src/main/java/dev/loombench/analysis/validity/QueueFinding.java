package dev.loombench.analysis.validity;

import dev.loombench.analysis.trial.IndependentResponses;
import dev.loombench.load.result.LoadResult;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Metric;
import dev.loombench.spec.load.LoadModel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The windows of an open load are too short for the queue of a variant: a queue near saturation
/// fills and empties over seconds, and few such periods decide a percentile.
///
/// @param windowSeconds mean length of the windows
/// @param secondsEach time of load that counts as one independent observation of the response time
/// @param perWindow independent observations in a window
/// @param strictest the highest percentile that the experiment is decided by and that needs more of
///   them, or else p99
/// @param decides whether the experiment is decided by it
public record QueueFinding(
        String variant,
        double windowSeconds,
        double secondsEach,
        double perWindow,
        Metric strictest,
        boolean decides)
        implements PercentileFinding {
    /// Independent observations that a median needs.
    private static final double FOR_MEDIAN = 12;

    /// A percentile needs this power of the share that its tail is rarer than that of the median:
    /// 37 at p90, 186 at p99, 930 at p99.9. Fitted to simulated queues: in the mean of the logs of
    /// the windows' percentiles, which ratios are made of, these are then at most some 3 % too low.
    private static final double TAIL_EXPONENT = 0.7;

    /// Windows as long as needed on average would still be found too short in half of the runs.
    private static final double SUFFICIENT = 1.5;

    /// Independent observations that a percentile needs in each window.
    static double required(Metric metric) {
        double tail = 1 - metric.percent() / 100;
        return FOR_MEDIAN * Math.pow(0.5 / tail, TAIL_EXPONENT);
    }

    /// A load that changes has no equilibrium, nor has an [overloaded][Overloaded] server.
    static Optional<QueueFinding> of(ExperimentSpec spec, String variant, List<LoadResult> loads) {
        return spec.load() instanceof LoadModel.Open open && open.isConstant()
                ? IndependentResponses.of(loads).flatMap(r -> of(spec, variant, r))
                : Optional.empty();
    }

    static Optional<QueueFinding> of(
            ExperimentSpec spec, String variant, IndependentResponses responses) {
        var deciding =
                PercentileFinding.deciding(spec, variant)
                        .filter(m -> tooFew(responses.perWindow(), m));
        return responses.swing() >= IndependentResponses.MIN_SWING
                        && (deciding.isPresent() || tooFew(responses.perWindow(), Metric.P99))
                ? Optional.of(
                        new QueueFinding(
                                variant,
                                responses.windowSeconds(),
                                responses.secondsEach(),
                                responses.perWindow(),
                                deciding.orElse(Metric.P99),
                                deciding.isPresent()))
                : Optional.empty();
    }

    private static boolean tooFew(double perWindow, Metric metric) {
        return metric.isPercentile() && perWindow < required(metric);
    }

    /// A window that suffices for the strictest percentile, in whole 5 s.
    public Duration sufficient() {
        double seconds = SUFFICIENT * required(strictest) * secondsEach;
        return Duration.ofSeconds(5 * (long) Math.ceil(seconds / 5));
    }

    @Override
    public String kind() {
        return "window-shorter-than-queue";
    }

    @Override
    public Severity severity() {
        return decides ? Severity.INVALID : Severity.NOTE;
    }

    @Override
    public List<String> variants() {
        return List.of(variant);
    }

    @Override
    public boolean affects(Metric metric) {
        return tooFew(perWindow, metric);
    }
}
