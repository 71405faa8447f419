package dev.loombench.agent;

import dev.loombench.result.LoadResult;
import java.util.Optional;
import java.util.OptionalLong;

/// What one agent did in a window.
///
/// @param address host and port
/// @param connections of its share
/// @param allConnections of the load
/// @param result of its share, without intervals; empty when it was lost
/// @param clock offset and error of its clock before the load
/// @param driftNanos change of the offset during the load; empty when it was lost
/// @param lost why it was lost; empty when it was not
/// @param lostAfterNanos time from the start of the window to its loss
public record AgentFigures(
        String address,
        int connections,
        int allConnections,
        Optional<LoadResult> result,
        RoundTrips roundTrips,
        ClockOffset clock,
        OptionalLong driftNanos,
        Optional<String> lost,
        OptionalLong lostAfterNanos) {

    /// Largest possible difference of its start and end from those of the load, ns.
    public long skewNanos() {
        return clock.errorNanos() + Math.abs(driftNanos.orElse(0));
    }

    /// Its part of the load, 0..1.
    public double share() {
        return (double) connections / allConnections;
    }
}
