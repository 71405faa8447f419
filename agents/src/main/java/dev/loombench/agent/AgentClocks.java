package dev.loombench.agent;

import dev.loombench.run.backend.AgentLost;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;

/// The clocks of several agents, measured at the same time.
final class AgentClocks {
    private AgentClocks() {}

    /// The offsets of all clocks; empty for a lost agent.
    static List<Optional<ClockOffset>> measure(List<AgentConnection> agents)
            throws InterruptedException {
        List<Callable<ClockOffset>> tasks = new ArrayList<>();
        agents.forEach(agent -> tasks.add(agent::measureClock));
        var clocks = new ArrayList<Optional<ClockOffset>>();
        for (var task : AgentGroup.all(tasks)) {
            try {
                clocks.add(Optional.of(task.get()));
            } catch (ExecutionException _) {
                clocks.add(Optional.empty());
            }
        }
        return clocks;
    }

    /// The loss of the first of these agents that is lost.
    static AgentLost firstLoss(List<AgentConnection> agents) {
        return agents.stream()
                .flatMap(agent ->
                        agent.lost().stream()
                                .map(why -> new AgentLost("the agent %s %s".formatted(agent, why))))
                .findFirst()
                .orElseGet(() -> new AgentLost("an agent does not respond"));
    }
}
