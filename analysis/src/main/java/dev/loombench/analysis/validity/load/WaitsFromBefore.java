package dev.loombench.analysis.validity.load;

import static dev.loombench.text.Figures.axis;
import static dev.loombench.text.Figures.percent;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.analysis.trial.EdgeEffects;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.load.result.RecordedValues;
import dev.loombench.result.Interleaving;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.traffic.LoadModel;
import java.util.Optional;

/// Users of a closed load waited for responses to requests that they had sent before the window:
/// those of connections that a server with fewer threads has accepted and does not read, or all of
/// them, for a stall at its beginning. Such requests are in no figure.
///
/// They are the requests in flight for which, by Little's law, the requests of the window do not
/// account. A share of the users that waits throughout is a share of the requests that arrive at
/// any moment, whose response takes longer than the window. No user waits so in slices: each rest
/// begins when all requests have their responses. There, waves of users who start together would
/// look alike in all slices.
///
/// @param waiting users who waited so, mean over the windows
/// @param inFlight requests in flight, likewise
public record WaitsFromBefore(String variant, double waiting, double inFlight)
        implements LoadFinding {
    /// Users below which there may be none.
    private static final double FEWEST = 0.5;

    /// Share of the requests in flight by which mean service times are uncertain: histograms have
    /// three digits.
    private static final double RESOLUTION = 0.002;

    public static final Kind KIND =
            new Kind(
                    "waits-from-before",
                    "a constant number of users, no errors, windows that are not divided into slices: more requests in flight than requests of the window x service time account for, by more than %s, %s of those in flight and the effect of the window's edges together"
                            .formatted(axis(FEWEST), percent(RESOLUTION)),
                    "invalid for percentiles that as large a share of the users reaches if one of them decides; else note");

    public static Optional<WaitsFromBefore> of(Experiment experiment, VariantTrials trials) {
        var windows =
                trials.completed().stream()
                        .filter(WaitsFromBefore::isWithoutErrors)
                        .filter(t -> t.interleaving().filter(Interleaving::divided).isEmpty())
                        .toList();
        if (!(experiment.load() instanceof LoadModel.Closed users)
                || !users.users().isConstant()
                || windows.isEmpty()) {
            return Optional.empty();
        }
        double waiting = windows.stream().mapToDouble(WaitsFromBefore::waiting).average().orElse(0);
        double uncertain =
                windows.stream().mapToDouble(WaitsFromBefore::uncertain).average().orElse(0);
        double inFlight =
                windows.stream()
                        .mapToDouble(t -> t.load().connections().inFlight())
                        .average()
                        .orElse(0);
        return waiting > uncertain
                ? Optional.of(new WaitsFromBefore(trials.variant(), waiting, inFlight))
                : Optional.empty();
    }

    /// Those that failed have no service time.
    private static boolean isWithoutErrors(Completed trial) {
        var counts = trial.load().counts();
        return counts.succeeded() > 0 && counts.failed() == 0 && counts.unfinished() == 0;
    }

    private static double waiting(Completed trial) {
        var times = trial.load().serviceTime();
        double served = times.getTotalCount() * RecordedValues.mean(times) / 1e9;
        return trial.load().connections().inFlight() - served / trial.load().window().seconds();
    }

    private static double uncertain(Completed trial) {
        var load = trial.load();
        double edges = EdgeEffects.share(load.serviceTime(), 0, load.window().seconds(), 1);
        return FEWEST + (RESOLUTION + edges) * load.connections().inFlight();
    }

    @Override
    public Severity severity() {
        return Severity.INVALID;
    }

    /// Percentiles beyond which fewer requests lie than the share of those users.
    @Override
    public boolean affects(Metric metric) {
        return metric.isPercentile() && 100 - metric.percent() < 100 * waiting / inFlight;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "%.1f of %.1f requests in flight, mean of the window, were sent before it and are in no percentile"
                        .formatted(waiting, inFlight),
                "their users wait while others are served: a request that arrives at any moment waits like them with %.1f %%, or all waited for a stall at the beginning of the window"
                        .formatted(100 * waiting / inFlight),
                "find requests that the server does not read, as where each connection has a thread and threads are fewer; a --timeout shorter than the window counts them as errors");
    }
}
