package dev.loombench.run.trial;

import dev.loombench.analysis.validity.agent.AgentFinding;
import dev.loombench.load.LoadEngine;
import dev.loombench.load.LoadPlan;
import dev.loombench.load.LoadSettings;
import dev.loombench.load.LoadShare;
import dev.loombench.load.ReflectionFailed;
import dev.loombench.load.probe.ConnectTime;
import dev.loombench.run.backend.DrivenLoad;
import dev.loombench.run.backend.DrivenLoad.DistantServer;
import dev.loombench.run.backend.LoadBackend;
import dev.loombench.run.backend.ProbeFailed;
import dev.loombench.run.backend.ServerLink;
import dev.loombench.run.server.ServerFailed;
import dev.loombench.text.FileFault;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Traffic;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;

/// What drives the loads of trials: agents, or the lab's own process.
///
/// @param agents empty for the lab's own process
/// @param listen address on which servers accept the connections of the load
/// @param serverOn the agent whose machine the servers run on; empty for this machine
/// @param settings of each agent, or of this process
public record LoadDriver(
        Optional<LoadBackend> agents,
        InetAddress listen,
        Optional<ServerLink> serverOn,
        LoadSettings settings) {
    /// The phase of a trial that lost an agent.
    public static final String AGENTS = AgentFinding.LOST;

    /// The lab's own process, with servers on this machine.
    public static final LoadDriver OWN_PROCESS =
            new LoadDriver(
                    Optional.empty(),
                    InetAddress.getLoopbackAddress(),
                    Optional.empty(),
                    LoadSettings.DEFAULT);

    /// The plan of a whole load.
    public LoadPlan plan(InetSocketAddress target, LoadModel model, Traffic traffic, long seed) {
        return plan(target, model, traffic, seed, settings);
    }

    private static LoadPlan plan(
            InetSocketAddress target,
            LoadModel model,
            Traffic traffic,
            long seed,
            LoadSettings settings) {
        return new LoadPlan(
                target, model, traffic, seed, settings, LoadShare.whole(settings), System.getenv());
    }

    /// The loads of a server, with the round trip to it as measured now.
    ServerLoads loads(InetSocketAddress server, Traffic traffic) {
        var distant = distant(server);
        return (model, seed, probe) -> start(plan(server, model, traffic, seed), probe, distant);
    }

    /// A server on another machine that this process loads; empty for other servers and loads.
    private Optional<DistantServer> distant(InetSocketAddress server) {
        return serverOn.filter(agent -> agents.isEmpty() && !agent.isLocal())
                .map(agent -> new DistantServer(agent, ConnectTime.shortest(server)));
    }

    /// Starts a load; one of fewer connections than threads, such as a single user, on as many
    /// agents with one thread each.
    private DrivenLoad start(LoadPlan plan, boolean probe, Optional<DistantServer> distant)
            throws InterruptedException, ServerFailed {
        try {
            int drivers = agents.map(backend -> backend.addresses().size()).orElse(1);
            boolean small = plan.model().connections() < settings.threads() * drivers;
            var fitting =
                    small
                            ? plan(
                                    plan.target(),
                                    plan.model(),
                                    plan.traffic(),
                                    plan.seed(),
                                    settings.withThreads(1))
                            : plan;
            if (agents.isEmpty()) {
                return new DrivenLoad.ByThisProcess(LoadEngine.start(fitting), distant);
            }
            var load =
                    small
                            ? agents.get().startSmall(fitting)
                            : agents.get().start(fitting, probe, plan.traffic().isMix());
            return new DrivenLoad.ByAgents(load, serverOn);
        } catch (ProbeFailed e) {
            throw new ServerFailed(ProbePhase.NAME, e.getMessage());
        } catch (ReflectionFailed e) {
            throw new ServerFailed(ProbePhase.NAME, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new ServerFailed("connect", "cannot start the load: " + FileFault.of(e));
        }
    }
}
