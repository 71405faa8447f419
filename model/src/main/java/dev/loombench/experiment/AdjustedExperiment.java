package dev.loombench.experiment;

import static dev.loombench.base.Durations.longer;
import static dev.loombench.base.Durations.shorter;

import dev.loombench.observe.result.OptionalObservation;
import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The experiment that a run executes, and how it differs from its file.
///
/// @param changes one sentence each; empty when the experiment runs as written
public record AdjustedExperiment(Experiment experiment, List<String> changes) {
    /// Enough for coarse differences: warm-up ends when the server is steady, and a window contains
    /// some garbage collections.
    private static final Duration WARM_UP_MIN = Duration.ofSeconds(2);

    /// Where the file requires less; a server that is not steady sooner drifts within the window.
    private static final Duration WARM_UP_MAX = Duration.ofSeconds(4);

    /// The longest warm-up, also for claims on CPU per request, which includes the CPU of the
    /// compilers until they finish.
    private static final Duration WARM_UP_LIMIT = Duration.ofSeconds(10);

    private static final Duration MEASURE = Duration.ofSeconds(3);
    private static final long REQUESTS_DIVISOR = 2;

    /// Intervals over two blocks are 3.6 times as wide as over three with the same spread per
    /// block: t[1] / sqrt(2) = 9.0 against t[2] / sqrt(3) = 2.5 standard deviations.
    private static final int TRIALS = 3;

    /// Beyond this, opening connections takes most of the time that the file sets for the phases.
    private static final int MANY_CONNECTIONS = 2_000;

    /// Beyond this, users wait long for a pool, and for a server that is not warm. The phases in
    /// the file allow for it.
    private static final int MANY_USERS = 1_000;

    public AdjustedExperiment {
        changes = List.copyOf(changes);
    }

    public static AdjustedExperiment asWritten(Experiment experiment) {
        return new AdjustedExperiment(experiment, List.of());
    }

    /// Returns the same experiment with a part of its claims.
    public AdjustedExperiment withClaims(Predicate<Claim> filter) {
        return new AdjustedExperiment(experiment.withClaims(filter), changes);
    }

    /// Returns the same experiment with further claims, each of them a change.
    ///
    /// @throws WrongInput when it has too few trials for them
    public AdjustedExperiment withFurther(List<Claim> claims) {
        var further = experiment.withFurther(claims);
        TrialsRequired.check(further);
        return new AdjustedExperiment(
                further,
                Stream.concat(changes.stream(), claims.stream().map(c -> "expect: " + c.text()))
                        .toList());
    }

    /// Returns the same experiment with further observations, each of them a change.
    public AdjustedExperiment withObserved(Set<OptionalObservation> further) {
        var added = further.stream().filter(o -> !experiment.observe().contains(o)).sorted();
        return new AdjustedExperiment(
                experiment.withObserved(further),
                Stream.concat(changes.stream(), added.map(o -> "observe: " + o.label())).toList());
    }

    /// Returns the same claims in less time: at most three trials, and shorter phases.
    ///
    /// These stay as written, because claims depend on them: the load itself; the phases of a load
    /// that varies, holds its connections, or has more than 1,000 users or 2,000 connections; a
    /// batch.
    public static AdjustedExperiment quick(Experiment experiment) {
        var phases = phases(experiment);
        var trials = trials(experiment);
        var changes = new ArrayList<String>();
        addChange(changes, "trials", text(experiment.trials()), text(trials));
        addChange(
                changes,
                "warm-up",
                warmUp(experiment.phases()),
                warmUp(phases) + reason(experiment, phases));
        addChange(changes, "window", window(experiment.phases()), window(phases));
        return new AdjustedExperiment(
                experiment
                        .withScenario(experiment.scenario().withPhases(phases))
                        .withTrials(trials),
                changes);
    }

    private static void addChange(List<String> changes, String name, String from, String to) {
        if (!from.equals(to)) {
            changes.add("%s: %s instead of %s".formatted(name, to, from));
        }
    }

    /// The reason for a minimum warm-up that became longer; else empty.
    private static String reason(Experiment experiment, Phases adjusted) {
        return adjusted.warmUpMin().compareTo(experiment.phases().warmUpMin()) > 0
                ? " in full, so that compilers finish before CPU is measured,"
                : "";
    }

    private static Phases phases(Experiment experiment) {
        var written = experiment.phases();
        if (experiment.isBatch() || keepsPhases(experiment) || hasManyUsers(experiment)) {
            return written;
        }
        boolean cpu = experiment.claims().stream().anyMatch(c -> c.metric().isWork());
        var required = longer(shorter(written.warmUpMin(), WARM_UP_LIMIT), WARM_UP_MAX);
        var max = shorter(written.warmUpMax(), cpu ? WARM_UP_LIMIT : required);
        var adjusted =
                new Phases(
                        cpu ? max : shorter(written.warmUpMin(), WARM_UP_MIN),
                        max,
                        written.requests().isPresent()
                                ? written.measure()
                                : shorter(written.measure(), MEASURE),
                        written.requests().stream()
                                .map(n -> Math.ceilDiv(n, REQUESTS_DIVISOR))
                                .mapToObj(OptionalLong::of)
                                .findFirst()
                                .orElse(OptionalLong.empty()));
        return written.warmUpOthers()
                .map(others -> adjusted.withWarmUpOthers(shorter(others, max)))
                .orElse(adjusted);
    }

    private static TrialCount trials(Experiment experiment) {
        var written = experiment.trials();
        return written.max() <= TRIALS ? written : TrialCount.exactly(TRIALS);
    }

    private static boolean hasManyUsers(Experiment experiment) {
        return experiment.load() instanceof LoadModel.Closed closed
                && closed.connections() > MANY_USERS;
    }

    private static boolean keepsPhases(Experiment experiment) {
        return experiment.load() instanceof LoadModel load
                && (!load.length().isZero() || load.connections() > MANY_CONNECTIONS);
    }

    private static String text(TrialCount trials) {
        return trials.min() == trials.max()
                ? String.valueOf(trials.max())
                : "%d to %d".formatted(trials.min(), trials.max());
    }

    private static String warmUp(Phases phases) {
        var max = Units.text(phases.warmUpMax());
        return phases.warmUpMin().equals(phases.warmUpMax())
                ? max
                : "%s to %s".formatted(Units.text(phases.warmUpMin()), max);
    }

    private static String window(Phases phases) {
        return phases.requests().isPresent()
                ? phases.requests().getAsLong() + " requests"
                : Units.text(phases.measure());
    }
}
