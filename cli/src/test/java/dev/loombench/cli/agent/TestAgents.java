package dev.loombench.cli.agent;

import static org.assertj.core.api.Assumptions.assumeThat;

import dev.loombench.cli.LabProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Agents that work for one test after the other. Those that a test has ended start again.
final class TestAgents implements AutoCloseable {
    /// Starts an agent.
    interface Start {
        /// @param number from 0
        LabProcess agent(int number) throws Exception;
    }

    private final Start start;
    private final List<LabProcess> agents = new ArrayList<>();

    private TestAgents(Start start) {
        this.start = start;
    }

    static TestAgents start(int count, Start start) throws Exception {
        var all = new TestAgents(start);
        try {
            for (int i = 0; i < count; i++) {
                all.agents.add(start.agent(i));
            }
            all.makeReady();
        } catch (Exception | AssertionError e) {
            all.close();
            throw e;
        }
        return all;
    }

    /// Starts those that have ended again, and waits until each listens and is free.
    void makeReady() throws Exception {
        for (int i = 0; i < agents.size(); i++) {
            if (!agents.get(i).isAlive()) {
                agents.get(i).close();
                agents.set(i, start.agent(i));
            }
        }
        for (var agent : agents) {
            agent.await("the agent listens", () -> agent.out().startsWith("READY port="));
            awaitFree(agent);
        }
    }

    /// Waits until every controller that joined has left.
    static void awaitFree(LabProcess agent) throws IOException, InterruptedException {
        agent.await("it is free", () -> sessions(agent) == count(agent, "waiting for the next"));
    }

    /// The number of controllers that have joined.
    static long sessions(LabProcess agent) throws IOException {
        return count(agent, " joined");
    }

    /// The number of lines on standard error that end so.
    static long count(LabProcess agent, String end) throws IOException {
        return agent.err().lines().filter(line -> line.endsWith(end)).count();
    }

    /// A controller loses its agents where it, or one of them, has no processor for 4 s: then a
    /// test shows nothing.
    ///
    /// @param stoodStill how often the agents had done so before
    static void assumeRan(LabProcess controller, List<LabProcess> agents, long stoodStill)
            throws IOException {
        assumeThat(controller.out() + controller.err())
                .doesNotContain("this controller stood still for ");
        assumeThat(standstills(agents)).as("standstills of agents").isEqualTo(stoodStill);
    }

    /// How often these agents lost a controller because they stood still.
    static long standstills(List<LabProcess> agents) throws IOException {
        long all = 0;
        for (var agent : agents) {
            all +=
                    agent.err()
                            .lines()
                            .filter(line -> line.contains(", as this agent stood still for "))
                            .count();
        }
        return all;
    }

    LabProcess get(int number) {
        return agents.get(number);
    }

    List<LabProcess> all() {
        return List.copyOf(agents);
    }

    @Override
    public void close() {
        agents.forEach(LabProcess::close);
    }
}
