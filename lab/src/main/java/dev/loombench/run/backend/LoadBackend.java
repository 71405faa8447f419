package dev.loombench.run.backend;

import dev.loombench.load.LoadPlan;
import dev.loombench.text.WrongInput;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/// Agents that drive loads in place of this process, each an equal share.
public interface LoadBackend {
    /// The addresses of all agents, in their order; at least one.
    List<String> addresses();

    /// The address of the first agent on another machine; empty when all are on this one.
    Optional<String> firstRemote();

    /// @param target of the load
    /// @param name of the target, for the message
    /// @throws WrongInput when it is on loopback, and an agent on another machine
    void requireReachable(InetAddress target, String name);

    /// Sends each agent its share of a load, and checks whether it could drive it. No request is
    /// sent.
    ///
    /// @throws WrongInput when an agent cannot
    /// @throws AgentLost when one is lost
    void checkShares(LoadPlan plan) throws InterruptedException;

    /// Starts a load on all agents together.
    ///
    /// @param plan of the whole load; its share is not used
    /// @param probe whether each agent sends one request first
    /// @param anyStatus whether the response to that request may have any status
    /// @throws WrongInput when an agent cannot drive its share
    /// @throws ProbeFailed when the first request of an agent fails
    /// @throws AgentLost when one is lost
    BackendLoad start(LoadPlan plan, boolean probe, boolean anyStatus) throws InterruptedException;

    /// Starts a load of few users on as many agents as there are connections for, without a request
    /// first.
    ///
    /// @throws AgentLost when one is lost
    BackendLoad startSmall(LoadPlan plan) throws InterruptedException;
}
