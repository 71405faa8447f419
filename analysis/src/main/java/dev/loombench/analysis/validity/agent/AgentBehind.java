package dev.loombench.analysis.validity.agent;

import static dev.loombench.text.Figures.percent;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.load.result.LoadResult;
import dev.loombench.result.AgentFigures;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Workload;
import java.util.ArrayList;
import java.util.List;

/// An agent sent fewer requests than its share of an open load.
///
/// @param mean of all agents
public record AgentBehind(String variant, String address, long sent, double mean)
        implements AgentFinding {
    /// As for the rate of a whole load.
    private static final double SHORTFALL = 0.02;

    public static final Kind KIND =
            new Kind(
                    "agent-behind",
                    "an agent that sent less",
                    "in the open model, an agent sent over %s fewer requests than the agents on average"
                            .formatted(percent(SHORTFALL)),
                    "invalid");

    /// Arrivals are distributed round-robin to all workers, so that an agent with fewer did not
    /// send them, except for one of each of its workers.
    ///
    /// @param agents of one window
    public static List<AgentBehind> of(
            String variant, Workload workload, List<AgentFigures> agents) {
        if (!(workload instanceof LoadModel.Open)) {
            return List.of();
        }
        double mean =
                agents.stream()
                        .flatMap(agent -> agent.result().stream())
                        .mapToLong(result -> result.counts().sent())
                        .average()
                        .orElse(0);
        var behind = new ArrayList<AgentBehind>();
        for (var agent : agents) {
            agent.result()
                    .filter(result -> isBehind(result, mean))
                    .map(result ->
                            new AgentBehind(variant, agent.address(), result.counts().sent(), mean))
                    .ifPresent(behind::add);
        }
        return behind;
    }

    private static boolean isBehind(LoadResult result, double mean) {
        int workers = result.generator().threads();
        return result.counts().sent() < (1 - SHORTFALL) * mean - workers;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the agent %s sent %,d requests, and the agents %,.0f on average"
                        .formatted(address, sent, mean),
                "the server got fewer requests than requested",
                "more CPU for that agent, or a lower rate");
    }
}
