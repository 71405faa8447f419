package dev.loombench.load;

/// How far a load has come since its start.
///
/// @param nanos when this was read, on the monotonic clock
/// @param answered good answers so far
/// @param errors requests that failed so far, of whatever kind
/// @param inFlight requests sent and not yet answered
/// @param connectionsOpen open now
public record LoadProgress(
        long nanos, long answered, long errors, long inFlight, long connectionsOpen) {}
