package dev.loombench.analysis.validity.agent;

import static dev.loombench.text.Figures.percent;
import static dev.loombench.text.Figures.time;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.base.Window;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.load.result.LoadResult;
import dev.loombench.result.AgentFigures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// The window of an agent was shorter than that of the load, because the order to open its own came
/// late or its machine was busy, or because that to close the window of another agent did.
///
/// @param missedNanos from the beginning of the first agent's window to that of its own, and from
///   its end to that of the last agent's
/// @param share of the window of the whole load, 0..1
/// @param missing share of the load that is missing in that window, of all agents by their
///   connections, 0..1
public record AgentLate(
        String variant, String address, long missedNanos, double share, double missing)
        implements AgentFinding {
    /// Of the window, and of the load.
    private static final double LIMIT = 0.01;

    public static final Kind KIND =
            new Kind(
                    "agent-late",
                    "an agent that began late or ended early",
                    "the window of an agent was shorter than that of the load, from the first beginning to the last end, by over %s; by the connections of all agents, over %s of the load is missing. Response times and memory stay valid"
                            .formatted(percent(LIMIT), percent(LIMIT)),
                    "note; invalid");

    /// Each agent that was late, in that of its windows in which most of the load is missing.
    ///
    /// @param windows the agents of each window
    /// @param byTime whether time ended them; else an agent ends when its requests have
    public static List<AgentLate> of(
            String variant, List<List<AgentFigures>> windows, boolean byTime) {
        var latest = new LinkedHashMap<String, AgentLate>();
        for (var agents : windows) {
            for (var late : inWindow(variant, agents, byTime)) {
                latest.merge(late.address, late, (a, b) -> a.missing >= b.missing ? a : b);
            }
        }
        return List.copyOf(latest.values());
    }

    private static List<AgentLate> inWindow(
            String variant, List<AgentFigures> agents, boolean byTime) {
        var shares =
                agents.stream()
                        .flatMap(agent -> agent.result().stream())
                        .map(LoadResult::window)
                        .toList();
        if (shares.isEmpty()) {
            return List.of();
        }
        var window = Window.spanning(shares);
        double missing = 0;
        for (var agent : agents) {
            var part = agent.share();
            double missed = (double) missed(agent, window, byTime) / window.nanos();
            missing += missed * part.connections() / part.allConnections();
        }
        var late = new ArrayList<AgentLate>();
        for (var agent : agents) {
            long missed = missed(agent, window, byTime);
            double share = (double) missed / window.nanos();
            if (share > LIMIT) {
                late.add(new AgentLate(variant, agent.address(), missed, share, missing));
            }
        }
        return late;
    }

    /// The time of the load's window that is not in that of an agent, ns; 0 for a lost one.
    ///
    /// The offset of an agent's clock moves the instants of the orders and those of the window's
    /// beginning and end alike, so that its error is in neither difference.
    private static long missed(AgentFigures agent, Window window, boolean byTime) {
        return agent.result()
                .map(LoadResult::window)
                .map(own ->
                        own.startNanos()
                                - window.startNanos()
                                + (byTime ? window.endNanos() - own.endNanos() : 0))
                .orElse(0L);
    }

    @Override
    public Severity severity() {
        return missing > LIMIT ? Severity.INVALID : Severity.NOTE;
    }

    /// What was recorded has its response time, and memory does not depend on what was.
    @Override
    public boolean affects(Metric metric) {
        return !metric.isPercentile() && !metric.isFootprint();
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the window of the agent %s was %s shorter than that of the load, %s of it"
                        .formatted(address, time((double) missedNanos), percent(share)),
                "its responses of that time are missing, with those of other agents about %s of those of the load: throughput is too low, and CPU per request may be too high"
                        .formatted(percent(missing)),
                "more CPU for the agents, a network with less delay to them, or a longer window (%s)"
                        .formatted(longer.windowOption()));
    }
}
