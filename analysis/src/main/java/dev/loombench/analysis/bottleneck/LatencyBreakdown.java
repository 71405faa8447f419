package dev.loombench.analysis.bottleneck;

/// The mean response time, and the part that the request spent in a handler; the rest is queueing
/// and transfer. Both are of the trials whose servers reported how long their handlers took.
///
/// @param reported number of these trials, at least 1
/// @param trials number of all completed trials
public record LatencyBreakdown(
        double handlerSeconds, double responseSeconds, int reported, int trials) {}
