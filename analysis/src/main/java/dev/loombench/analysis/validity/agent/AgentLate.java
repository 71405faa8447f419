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

/// The window of an agent began after that of the first one, because the order to open it came late
/// or its machine was busy.
///
/// @param lateNanos from the beginning of the first agent's window to that of its own
/// @param share of the window of the whole load, 0..1
/// @param missing share of the load that is missing, by the connections of the agent, 0..1
public record AgentLate(
        String variant, String address, long lateNanos, double share, double missing)
        implements AgentFinding {
    /// Of the window, and of the load.
    private static final double LIMIT = 0.01;

    public static final Kind KIND =
            new Kind(
                    "agent-late",
                    "an agent that began late",
                    "an agent began its window later than the first one by over %s of the window; by its connections, over %s of the load is missing. Response times and memory stay valid"
                            .formatted(percent(LIMIT), percent(LIMIT)),
                    "note; invalid");

    /// The largest delay of each agent that was late.
    ///
    /// @param windows the agents of each window
    public static List<AgentLate> of(String variant, List<List<AgentFigures>> windows) {
        var latest = new LinkedHashMap<String, AgentLate>();
        for (var agents : windows) {
            for (var late : inWindow(variant, agents)) {
                latest.merge(late.address, late, (a, b) -> a.missing >= b.missing ? a : b);
            }
        }
        return List.copyOf(latest.values());
    }

    /// The offset of an agent's clock moves the instant of the order and that of the beginning
    /// alike, so that its error is in neither difference.
    private static List<AgentLate> inWindow(String variant, List<AgentFigures> agents) {
        var shares =
                agents.stream()
                        .flatMap(agent -> agent.result().stream())
                        .map(LoadResult::window)
                        .toList();
        if (shares.isEmpty()) {
            return List.of();
        }
        var window = Window.spanning(shares);
        var late = new ArrayList<AgentLate>();
        for (var agent : agents) {
            agent.result()
                    .map(result -> result.window().startNanos() - window.startNanos())
                    .map(nanos -> of(variant, agent, nanos, (double) nanos / window.nanos()))
                    .filter(found -> found.share > LIMIT)
                    .ifPresent(late::add);
        }
        return late;
    }

    private static AgentLate of(
            String variant, AgentFigures agent, long lateNanos, double shareOfWindow) {
        var part = agent.share();
        double missing = shareOfWindow * part.connections() / part.allConnections();
        return new AgentLate(variant, agent.address(), lateNanos, shareOfWindow, missing);
    }

    @Override
    public Kind kind() {
        return KIND;
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
                "the agent %s began its window %s after the first agent, %s of the window"
                        .formatted(address, time((double) lateNanos), percent(share)),
                "its responses of that time are missing, about %s of those of the load: throughput is too low, and CPU per request may be too high"
                        .formatted(percent(missing)),
                "more CPU for that agent, a network with less delay to it, or a longer window (%s)"
                        .formatted(longer.windowOption()));
    }
}
