package dev.loombench.analysis.validity.consistency;

import static dev.loombench.text.Figures.axis;
import static dev.loombench.text.Figures.percent;
import static dev.loombench.text.Figures.time;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.analysis.finding.VariantTrials.KnownBound;
import dev.loombench.analysis.trial.TrialMetrics;
import dev.loombench.finding.Kind;
import dev.loombench.observe.result.MetricId;
import java.util.Optional;

/// Responses were slow, no known bound explains that, and machine and server had spare CPU.
///
/// @param serverShare of the processors that the lab may use, 0..1
/// @param medianSeconds response time under load
/// @param unloadedSeconds median response time of a single user
public record ServerIdle(
        String variant, double serverShare, double medianSeconds, double unloadedSeconds)
        implements ConsistencyFinding {
    private static final double BUSY_LIMIT = 0.5;
    private static final double SLOWDOWN = 2;

    public static final Kind KIND =
            new Kind(
                    "server-idle",
                    "an idle server",
                    "no known bound explains the throughput, under %s of the processors were busy, of the machine and of those that the lab may use, and the median response time is over %s times that of a single user"
                            .formatted(percent(BUSY_LIMIT), axis(SLOWDOWN)),
                    "note");

    /// @param cores that the lab may use
    public static Optional<ServerIdle> of(VariantTrials trials, int cores) {
        var completed = trials.completed();
        var server = TrialMetrics.mean(completed, t -> TrialMetrics.rate(t, MetricId.PROCESS_CPU));
        var busy = TrialMetrics.mean(completed, t -> TrialMetrics.busyShare(t, cores));
        if (server.isEmpty()
                || busy.isEmpty()
                || trials.unloadedNanos().isEmpty()
                || trials.bound() != KnownBound.NONE) {
            return Optional.empty();
        }
        double unloaded = trials.unloadedNanos().getAsDouble();
        double median = trials.responseTime().getValueAtPercentile(50);
        return busy.getAsDouble() < BUSY_LIMIT && median > SLOWDOWN * unloaded
                ? Optional.of(
                        new ServerIdle(
                                trials.variant(),
                                server.getAsDouble() * 1e-9 / cores,
                                median / 1e9,
                                unloaded / 1e9))
                : Optional.empty();
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the median response time was %s, that of a single user %s, and the server used %.0f %% of the processors"
                        .formatted(
                                time(medianSeconds * 1e9),
                                time(unloadedSeconds * 1e9),
                                100 * serverShare),
                "neither CPU nor a known bound limited it: the bottleneck is not measured here",
                "begin with the calls in which most requests wait (Why), and check locks, limits on connections and the service behind it");
    }
}
