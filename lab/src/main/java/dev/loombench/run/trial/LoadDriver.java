package dev.loombench.run.trial;

import dev.loombench.agent.AgentGroup;
import dev.loombench.agent.AgentLoad;
import dev.loombench.agent.AgentLost;
import dev.loombench.agent.ProbeFailed;
import dev.loombench.agent.ServerAgent;
import dev.loombench.analysis.validity.AgentFinding;
import dev.loombench.load.ConnectTime;
import dev.loombench.load.LoadEngine;
import dev.loombench.load.LoadPlan;
import dev.loombench.load.LoadSettings;
import dev.loombench.load.LoadShare;
import dev.loombench.load.RunningLoad;
import dev.loombench.load.result.LoadResult;
import dev.loombench.result.AgentFigures;
import dev.loombench.result.AgentFigures.Clock;
import dev.loombench.result.AgentFigures.Network;
import dev.loombench.result.AgentFigures.Share;
import dev.loombench.run.server.ServerFailed;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.TrafficSpec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// What drives the loads of trials: agents, or the lab's own process.
///
/// @param agents empty for the lab's own process
/// @param listen address on which servers accept the connections of the load
/// @param serverOn the agent whose machine the servers run on; empty for this machine
/// @param threads of each agent, or of this process
public record LoadDriver(
        Optional<AgentGroup> agents,
        InetAddress listen,
        Optional<ServerAgent> serverOn,
        int threads) {
    /// The phase of a trial that lost an agent.
    public static final String AGENTS = AgentFinding.LOST;

    /// The lab's own process, with servers on this machine.
    public static final LoadDriver OWN_PROCESS =
            new LoadDriver(Optional.empty(), InetAddress.getLoopbackAddress(), Optional.empty(), 1);

    /// The lab's own process in the place of an agent.
    private static final String CONTROLLER = "controller";

    /// The plan of a whole load.
    public LoadPlan plan(
            InetSocketAddress target, LoadModel model, TrafficSpec traffic, long seed) {
        return plan(target, model, traffic, seed, threads);
    }

    private static LoadPlan plan(
            InetSocketAddress target,
            LoadModel model,
            TrafficSpec traffic,
            long seed,
            int threads) {
        var settings = LoadSettings.DEFAULT.withThreads(threads);
        return new LoadPlan(
                target, model, traffic, seed, settings, LoadShare.whole(settings), System.getenv());
    }

    /// The loads of a server, with the round trip to it as measured now.
    ServerLoads loads(InetSocketAddress server, TrafficSpec traffic) {
        return new DrivenLoads(this, server, traffic, roundTrip(server));
    }

    private record DrivenLoads(
            LoadDriver driver,
            InetSocketAddress server,
            TrafficSpec traffic,
            OptionalLong roundTrip)
            implements ServerLoads {
        @Override
        public RunningLoad start(LoadModel model, long seed, boolean probe)
                throws InterruptedException, ServerFailed {
            return driver.start(driver.plan(server, model, traffic, seed), probe);
        }

        @Override
        public List<AgentFigures> figures(RunningLoad load, LoadResult result)
                throws InterruptedException {
            return driver.figures(load, result, roundTrip);
        }
    }

    /// Starts a load; one of fewer connections than threads, such as a single user, on as many
    /// agents with one thread each.
    private RunningLoad start(LoadPlan plan, boolean probe)
            throws InterruptedException, ServerFailed {
        try {
            boolean small =
                    plan.model().connections() < threads * agents.map(AgentGroup::size).orElse(1);
            var fitting =
                    small
                            ? plan(plan.target(), plan.model(), plan.traffic(), plan.seed(), 1)
                            : plan;
            if (agents.isEmpty()) {
                return LoadEngine.start(fitting);
            }
            return small
                    ? agents.get().startSmall(fitting)
                    : agents.get().start(fitting, probe, plan.traffic().isMix());
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

    /// The round trip to a server on another machine; empty where this process does not load one.
    private OptionalLong roundTrip(InetSocketAddress server) {
        return loadsOtherMachine() ? ConnectTime.shortest(server) : OptionalLong.empty();
    }

    private boolean loadsOtherMachine() {
        return agents.isEmpty() && serverOn.filter(agent -> !agent.isLocal()).isPresent();
    }

    private List<AgentFigures> figures(RunningLoad load, LoadResult result, OptionalLong roundTrip)
            throws InterruptedException {
        if (load instanceof AgentLoad driven) {
            driven.requireAgents();
            return driven.figures().stream().map(this::seenFromServer).toList();
        }
        return loadsOtherMachine()
                ? List.of(ofThisProcess(result, serverOn.orElseThrow(), roundTrip))
                : List.of();
    }

    private static AgentFigures ofThisProcess(
            LoadResult result, ServerAgent server, OptionalLong roundTrip) {
        int connections = Math.toIntExact(result.connections().established());
        return new AgentFigures(
                CONTROLLER,
                false,
                new Share(connections, connections),
                Optional.of(result.with(List.of())),
                new Clock(server.roundTrips(), server.clockErrorNanos(), OptionalLong.empty()),
                new Network(roundTrip, OptionalLong.empty(), OptionalLong.empty()),
                Optional.empty());
    }

    /// Whether an agent is on the server's machine depends on where the server is.
    private AgentFigures seenFromServer(AgentFigures agent) {
        if (serverOn.filter(server -> !server.isLocal()).isEmpty()) {
            return agent;
        }
        return agent.onServersMachine(
                host(agent.address()).equals(host(serverOn.get().toString())));
    }

    /// As in `10.0.0.2` of `10.0.0.2:7800`.
    private static String host(String address) {
        return address.substring(0, address.lastIndexOf(':'));
    }
}
