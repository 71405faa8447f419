package dev.loombench.load.result;

/// The connections of a load as data for other programs.
///
/// @param established largest number open at once
/// @param allInUse late arrivals that found no free connection
public record ConnectionsJson(
        int requested,
        int established,
        long closed,
        long timedOut,
        long earlyResponses,
        long allInUse) {
    public static ConnectionsJson of(LoadResult.Connections connections) {
        return new ConnectionsJson(
                connections.requested(),
                connections.established(),
                connections.closed(),
                connections.timedOut(),
                connections.earlyResponses(),
                connections.allInUse());
    }
}
