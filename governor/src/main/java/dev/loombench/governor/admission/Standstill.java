package dev.loombench.governor.admission;

/// A detector of standstills: requests are rejected and none ends, because those in flight hold
/// their slots for much longer than the others take, or for ever, such as event streams.
///
/// A standstill has lasted for a second, or for five response times if that is longer. It is
/// reported again after twice the time before, also where a request has ended in between, so that
/// requests that hang do not raise a limit quickly, be they all or a part; this is forgotten once
/// ten such times have passed without a report.
final class Standstill {
    private static final long MIN_NANOS = 1_000_000_000;
    private static final int RESPONSE_TIMES = 5;
    private static final int FORGOTTEN_AFTER = 10;

    private boolean rejecting;
    private long since;
    private boolean reported;
    private long reportedAt;
    private long patienceNanos;
    private long lastRtt;

    /// Records that a request has succeeded.
    void onSample(long rttNanos) {
        rejecting = false;
        lastRtt = rttNanos;
    }

    /// Records that a request has ended whose response time says nothing.
    void onIgnored() {
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
            long known = medianRttNanos > 0 ? medianRttNanos : lastRtt;
            long least = Math.max(MIN_NANOS, RESPONSE_TIMES * known);
            patienceNanos = isAnother(nanos) ? least : Math.max(least, patienceNanos);
            return 0;
        }
        if (nanos - since < patienceNanos) {
            return 0;
        }
        long lasted = patienceNanos;
        since = nanos;
        reported = true;
        reportedAt = nanos;
        patienceNanos *= 2;
        return lasted;
    }

    private boolean isAnother(long nanos) {
        return !reported
                || nanos < reportedAt
                || nanos - reportedAt > FORGOTTEN_AFTER * patienceNanos;
    }
}
