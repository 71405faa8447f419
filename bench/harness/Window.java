package harness;

/// What went by between two readings of a lane.
///
/// @param nanos on the clock
/// @param cpuNanos of the generator, all its threads
/// @param responderNanos of the responder
/// @param answered requests, by the responder's own count
record Window(long nanos, long cpuNanos, long responderNanos, long answered) {
    static Window between(Window before, Window after) {
        return new Window(
                after.nanos - before.nanos,
                after.cpuNanos - before.cpuNanos,
                after.responderNanos - before.responderNanos,
                after.answered - before.answered);
    }

    /// The generator's CPU time for each request, us: the figure that is compared.
    double cpuMicros() {
        return cpuNanos / 1e3 / answered;
    }

    double responderMicros() {
        return responderNanos / 1e3 / answered;
    }

    double perSecond() {
        return answered * 1e9 / nanos;
    }
}
