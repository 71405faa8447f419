package harness;

/// The change of the counters between two readings of a run.
///
/// @param nanos elapsed time
/// @param cpuNanos CPU time of the generator, all threads
/// @param responderNanos CPU time of the responder
/// @param responses responses sent, counted by the responder
record CounterDelta(long nanos, long cpuNanos, long responderNanos, long responses) {
    /// One reading: the monotonic clock, and totals since the processes started.
    record Counters(long nanos, long cpuNanos, long responderNanos, long responses) {}

    static CounterDelta between(Counters before, Counters after) {
        return new CounterDelta(
                after.nanos - before.nanos,
                after.cpuNanos - before.cpuNanos,
                after.responderNanos - before.responderNanos,
                after.responses - before.responses);
    }

    /// CPU time of the generator per request, us: the figure that is compared.
    double cpuMicros() {
        return cpuNanos / 1e3 / responses;
    }

    double responderMicros() {
        return responderNanos / 1e3 / responses;
    }

    double perSecond() {
        return responses * 1e9 / nanos;
    }
}
