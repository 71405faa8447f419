package dev.loombench.analysis.finding;

import dev.loombench.experiment.Experiment;
import dev.loombench.text.Units;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/// The options that lengthen a run, with twice its present values.
///
/// All commands that measure have those of the phases, and `run` and `compare` that of trials.
/// Those of `run` replace the values of a file, so that one remedy fits a command line and a file.
///
/// @param warmUp the longest of the run; empty where it is unknown
/// @param window its length; empty where it is unknown
/// @param trials per variant, the most; empty where it is unknown
public record LongerRun(Optional<Duration> warmUp, Optional<Duration> window, OptionalInt trials) {
    /// Options without values.
    public static final LongerRun UNKNOWN =
            new LongerRun(Optional.empty(), Optional.empty(), OptionalInt.empty());

    private static final int STEP_SECONDS = 5;

    /// Longer than a run of an experiment.
    public static LongerRun than(Experiment experiment) {
        return experiment.isBatch()
                ? new LongerRun(
                        Optional.empty(),
                        Optional.empty(),
                        OptionalInt.of(experiment.trials().max()))
                : new LongerRun(
                        Optional.of(experiment.phases().warmUpMax()),
                        Optional.of(experiment.phases().measure()),
                        OptionalInt.of(experiment.trials().max()));
    }

    /// `--warm-up 20s`.
    public String warmUpOption() {
        return warmUp.map(w -> warmUp(doubled(w))).orElse("--warm-up");
    }

    /// `--warm-up 20s`, but no shorter than that of the run: the option replaces it for all
    /// metrics.
    public String warmUpOption(Duration sufficient) {
        return warmUp(warmUp.filter(w -> w.compareTo(sufficient) > 0).orElse(sufficient));
    }

    /// `-d 20s`.
    public String windowOption() {
        return window.map(w -> window(doubled(w))).orElse("-d");
    }

    /// `--trials 10`.
    public String trialsOption() {
        return trials.isPresent() ? "--trials " + 2 * trials.getAsInt() : "--trials";
    }

    /// `phases: {warm-up: 20s} in a file (compare --write FILE)`: the shortest and the longest.
    public String fixedWarmUp() {
        return fixedWarmUp(warmUp.map(w -> Units.text(doubled(w))).orElse("TIME"));
    }

    /// The same with another time.
    public static String fixedWarmUp(Duration length) {
        return fixedWarmUp(Units.text(length));
    }

    private static String fixedWarmUp(String time) {
        return inFile("phases: {warm-up: %s}".formatted(time));
    }

    /// A setting for which there is no option, and how to get the file that has it.
    ///
    /// @param keys with their values
    public static String inFile(String keys) {
        return keys + " in a file (compare --write FILE)";
    }

    public static String warmUp(Duration longest) {
        return "--warm-up " + Units.text(longest);
    }

    public static String window(Duration length) {
        return "-d " + Units.text(length);
    }

    public static Duration doubled(Duration present) {
        return inSteps(2 * present.toMillis() / 1e3);
    }

    /// The next multiple of 5 s, at least one; half a second beyond one does not count.
    public static Duration inSteps(double seconds) {
        return Duration.ofSeconds(
                STEP_SECONDS * Math.max(1, (long) Math.ceil((seconds - 0.5) / STEP_SECONDS)));
    }
}
