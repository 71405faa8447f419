package dev.loombench.result;

import dev.loombench.load.result.LoadResult;
import java.util.Optional;
import java.util.OptionalLong;

/// What one agent did in a window.
///
/// @param address host and port, or `controller` for the lab's own process where the server was on
///   another machine
/// @param local whether it ran on the server's machine
/// @param share of the load
/// @param result of its share, without intervals; empty when it was lost
/// @param clock as seen from the controller
/// @param network between the agent and the target
/// @param loss empty when it was not lost
public record AgentFigures(
        String address,
        boolean local,
        Share share,
        Optional<LoadResult> result,
        Clock clock,
        Network network,
        Optional<Loss> loss) {

    /// The same with another `local`.
    public AgentFigures onServersMachine(boolean isLocal) {
        return new AgentFigures(address, isLocal, share, result, clock, network, loss);
    }

    /// The same with the result of several windows as one.
    ///
    /// @param merged without intervals
    public AgentFigures with(LoadResult merged) {
        return new AgentFigures(address, local, share, Optional.of(merged), clock, network, loss);
    }

    /// @param connections of the agent
    /// @param allConnections of the load
    public record Share(int connections, int allConnections) {}

    /// @param roundTrips between the controller and the agent
    /// @param errorNanos largest possible error of its offset before the load or after it
    /// @param driftNanos change of the offset during the load; empty when it was lost
    public record Clock(RoundTrips roundTrips, long errorNanos, OptionalLong driftNanos) {

        /// Largest possible difference of the agent's start and end from those of the load, ns.
        public long skewNanos() {
            return errorNanos + Math.abs(driftNanos.orElse(0));
        }
    }

    /// Counts of segments are those of the agent's whole machine.
    ///
    /// @param roundTripNanos to the target: the shortest of a few connects before the load; empty
    ///   when none succeeded
    /// @param segmentsSent over TCP within the window; empty where the kernel does not report it
    /// @param segmentsRetransmitted of these
    public record Network(
            OptionalLong roundTripNanos,
            OptionalLong segmentsSent,
            OptionalLong segmentsRetransmitted) {
        public static final Network UNKNOWN =
                new Network(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());
    }

    /// @param reason in words that follow the agent's name
    /// @param afterNanos time from the start of the window
    public record Loss(String reason, long afterNanos) {}
}
