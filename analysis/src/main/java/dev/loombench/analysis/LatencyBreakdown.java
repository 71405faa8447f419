package dev.loombench.analysis;

/// The mean response time, and the part that the request spent in a handler; the rest is queueing
/// and transfer.
public record LatencyBreakdown(double handlerSeconds, double responseSeconds) {}
