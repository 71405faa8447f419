package dev.loombench.governor.admission;

/// A limit on requests in flight, derived from their response times. It is called by one thread at
/// a time and has no clock.
public interface Limit {

    /// The present limit, 1 or more.
    int limit();

    /// Records a request that has succeeded.
    ///
    /// @param startNanos start on the clock of `System.nanoTime`
    /// @param endNanos end on the same clock
    /// @param inFlight requests in flight at its start, including itself
    void onSample(long startNanos, long endNanos, int inFlight);

    /// As above, for a request on a virtual thread that has waited for a carrier.
    ///
    /// @param waitedNanos of the time from start to end, the wait before its work; 0 if unknown
    default void onSample(long startNanos, long endNanos, int inFlight, long waitedNanos) {
        onSample(startNanos, endNanos, inFlight);
    }

    /// Records that a request was rejected: of several within 100 ms, only one is reported. While
    /// requests that do not end hold every slot, there is no sample, and this is the only call.
    ///
    /// @param nanos present time on the same clock
    /// @param inFlight requests in flight now, which another limit may have rejected for
    default void onRejected(long nanos, int inFlight) {}

    /// Records that requests have ended whose response times say nothing, because they failed:
    /// called before a rejection is reported, and not for each.
    default void onIgnored() {}

    /// The median response time now, in ns; 0 while unknown.
    long medianRttNanos();

    /// The lower one of two limits, which both see every request: for a service with two
    /// bottlenecks.
    static Limit lowest(Limit first, Limit second) {
        return new Limit() {
            @Override
            public int limit() {
                return Math.min(first.limit(), second.limit());
            }

            @Override
            public void onSample(long startNanos, long endNanos, int inFlight) {
                onSample(startNanos, endNanos, inFlight, 0);
            }

            @Override
            public void onSample(long startNanos, long endNanos, int inFlight, long waitedNanos) {
                first.onSample(startNanos, endNanos, inFlight, waitedNanos);
                second.onSample(startNanos, endNanos, inFlight, waitedNanos);
            }

            @Override
            public void onRejected(long nanos, int inFlight) {
                first.onRejected(nanos, inFlight);
                second.onRejected(nanos, inFlight);
            }

            @Override
            public void onIgnored() {
                first.onIgnored();
                second.onIgnored();
            }

            @Override
            public long medianRttNanos() {
                return Math.max(first.medianRttNanos(), second.medianRttNanos());
            }
        };
    }

    /// A constant limit. Its response time is a moving average.
    static Limit fixed(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be 1 request or more, was " + limit);
        }
        return new Limit() {
            private long averageRtt;

            @Override
            public int limit() {
                return limit;
            }

            @Override
            public void onSample(long startNanos, long endNanos, int inFlight) {
                averageRtt =
                        averageRtt == 0
                                ? endNanos - startNanos
                                : averageRtt + (endNanos - startNanos - averageRtt) / 16;
            }

            @Override
            public long medianRttNanos() {
                return averageRtt;
            }
        };
    }
}
