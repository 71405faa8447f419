package dev.loombench.governor.limiters;

/// What a limiter did in one scenario.
///
/// @param good responses within the deadline, as a share of those that were possible
/// @param rejected share of the requests that were rejected
/// @param needless share of the requests that were rejected while a server was free
/// @param p99Millis response time of the admitted ones, 99th percentile, ms
record Outcome(double good, double rejected, double needless, double p99Millis) {}
