package dev.loombench.run.backend;

import dev.loombench.load.RunningLoad;
import dev.loombench.load.result.LoadResult;
import dev.loombench.result.AgentFigures;
import dev.loombench.result.AgentFigures.Clock;
import dev.loombench.result.AgentFigures.Network;
import dev.loombench.result.AgentFigures.Share;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A load with what drives it.
public sealed interface DrivenLoad extends AutoCloseable {
    /// The load itself.
    RunningLoad run();

    /// Checks that no agent that drives it is lost.
    ///
    /// @throws AgentLost when one is
    void requireAgents();

    /// What each agent did in the last window; what this process did where the server is on another
    /// machine; else empty.
    ///
    /// @param result of the window
    List<AgentFigures> figures(LoadResult result) throws InterruptedException;

    @Override
    default void close() {
        run().close();
    }

    /// By agents.
    ///
    /// @param server the agent of the server; empty where the server is on this machine, or is none
    ///   of the lab's
    record ByAgents(BackendLoad run, Optional<ServerLink> server) implements DrivenLoad {
        @Override
        public void requireAgents() {
            run.requireAgents();
        }

        @Override
        public List<AgentFigures> figures(LoadResult result) throws InterruptedException {
            return run.figures().stream().map(this::seenFromServer).toList();
        }

        /// Whether an agent is on the server's machine depends on where the server is.
        private AgentFigures seenFromServer(AgentFigures agent) {
            return server.filter(s -> !s.isLocal())
                    .map(s -> agent.onServersMachine(host(agent.address()).equals(host(s.agent()))))
                    .orElse(agent);
        }

        /// As in `10.0.0.2` of `10.0.0.2:7800`.
        private static String host(String address) {
            return address.substring(0, address.lastIndexOf(':'));
        }
    }

    /// By this process.
    ///
    /// @param distant the server; empty where it is on this machine
    record ByThisProcess(RunningLoad run, Optional<DistantServer> distant) implements DrivenLoad {
        /// In the place of an agent.
        private static final String CONTROLLER = "controller";

        /// A load of a server on this machine.
        public ByThisProcess(RunningLoad run) {
            this(run, Optional.empty());
        }

        @Override
        public void requireAgents() {
            // needs none
        }

        @Override
        public List<AgentFigures> figures(LoadResult result) {
            return distant.map(server -> figures(result, server)).stream().toList();
        }

        private static AgentFigures figures(LoadResult result, DistantServer server) {
            int connections = Math.toIntExact(result.connections().established());
            return new AgentFigures(
                    CONTROLLER,
                    false,
                    new Share(connections, connections),
                    Optional.of(result.with(List.of())),
                    new Clock(
                            server.link().roundTrips(),
                            server.link().clockErrorNanos(),
                            OptionalLong.empty()),
                    new Network(server.roundTrip(), OptionalLong.empty(), OptionalLong.empty()),
                    Optional.empty());
        }
    }

    /// A server on another machine.
    ///
    /// @param link to its agent
    /// @param roundTrip to it, ns; empty where it cannot be measured
    record DistantServer(ServerLink link, OptionalLong roundTrip) {}
}
