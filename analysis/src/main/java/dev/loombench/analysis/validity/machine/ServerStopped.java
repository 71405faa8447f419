package dev.loombench.analysis.validity.machine;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.Interruption;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.ResultFinding.OfTimes;
import dev.loombench.analysis.finding.VariantFinding;
import dev.loombench.analysis.trial.TrialMetrics;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.load.limit.LoadLimits;
import dev.loombench.observe.result.MetricId;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The server was stopped by a signal or a debugger.
///
/// @param variant or another name of what was loaded
/// @param seconds in the trial with the longest stop
/// @param windowSeconds of that trial
/// @param trials of `completed` with a stop
public record ServerStopped(
        String variant, double seconds, double windowSeconds, int trials, int completed)
        implements MachineFinding, VariantFinding, OfTimes {
    public static final Kind KIND =
            new Kind(
                    "server-stopped",
                    "by a signal or a debugger, in the worst trial: for over %s; less"
                            .formatted(LoadLimits.INTERRUPTED),
                    "invalid; note");

    /// Checks one window.
    public static Optional<ServerStopped> of(String variant, double nanos, double windowSeconds) {
        return nanos > 0
                ? Optional.of(new ServerStopped(variant, nanos / 1e9, windowSeconds, 1, 1))
                : Optional.empty();
    }

    public static Optional<ServerStopped> of(String variant, List<Completed> trials) {
        var stopped = trials.stream().filter(t -> stoppedNanos(t) > 0).toList();
        return stopped.stream()
                .max(Comparator.comparingDouble(ServerStopped::stoppedNanos))
                .map(t ->
                        new ServerStopped(
                                variant,
                                stoppedNanos(t) / 1e9,
                                t.window().seconds(),
                                stopped.size(),
                                trials.size()));
    }

    private static double stoppedNanos(Completed trial) {
        return TrialMetrics.growth(trial, MetricId.PROCESS_STOPPED).orElse(0);
    }

    @Override
    public Severity severity() {
        return LoadLimits.isInterruptedTooLong(seconds, seconds, windowSeconds)
                ? Severity.INVALID
                : Severity.NOTE;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the server was stopped for %.1f s of a window of %.1f s%s"
                        .formatted(
                                seconds, windowSeconds, Interruption.ofTrials(trials, completed)),
                "it sent nothing in that time: throughput is too low, and response times include the interruption",
                "measure again without stopping the server (SIGSTOP, Ctrl-Z, a debugger)");
    }
}
