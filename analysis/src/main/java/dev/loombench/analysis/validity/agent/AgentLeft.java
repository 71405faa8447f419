package dev.loombench.analysis.validity.agent;

import static dev.loombench.text.Figures.time;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.result.AgentFigures;
import java.util.Optional;

/// A load lost an agent, and ended then; in a run, it is a trial that is [lost][LostAgent].
///
/// @param afterNanos from the start of the window
/// @param connections of the agent, of `allConnections`
public record AgentLeft(
        String variant,
        String address,
        String reason,
        long afterNanos,
        int connections,
        int allConnections)
        implements AgentFinding {

    public static Optional<AgentLeft> of(String variant, AgentFigures agent) {
        return agent.loss()
                .map(loss ->
                        new AgentLeft(
                                variant,
                                agent.address(),
                                loss.reason(),
                                loss.afterNanos(),
                                agent.share().connections(),
                                agent.share().allConnections()));
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the agent %s %s, %s after the start of the window"
                        .formatted(address, reason, time((double) afterNanos)),
                "its share is missing, %,d of %,d connections (%.0f %%); the load ended then"
                        .formatted(
                                connections, allConnections, 100.0 * connections / allConnections),
                "the messages of that agent, the network to it, and what may have stopped this controller (Ctrl-Z, a debugger)");
    }
}
