package dev.loombench.load;

/// The progress of a load since its start.
///
/// @param nanos time of this reading, on the monotonic clock
/// @param succeeded good responses so far
/// @param errors failed requests so far, of any kind
/// @param inFlight requests sent whose response is pending
/// @param connectionsOpen open connections
public record LoadProgress(
        long nanos, long succeeded, long errors, long inFlight, long connectionsOpen) {}
