package dev.loombench.analysis.validity.percentile;

import static dev.loombench.text.Figures.percent;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.trial.Latency;
import dev.loombench.analysis.trial.correlation.IndependentResponses;
import dev.loombench.analysis.trial.correlation.QueuedResponses;
import dev.loombench.analysis.validity.percentile.TailFinding.Percentile;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.load.result.LoadResult;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.ThinkTime.Distribution;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The windows are too short for the queue of a variant: a queue near saturation fills and empties
/// over seconds, and few such periods decide a percentile.
///
/// @param queued what the windows hold of the queue: of all responses, and of the slowest
/// @param strictest the highest percentile that the experiment is decided by and that needs more of
///   them, or else p99; of a load by itself, also the highest with a threshold
/// @param decides whether the experiment is decided by it
public record QueueFinding(
        String variant, List<QueuedResponses> queued, Percentile strictest, boolean decides)
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
                    "a constant rate, or users with exponential think time: windows with fewer [independent observations](queues.md) of the response time than its percentile needs: %.0f for p50, %.0f for p90, %.0f for p99, %.0f for p99.9; or fewer of the slowest responses than it needs as a percentile of these, where their neighbouring seconds are alike. Not where the seconds' mean response times differ by less than %s (standard deviation), nor of an `overloaded` variant"
                            .formatted(
                                    required(50),
                                    required(90),
                                    required(99),
                                    required(99.9),
                                    percent(IndependentResponses.MIN_SWING)),
                    "invalid for percentiles that need more, if one of them decides; else note, and invalid in the scorecard. Throughput, CPU and memory are not affected");

    public QueueFinding {
        queued = List.copyOf(queued);
    }

    /// Independent observations that a percentile needs in each window.
    private static double required(double percent) {
        return requiredBeyond(1 - percent / 100);
    }

    /// @param beyond share of the responses that lies beyond the percentile
    private static double requiredBeyond(double beyond) {
        return FOR_MEDIAN * Math.pow(0.5 / beyond, TAIL_EXPONENT);
    }

    /// The observations by which a percentile is judged.
    ///
    /// @param required as a percentile of these responses
    private record Evidence(QueuedResponses queued, double required) {
        static Evidence of(QueuedResponses queued, double beyond) {
            return new Evidence(queued, requiredBeyond(beyond / queued.share()));
        }

        /// The observations as a share of those that it needs.
        double share() {
            return queued.responses().perWindow() / required;
        }
    }

    /// Of all responses and the slowest, those with the fewest observations for what a percentile
    /// needs; empty where no queue explains how their times change.
    private static Optional<Evidence> scarcest(
            List<QueuedResponses> queued, Percentile percentile) {
        double beyond = 1 - percentile.percent() / 100;
        return queued.stream()
                .filter(q -> q.judge(beyond))
                .map(q -> Evidence.of(q, beyond))
                .min(Comparator.comparingDouble(Evidence::share));
    }

    /// A load that changes has no equilibrium, nor has an overloaded server.
    public static Optional<QueueFinding> of(
            Experiment experiment, String variant, List<LoadResult> loads) {
        return experiment.load() instanceof LoadModel load && hasQueue(load)
                ? ofQueued(experiment, variant, QueuedResponses.of(loads))
                : Optional.empty();
    }

    /// Of a load by itself, where a threshold on such a percentile may be undecided. A percentile
    /// [of few responses][TailFinding] needs more of them first.
    ///
    /// @param load of a server that is not overloaded
    /// @param limited percentiles of its thresholds
    public static Optional<QueueFinding> of(
            String variant, LoadModel model, LoadResult load, List<Percentile> limited) {
        var latency = Latency.of(model, load.responseTime(), load.serviceTime(), List.of());
        var judged =
                Stream.concat(limited.stream(), Stream.of(Percentile.of(Metric.P99)))
                        .filter(p -> !p.isOfFew(latency))
                        .toList();
        if (judged.isEmpty() || !hasQueue(model)) {
            return Optional.empty();
        }
        var queued = QueuedResponses.of(List.of(load));
        return judged.stream()
                .filter(p -> tooFew(queued, p))
                .max(Comparator.comparingDouble(Percentile::percent))
                .map(p -> new QueueFinding(variant, queued, p, false));
    }

    static Optional<QueueFinding> ofQueued(
            Experiment experiment, String variant, List<QueuedResponses> queued) {
        var deciding =
                PercentileFinding.deciding(experiment, variant).filter(m -> tooFew(queued, m));
        return deciding.isPresent() || tooFew(queued, Metric.P99)
                ? Optional.of(
                        new QueueFinding(
                                variant,
                                queued,
                                Percentile.of(deciding.orElse(Metric.P99)),
                                deciding.isPresent()))
                : Optional.empty();
    }

    /// Users who do not think have all their requests in the server at all times, and those who
    /// think for a constant time arrive in waves, with which percentiles are mostly too high; the
    /// seconds of a window seldom show their period.
    private static boolean hasQueue(LoadModel load) {
        return load.isConstant()
                && switch (load) {
                    case LoadModel.Open _ -> true;
                    case LoadModel.Closed(_, var think) ->
                            !think.isZero() && think.distribution() == Distribution.EXPONENTIAL;
                    case LoadModel.HeldConnections _ -> false;
                };
    }

    private static boolean tooFew(List<QueuedResponses> queued, Metric metric) {
        return metric.isPercentile() && tooFew(queued, Percentile.of(metric));
    }

    private static boolean tooFew(List<QueuedResponses> queued, Percentile percentile) {
        return scarcest(queued, percentile).filter(e -> e.share() < 1).isPresent();
    }

    private Evidence evidence(Percentile percentile) {
        return scarcest(queued, percentile).orElseThrow();
    }

    /// A window that suffices for the strictest percentile, in whole 5 s.
    public Duration sufficient() {
        return sufficient(strictest);
    }

    /// A window that suffices for a percentile that it [concerns][#concerns], in whole 5 s.
    public Duration sufficient(Percentile percentile) {
        var evidence = evidence(percentile);
        double seconds =
                SUFFICIENT * evidence.required() * evidence.queued().responses().secondsEach();
        return Duration.ofSeconds(5 * (long) Math.ceil(seconds / 5));
    }

    /// The independent observations as a share of those that a percentile needs which it
    /// [concerns][#concerns].
    public double share(Percentile percentile) {
        return evidence(percentile).share();
    }

    /// Whether a percentile needs more independent observations.
    public boolean concerns(Percentile percentile) {
        return tooFew(queued, percentile);
    }

    /// Of the responses by which the strictest percentile is judged.
    ///
    /// @param windowSeconds mean length of the windows
    /// @param secondsEach time of load that counts as one independent observation
    /// @param perWindow independent observations in a window
    public record Figures(
            double windowSeconds,
            double secondsEach,
            double perWindow,
            Percentile strictest,
            boolean decides) {}

    @Override
    public Record figures() {
        var responses = evidence(strictest).queued().responses();
        return new Figures(
                responses.windowSeconds(),
                responses.secondsEach(),
                responses.perWindow(),
                strictest,
                decides);
    }

    @Override
    public Severity severity() {
        return decides ? Severity.INVALID : Severity.NOTE;
    }

    @Override
    public boolean affects(Metric metric) {
        return tooFew(queued, metric);
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                message("the windows", "have"),
                "the windows are too short for its %s, which may be far off, and its interval too narrow"
                        .formatted(strictest.label()),
                "use a longer window (%s), or a lower load"
                        .formatted(LongerRun.window(sufficient())));
    }

    /// A load by itself has one window, and no interval.
    @Override
    public FindingText ofLoad() {
        return new FindingText(
                message("the window", "has"),
                "the window is too short for its %s, which is too low in most such windows"
                        .formatted(strictest.label()),
                words(LongerRun.UNKNOWN).remedy());
    }

    private String message(String windows, String have) {
        var judging = evidence(strictest).queued();
        var responses = judging.responses();
        double each = responses.secondsEach();
        return "its queue fills and empties slowly: about %s of load count as one independent observation of %s, and %s of %.0f s %s about %.0f"
                .formatted(
                        each < 1 ? "%.0f ms".formatted(1000 * each) : "%.1f s".formatted(each),
                        judging.areAll() ? "its response time" : "its slowest responses",
                        windows,
                        responses.windowSeconds(),
                        have,
                        responses.perWindow());
    }
}
