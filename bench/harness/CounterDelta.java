package harness;

import java.util.List;

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

    /// The ratios of this figure round by round: both of a round ran under the same conditions.
    ///
    /// @param reference as many
    static Quartiles ratios(List<CounterDelta> deltas, List<CounterDelta> reference) {
        var ratios = new double[deltas.size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = deltas.get(i).cpuMicros() / reference.get(i).cpuMicros();
        }
        return Quartiles.of(ratios);
    }

    double perSecond() {
        return responses * 1e9 / nanos;
    }
}
