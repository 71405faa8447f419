package dev.loombench.spec;

import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.text.Units;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// An experiment as it is to be run, and how that differs from what its file says.
///
/// @param changes a sentence each; empty when it is run as written
public record AdjustedExperiment(ExperimentSpec spec, List<String> changes) {
    /// Of a time that coarse differences need: warm-up ends when the server is steady, and a window
    /// has some collections in it.
    private static final Duration WARM_UP_MIN = Duration.ofSeconds(2);

    private static final Duration WARM_UP_MAX = Duration.ofSeconds(4);

    /// Where CPU per request is claimed, which holds the compilers' work until they are done.
    private static final Duration WARM_UP_FOR_CPU = Duration.ofSeconds(10);

    private static final Duration MEASURE = Duration.ofSeconds(3);
    private static final long REQUESTS_DIVISOR = 2;

    /// Two trials are the fewest that have an interval, and a wide one.
    private static final int TRIALS_MIN = 2;

    private static final int TRIALS_MAX = 3;

    /// A third round is for experiments whose phases take no longer than this in all variants.
    private static final Duration SHORT_ROUND = Duration.ofSeconds(12);

    /// Beyond this the time goes into opening connections, which the file has reckoned with.
    private static final int MANY_CONNECTIONS = 2_000;

    /// So many users wait for long where a pool serves them: the file has reckoned with that.
    private static final int MANY_USERS = 1_000;

    public AdjustedExperiment {
        changes = List.copyOf(changes);
    }

    public static AdjustedExperiment asWritten(ExperimentSpec spec) {
        return new AdjustedExperiment(spec, List.of());
    }

    /// The same claims at less expense: rounds until they are decided, two or three instead of a
    /// fixed number, and shorter phases.
    ///
    /// What a claim would not survive stays as it is: the load itself; the phases of a load that
    /// has a course of its own, holds its connections or has very many; a batch; the trials where a
    /// percentile is claimed, which needs them all.
    public static AdjustedExperiment quick(ExperimentSpec spec) {
        var phases = phases(spec);
        var repetition = trials(spec);
        var changes = new ArrayList<String>();
        addChange(changes, "trials", text(spec.trials()), text(repetition));
        addChange(changes, "warm-up", warmUp(spec.phases()), warmUp(phases) + reason(spec, phases));
        addChange(changes, "window", window(spec.phases()), window(phases));
        return new AdjustedExperiment(
                spec.withScenario(spec.scenario().withPhases(phases)).withTrials(repetition),
                changes);
    }

    private static void addChange(List<String> changes, String what, String from, String to) {
        if (!from.equals(to)) {
            changes.add("%s: %s instead of %s".formatted(what, to, from));
        }
    }

    /// A shortest warm-up that became longer needs its reason.
    private static String reason(ExperimentSpec spec, Phases scaled) {
        return scaled.warmUpMin().compareTo(spec.phases().warmUpMin()) > 0
                ? " in full, so that compilers finish before CPU is measured,"
                : "";
    }

    private static Phases phases(ExperimentSpec spec) {
        var asWritten = spec.phases();
        if (spec.isBatch() || keepsPhases(spec)) {
            return asWritten;
        }
        boolean cpu = spec.claims().stream().anyMatch(c -> c.metric() == Metric.CPU_PER_REQUEST);
        return new Phases(
                cpu
                        ? shorter(asWritten.warmUpMax(), WARM_UP_FOR_CPU)
                        : shorter(asWritten.warmUpMin(), WARM_UP_MIN),
                shorter(asWritten.warmUpMax(), cpu ? WARM_UP_FOR_CPU : WARM_UP_MAX),
                asWritten.requests().isPresent() || hasManyUsers(spec)
                        ? asWritten.measure()
                        : shorter(asWritten.measure(), MEASURE),
                asWritten.requests().stream()
                        .map(n -> Math.ceilDiv(n, REQUESTS_DIVISOR))
                        .mapToObj(OptionalLong::of)
                        .findFirst()
                        .orElse(OptionalLong.empty()));
    }

    private static TrialCount trials(ExperimentSpec spec) {
        var asWritten = spec.trials();
        if (asWritten.max() < TRIALS_MIN || usesPercentile(spec)) {
            return asWritten;
        }
        return new TrialCount(
                TRIALS_MIN,
                Math.min(asWritten.max(), isShort(spec) ? TRIALS_MAX : TRIALS_MIN),
                OptionalDouble.of(asWritten.precision().orElse(spec.margin())));
    }

    private static boolean isShort(ExperimentSpec spec) {
        var phases = phases(spec);
        var round = phases.warmUpMin().plus(phases.measure()).multipliedBy(spec.variants().size());
        return spec.isBatch() || round.compareTo(SHORT_ROUND) <= 0;
    }

    private static boolean hasManyUsers(ExperimentSpec spec) {
        return spec.load() instanceof LoadModel.Closed closed && closed.connections() > MANY_USERS;
    }

    private static boolean keepsPhases(ExperimentSpec spec) {
        return spec.load() instanceof LoadModel load
                && (!load.length().isZero() || load.connections() > MANY_CONNECTIONS);
    }

    /// Percentiles have no interval from two or three trials (see [TrialsRequired]).
    private static boolean usesPercentile(ExperimentSpec spec) {
        return Stream.concat(Stream.of(spec.metric()), spec.claims().stream().map(Claim::metric))
                .anyMatch(Metric::isPercentile);
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    private static String text(TrialCount repetition) {
        return repetition.min() == repetition.max()
                ? String.valueOf(repetition.max())
                : "%d to %d".formatted(repetition.min(), repetition.max());
    }

    private static String warmUp(Phases phases) {
        var most = Units.text(phases.warmUpMax());
        return phases.warmUpMin().equals(phases.warmUpMax())
                ? most
                : "%s to %s".formatted(Units.text(phases.warmUpMin()), most);
    }

    private static String window(Phases phases) {
        return phases.requests().isPresent()
                ? phases.requests().getAsLong() + " requests"
                : Units.text(phases.measure());
    }
}
