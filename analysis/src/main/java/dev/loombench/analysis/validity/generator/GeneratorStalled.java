package dev.loombench.analysis.validity.generator;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.Interruption;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.load.result.LoadResult;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The load generator was stopped, or paused with its machine.
///
/// @param stalls of the trial that lost most time
/// @param windowSeconds of that trial
/// @param trials of `completed` with such stalls
public record GeneratorStalled(
        String variant, LoadResult.Stalls stalls, double windowSeconds, int trials, int completed)
        implements GeneratorFinding {
    public static final Kind KIND =
            new Kind(
                    "generator-stalled",
                    "a load generator that stood still",
                    "its threads, or the whole machine, in the worst trial: for over %s; less, from 100 ms on"
                            .formatted(Interruption.LIMIT),
                    "invalid; note");

    public static Optional<GeneratorStalled> of(String variant, List<LoadResult> loads) {
        var stalled = loads.stream().filter(l -> stalled(l.generator().stalls())).toList();
        return stalled.stream()
                .map(l ->
                        new GeneratorStalled(
                                variant,
                                l.generator().stalls(),
                                l.window().seconds(),
                                stalled.size(),
                                loads.size()))
                .max(Comparator.comparingDouble(GeneratorStalled::lostSeconds));
    }

    private static boolean stalled(LoadResult.Stalls stalls) {
        return stalls.count() > 0 || stalls.suspendedNanos() > 0;
    }

    /// Those in which the clocks stood still are included.
    private double lostSeconds() {
        return (stalls.totalNanos() + stalls.suspendedNanos()) / 1e9;
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public Severity severity() {
        double longest = Math.max(stalls.longestNanos(), stalls.suspendedNanos()) / 1e9;
        return Interruption.tooLong(lostSeconds(), longest, windowSeconds)
                ? Severity.INVALID
                : Severity.NOTE;
    }

    @Override
    public boolean affects(Metric metric) {
        return !metric.isFootprint();
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                interruptions() + Interruption.ofTrials(trials, completed),
                "nothing was sent or received in that time: throughput is too low, and response times include the interruption",
                "another measurement, without stopping the lab (Ctrl-Z, a debugger), suspending the machine or pausing its virtual machine");
    }

    private String interruptions() {
        var stalled =
                "the load generator stood still for %.1f s of a window of %.1f s (%,d %s, the longest %.1f s, %.1f s after its beginning)"
                        .formatted(
                                stalls.totalNanos() / 1e9,
                                windowSeconds,
                                stalls.count(),
                                stalls.count() == 1 ? "time" : "times",
                                stalls.longestNanos() / 1e9,
                                stalls.longestAtNanos().orElse(0) / 1e9);
        var suspended =
                "the machine was suspended for %.1f s within the window"
                        .formatted(stalls.suspendedNanos() / 1e9);
        if (stalls.suspendedNanos() == 0) {
            return stalled;
        }
        return stalls.count() == 0 ? suspended : stalled + ", and " + suspended;
    }
}
