package dev.loombench.analysis.validity.stationarity;

import static dev.loombench.text.Figures.axis;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.analysis.trial.TrialMetrics;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.variant.Endpoint;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.MetricId;
import dev.loombench.result.Steadiness;
import dev.loombench.result.Steadiness.State;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.WarmUp;
import dev.loombench.traffic.Request;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A process had served few requests, of which its compilers need no more by the options of the
/// JVM, or few of one request of a mix, whose code is compiled by its own calls. What changes after
/// a number of calls, as a cache that fills, was not seen.
///
/// A process without compilers, and one that served others before, has no such finding.
///
/// @param trials with few calls, out of `completed`
/// @param responses before the window, fewest of these
/// @param rarest the part of these that the rarest request of the mix has by its weight; all of
///   them without a mix
/// @param seconds of the longest warm-up of these
/// @param decides whether a measure of CPU work decides the experiment
public record FewCalls(
        String variant,
        int trials,
        int completed,
        long responses,
        long rarest,
        double seconds,
        boolean decides)
        implements StationarityFinding {
    /// Of one request of a mix: its code shares much with the others.
    static final long ENOUGH_OF_ONE = Steadiness.ENOUGH_CALLS / 10;

    public static final Kind KIND =
            new Kind(
                    "few-calls",
                    "a JVM with requests below 10 ms of CPU time had served fewer than %s before the window, in half of a variant's trials or more, and its compilers need fewer by its options, or fewer than %s of the rarest request of a mix, by its weight; not where CPU per request was rising or falling"
                            .formatted(
                                    axis((double) Steadiness.ENOUGH_CALLS),
                                    axis((double) ENOUGH_OF_ONE)),
                    "note where CPU, instructions or cycles per request is the metric or claimed; else information");

    public static Optional<FewCalls> of(Experiment experiment, VariantTrials trials) {
        if (experiment.variant(trials.variant()).subject() instanceof Endpoint) {
            return Optional.empty();
        }
        double share = shareOfRarest(experiment.traffic().requests());
        var all = trials.completed();
        var few = all.stream().filter(t -> hasServedFew(t, share)).map(Completed::warmUp).toList();
        long responses = few.stream().mapToLong(WarmUp::responses).min().orElse(0);
        return few.isEmpty() || 2 * few.size() < all.size()
                ? Optional.empty()
                : Optional.of(
                        new FewCalls(
                                trials.variant(),
                                few.size(),
                                all.size(),
                                responses,
                                (long) (responses * share),
                                few.stream()
                                        .mapToDouble(w -> w.window().seconds())
                                        .max()
                                        .orElseThrow(),
                                NotSteady.decides(
                                        experiment, Metric.CPU_PER_REQUEST, trials.variant())));
    }

    private static double shareOfRarest(List<Request> requests) {
        double all = requests.stream().mapToInt(Request::weight).sum();
        return requests.stream().mapToInt(Request::weight).min().orElse(1) / Math.max(1, all);
    }

    private static boolean hasServedFew(Completed trial, double shareOfRarest) {
        long responses = trial.warmUp().responses();
        return (responses < Steadiness.ENOUGH_CALLS || responses * shareOfRarest < ENOUGH_OF_ONE)
                && trial.warmUp().of(Metric.CPU_PER_REQUEST).stream()
                        .anyMatch(m -> isLevel(m.state()))
                && isCompiled(trial)
                && !areRequestsLong(trial);
    }

    /// Whether no other finding says that it will reach another level.
    private static boolean isLevel(State state) {
        return switch (state) {
            case STEADY, UNDECIDED -> true;
            case RISING, FALLING, TOO_FEW_CALLS, COMPILING, BACKLOG -> false;
        };
    }

    private static boolean isCompiled(Completed trial) {
        return trial.series(MetricId.JIT_CPU).stream()
                .flatMap(compilers -> compilers.points().stream())
                .anyMatch(point -> point.value() > 0);
    }

    private static boolean areRequestsLong(Completed trial) {
        double cpu = TrialMetrics.growth(trial, MetricId.PROCESS_CPU).orElse(0);
        long served = trial.load().counts().succeededInWindow();
        return cpu >= Steadiness.LONG_REQUEST_NANOS * (double) served;
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public Severity severity() {
        return decides ? Severity.NOTE : Severity.INFORMATION;
    }

    @Override
    public boolean affects(Metric metric) {
        return metric.isWork();
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                responses < Steadiness.ENOUGH_CALLS
                        ? "in %d of %d trials the process had served few requests before the window (%,d); its compilers need no more by the options of its JVM, and what else changes after more calls is not seen"
                                .formatted(trials, completed, responses)
                        : "in %d of %d trials the process had served few of its rarest requests before the window (about %,d of %,d); what changes after more of these calls is not seen"
                                .formatted(trials, completed, rarest, responses),
                "a later cpu-per-request may be another one",
                "use a longer warm-up, " + LongerRun.fixedWarmUp(sufficient()));
    }

    /// In which the requests are served at the rate of the warm-up.
    private Duration sufficient() {
        double ofAll = (double) Steadiness.ENOUGH_CALLS / Math.max(1, responses);
        double ofRarest = (double) ENOUGH_OF_ONE / Math.max(1, rarest);
        return LongerRun.inSteps(seconds * Math.max(1, Math.max(ofAll, ofRarest)));
    }
}
