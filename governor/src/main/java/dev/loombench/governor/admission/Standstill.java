package dev.loombench.governor.admission;

/// A detector of standstills: requests are rejected and none ends, because those in flight hold
/// their slots for much longer than the others take, or for ever, such as event streams.
///
/// A standstill has lasted for a second, or for five median response times if that is longer. While
/// it goes on, it is reported again after twice the time before, so that requests that hang do not
/// raise a limit quickly.
final class Standstill {
    private static final long MIN_NANOS = 1_000_000_000;
    private static final int MEDIANS = 5;

    private boolean rejecting;
    private long since;
    private long patienceNanos;

    /// Records that a request has ended.
    void onSample() {
        rejecting = false;
    }

    /// Records that a request was rejected.
    ///
    /// @param nanos present time
    /// @param medianRttNanos median response time; 0 while unknown
    /// @return for how long nothing has moved since the last report, in ns; 0 if it is too early
    long onRejected(long nanos, long medianRttNanos) {
        if (!rejecting || nanos < since) { // the first one, or the clock ran backwards
            rejecting = true;
            since = nanos;
            patienceNanos = Math.max(MIN_NANOS, MEDIANS * medianRttNanos);
            return 0;
        }
        if (nanos - since < patienceNanos) {
            return 0;
        }
        long lasted = patienceNanos;
        since = nanos;
        patienceNanos *= 2;
        return lasted;
    }
}
