package dev.loombench.analysis.validity.stationarity;

import static dev.loombench.text.Figures.axis;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.result.Steadiness;
import dev.loombench.result.Steadiness.State;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.WarmUp;
import dev.loombench.stats.Descriptive;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/// A metric of a variant was not steady at the end of the warm-up in half of its trials or more.
///
/// @param metric throughput, CPU per request or, for all percentiles, p50
/// @param state the most common one of these trials; not steady, and undecided where they go in
///   different directions
/// @param trials that were not steady, out of `completed`
/// @param seconds of the longest warm-up of these
/// @param responses before the window, fewest of these
/// @param throughputAfter seconds after which throughput was steady, median of these; empty where
///   it was not
/// @param change the largest that noise may hide, over half of the warm-up's time, as a share of
///   the metric; empty unless it is too noisy, or where that is not known for each of these trials
/// @param closed whether it is throughput of a closed load, whose response times change with it
/// @param decides whether the metric decides the experiment, or what changes with it does
public record NotSteady(
        String variant,
        Metric metric,
        State state,
        int trials,
        int completed,
        double seconds,
        long responses,
        OptionalDouble throughputAfter,
        OptionalDouble change,
        boolean closed,
        boolean decides)
        implements StationarityFinding {
    /// Requests are served at the rate of the warm-up for this share of the time longer, so that
    /// figures can settle after the last code is compiled.
    private static final double SETTLING = 1.5;

    public static final Kind KIND =
            new Kind(
                    "not-steady",
                    "a warm-up that was never steady",
                    "at the end of the warm-up of half of a variant's trials or more, a metric was rising or falling, in most of them the same, or its process had served fewer than %s requests (CPU per request of a JVM, below 10 ms), or its compilers were at work (CPU per request); of the metric that decides, also too noisy to tell where a change that the noise may hide would give another verdict; arrivals that wait all the time"
                            .formatted(axis((double) Steadiness.ENOUGH_CALLS)),
                    "invalid for the metric that decides where it was changing or its calls were too few; else information or note");

    public static List<NotSteady> of(Experiment experiment, VariantTrials trials) {
        var warmUps = trials.completed().stream().map(Completed::warmUp).toList();
        return Stream.of(Metric.THROUGHPUT, Metric.CPU_PER_REQUEST, Metric.P50)
                .flatMap(m -> of(experiment, trials.variant(), m, warmUps).stream())
                .toList();
    }

    private static Optional<NotSteady> of(
            Experiment experiment, String variant, Metric metric, List<WarmUp> warmUps) {
        var unsteady = warmUps.stream().filter(w -> state(w, metric) != State.STEADY).toList();
        boolean decides = decides(experiment, metric, variant);
        return Optional.of(unsteady)
                .filter(u -> !u.isEmpty() && 2 * u.size() >= warmUps.size())
                .map(u -> common(u.stream().map(w -> state(w, metric)).toList(), warmUps.size()))
                .filter(state -> decides || matters(state))
                .map(state ->
                        new NotSteady(
                                variant,
                                metric,
                                state,
                                unsteady.size(),
                                warmUps.size(),
                                unsteady.stream()
                                        .mapToDouble(w -> w.window().seconds())
                                        .max()
                                        .orElseThrow(),
                                unsteady.stream().mapToLong(WarmUp::responses).min().orElseThrow(),
                                throughputAfter(unsteady),
                                change(unsteady, metric, state),
                                isOfUsers(experiment, metric),
                                decides));
    }

    /// The most common state; a direction only where most trials have it, without those that have
    /// the opposite one. Processes that go in different directions show noise that lasts.
    ///
    /// @param unsteady of the trials that were not steady, at least one
    private static State common(List<State> unsteady, int completed) {
        var common = MostCommon.of(unsteady, state -> state);
        int rising = Collections.frequency(unsteady, State.RISING);
        int falling = Collections.frequency(unsteady, State.FALLING);
        boolean direction = common == State.RISING || common == State.FALLING;
        return direction && 2 * Math.abs(rising - falling) <= completed ? State.UNDECIDED : common;
    }

    /// @param unsteady trials in which the metric is not steady
    private static OptionalDouble change(List<WarmUp> unsteady, Metric metric, State state) {
        var known =
                unsteady.stream()
                        .flatMap(w -> w.of(metric).stream())
                        .flatMapToDouble(m -> m.change().stream())
                        .toArray();
        return state == State.UNDECIDED && known.length == unsteady.size()
                ? Arrays.stream(known).max()
                : OptionalDouble.empty();
    }

    /// A metric that a warm-up does not know counts as steady.
    private static State state(WarmUp warmUp, Metric metric) {
        return warmUp.of(metric).map(Steadiness::state).orElse(State.STEADY);
    }

    private static OptionalDouble throughputAfter(List<WarmUp> warmUps) {
        var after =
                warmUps.stream()
                        .flatMap(w -> w.of(Metric.THROUGHPUT).stream())
                        .flatMapToLong(m -> m.afterNanos().stream())
                        .mapToDouble(nanos -> nanos / 1e9)
                        .toArray();
        return after.length < warmUps.size()
                ? OptionalDouble.empty()
                : OptionalDouble.of(Descriptive.median(after));
    }

    /// Whether it is reported of a metric that does not decide: noise is shown by the interval.
    private static boolean matters(State state) {
        return switch (state) {
            case RISING, FALLING, TOO_FEW_CALLS, COMPILING, BACKLOG -> true;
            case STEADY, UNDECIDED -> false;
        };
    }

    /// Whether the metric will reach another level.
    @Override
    public boolean isUnsteady() {
        return switch (state) {
            case RISING, FALLING, TOO_FEW_CALLS -> true;
            case COMPILING -> !decides; // where it decides, it had its whole warm-up
            case STEADY, BACKLOG, UNDECIDED -> false;
        };
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public Severity severity() {
        if (!decides) {
            return isUnsteady() ? Severity.INFORMATION : Severity.NOTE;
        }
        return isUnsteady() ? Severity.INVALID : Severity.NOTE;
    }

    @Override
    public boolean affects(Metric other) {
        return changesWith(metric, closed, other);
    }

    @Override
    public boolean invalidates(Metric figure, String one, String other) {
        return isUnsteady() && affects(figure) && (one.equals(variant) || other.equals(variant));
    }

    static boolean decides(Experiment experiment, Metric metric, String variant) {
        boolean closed = isOfUsers(experiment, metric);
        return experiment.claims().isEmpty()
                ? changesWith(metric, closed, experiment.metric())
                : experiment.claims().stream()
                        .anyMatch(c ->
                                changesWith(metric, closed, c.metric()) && c.mentions(variant));
    }

    /// Whether a metric is throughput of a closed load: its users wait for their responses, so that
    /// response times fall where it rises.
    private static boolean isOfUsers(Experiment experiment, Metric metric) {
        return metric == Metric.THROUGHPUT && experiment.load() instanceof LoadModel.Closed;
    }

    private static boolean changesWith(Metric metric, boolean closed, Metric other) {
        return WindowDrift.isSameKind(metric, other) || (closed && other.isPercentile());
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "in %d of %d trials %s%s"
                        .formatted(
                                trials,
                                completed,
                                throughputAfter.isPresent()
                                        ? "throughput was steady after %.1f s; "
                                                .formatted(throughputAfter.getAsDouble())
                                        : "",
                                what()),
                impact(),
                "use a longer warm-up (%s)".formatted(longer.warmUpOption(sufficient())));
    }

    private String what() {
        var after = " after %.1f s of warm-up".formatted(seconds);
        return switch (state) {
            case STEADY -> figure() + " was steady";
            case RISING -> figure() + " was still rising" + after;
            case FALLING -> figure() + " was still falling" + after;
            case TOO_FEW_CALLS ->
                    "too few calls for the compiler: %,d requests served by each process before the window; its hot code is compiled after %s"
                            .formatted(
                                    responses,
                                    responses < Steadiness.ENOUGH_CALLS
                                            ? "about %,d".formatted(Steadiness.ENOUGH_CALLS)
                                            : "more, by the options of its JVM");
            case COMPILING -> figure() + " contained the work of the compilers" + after;
            case BACKLOG -> "arrivals waited for a free connection all the time" + after;
            case UNDECIDED ->
                    figure()
                            + " was too noisy to tell whether it is steady"
                            + after
                            + (change.isPresent()
                                    ? ": it may still change by %.0f %%"
                                            .formatted(Math.ceil(100 * change.getAsDouble()))
                                    : "");
        };
    }

    private String impact() {
        return switch (state) {
            case STEADY, UNDECIDED -> "its value may depend on the length of the warm-up";
            case RISING, FALLING, TOO_FEW_CALLS -> "its later value is another one";
            case COMPILING -> "it falls once they finish";
            case BACKLOG -> "response times depend on the length of the window";
        };
    }

    /// The metric, in words.
    public String figure() {
        return metric.isPercentile() ? "response time" : metric.label();
    }

    /// A warm-up that may suffice, in steps of 5 s: until the requests are served, or twice as
    /// long.
    public Duration sufficient() {
        double factor =
                state == State.TOO_FEW_CALLS && responses > 0
                        ? SETTLING * Steadiness.ENOUGH_CALLS / responses
                        : 2;
        return LongerRun.inSteps(Math.max(2, factor) * seconds);
    }
}
