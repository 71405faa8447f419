package dev.loombench.analysis.validity.stationarity;

import static dev.loombench.text.Figures.axis;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.analysis.trial.TrialMetrics;
import dev.loombench.experiment.Endpoint;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.MetricId;
import dev.loombench.result.Steadiness;
import dev.loombench.result.Steadiness.State;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.WarmUp;
import java.time.Duration;
import java.util.Optional;

/// A process had served few requests, of which its compilers need no more by the options of the
/// JVM. What else changes after a number of calls, as a cache that fills, was not seen.
///
/// A process without compilers, and one that served others before, has no such finding.
///
/// @param trials with few calls, out of `completed`
/// @param responses before the window, fewest of these
/// @param seconds of the longest warm-up of these
/// @param decides whether a measure of CPU work decides the experiment
public record FewCalls(
        String variant, int trials, int completed, long responses, double seconds, boolean decides)
        implements StationarityFinding {
    public static final Kind KIND =
            new Kind(
                    "few-calls",
                    "a JVM with requests below 10 ms of CPU time had served fewer than %s before the window, in half of a variant's trials or more, and its compilers need fewer by its options; not where CPU per request was rising or falling"
                            .formatted(axis((double) Steadiness.ENOUGH_CALLS)),
                    "note where CPU, instructions or cycles per request is the metric or claimed; else information");

    public static Optional<FewCalls> of(Experiment experiment, VariantTrials trials) {
        if (experiment.variant(trials.variant()).subject() instanceof Endpoint) {
            return Optional.empty();
        }
        var all = trials.completed();
        var few = all.stream().filter(FewCalls::hasServedFew).map(Completed::warmUp).toList();
        return few.isEmpty() || 2 * few.size() < all.size()
                ? Optional.empty()
                : Optional.of(
                        new FewCalls(
                                trials.variant(),
                                few.size(),
                                all.size(),
                                few.stream().mapToLong(WarmUp::responses).min().orElseThrow(),
                                few.stream()
                                        .mapToDouble(w -> w.window().seconds())
                                        .max()
                                        .orElseThrow(),
                                NotSteady.decides(
                                        experiment, Metric.CPU_PER_REQUEST, trials.variant())));
    }

    private static boolean hasServedFew(Completed trial) {
        return trial.warmUp().responses() < Steadiness.ENOUGH_CALLS
                && trial.warmUp().metrics().stream()
                        .anyMatch(m -> m.metric() == Metric.CPU_PER_REQUEST && isLevel(m.state()))
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
                "in %d of %d trials the process had served few requests before the window (%,d); its compilers need no more by the options of its JVM, and what else changes after more calls is not seen"
                        .formatted(trials, completed, responses),
                "a later cpu-per-request may be another one",
                "use a longer warm-up, " + LongerRun.fixedWarmUp(sufficient()));
    }

    /// In which the requests are served at the rate of the warm-up.
    private Duration sufficient() {
        return LongerRun.inSteps(
                seconds * Math.max(1, (double) Steadiness.ENOUGH_CALLS / Math.max(1, responses)));
    }
}
