package dev.loombench.analysis.validity;

import static dev.loombench.spec.text.Figures.percent;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.Kind;
import dev.loombench.analysis.finding.LongerRun;
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

    public static final Kind KIND =
            new Kind(
                    "window-shorter-than-queue",
                    "open, a constant rate: windows with fewer [independent observations](queues.md) of the response time than its percentile needs: %.0f for p50, %.0f for p90, %.0f for p99, %.0f for p99.9. Not where the seconds' mean response times differ by less than %s (standard deviation), nor of an `overloaded` variant, which has no equilibrium"
                            .formatted(
                                    required(Metric.P50),
                                    required(Metric.P90),
                                    required(Metric.P99),
                                    required(Metric.P999),
                                    percent(IndependentResponses.MIN_SWING)),
                    "invalid for percentiles that need more, if one of them decides; else note, and invalid in the scorecard. Throughput, CPU and memory are not affected");

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
    public Kind kind() {
        return KIND;
    }

    @Override
    public Severity severity() {
        return decides ? Severity.INVALID : Severity.NOTE;
    }

    @Override
    public boolean affects(Metric metric) {
        return tooFew(perWindow, metric);
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "its queue fills and empties slowly: about %s of load count as one independent observation of its response time, and the windows of %.0f s have about %.0f"
                        .formatted(
                                secondsEach < 1
                                        ? "%.0f ms".formatted(1000 * secondsEach)
                                        : "%.1f s".formatted(secondsEach),
                                windowSeconds,
                                perWindow),
                "the windows are too short for its %s, which may be far off, and its interval too narrow"
                        .formatted(strictest.label()),
                "use a longer window (%s), or a lower rate"
                        .formatted(LongerRun.window(sufficient())));
    }
}
