package dev.loombench.run.trial;

import dev.loombench.agent.AgentGroup;
import dev.loombench.agent.AgentLoad;
import dev.loombench.agent.AgentLost;
import dev.loombench.agent.ProbeFailed;
import dev.loombench.analysis.validity.AgentFinding;
import dev.loombench.load.LoadEngine;
import dev.loombench.load.LoadPlan;
import dev.loombench.load.LoadSettings;
import dev.loombench.load.LoadShare;
import dev.loombench.load.RunningLoad;
import dev.loombench.result.AgentFigures;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.TrafficSpec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/// What drives the loads of trials: agents, or the lab's own process.
///
/// @param agents empty for the lab's own process
/// @param listen address of this machine on which servers accept the connections of the load
public record LoadDriver(Optional<AgentGroup> agents, InetAddress listen) {
    /// The phase of a trial that lost an agent.
    public static final String AGENTS = AgentFinding.LOST;

    /// The lab's own process.
    public static final LoadDriver OWN_PROCESS =
            new LoadDriver(Optional.empty(), InetAddress.getLoopbackAddress());

    /// The plan of a whole load with one thread per process.
    public static LoadPlan plan(
            InetSocketAddress target, LoadModel model, TrafficSpec traffic, long seed) {
        var settings = LoadSettings.DEFAULT;
        return new LoadPlan(
                target, model, traffic, seed, settings, LoadShare.whole(settings), System.getenv());
    }

    /// Starts a load; one of fewer connections than agents on as many agents.
    ///
    /// @param probe whether each agent sends a request first; the lab itself does not
    /// @throws AgentLost when an agent is lost
    RunningLoad start(LoadPlan plan, boolean probe) throws InterruptedException, ServerFailed {
        try {
            if (agents.isEmpty()) {
                return LoadEngine.start(plan);
            }
            var group = agents.get();
            return plan.model().connections() < group.size()
                    ? group.startSmall(plan)
                    : group.start(plan, probe, plan.traffic().isMix());
        } catch (ProbeFailed e) {
            throw new ServerFailed(ProbePhase.NAME, e.getMessage());
        } catch (IOException e) {
            throw new ServerFailed("connect", "cannot start the load: " + e);
        }
    }

    /// Checks that no agent of a load is lost.
    ///
    /// @throws AgentLost when one is
    static void requireAgents(RunningLoad load) {
        if (load instanceof AgentLoad driven) {
            driven.requireAgents();
        }
    }

    /// What each agent did in the last window of a load; empty without agents.
    ///
    /// @throws AgentLost when one is lost
    static List<AgentFigures> figures(RunningLoad load) throws InterruptedException {
        if (load instanceof AgentLoad driven) {
            driven.requireAgents();
            return driven.figures();
        }
        return List.of();
    }
}
