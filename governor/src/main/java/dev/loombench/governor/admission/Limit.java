package dev.loombench.governor.admission;

/// How many requests may be in flight, learnt from how long they take. Called by one thread at a
/// time; keeps no clock.
public interface Limit {

    /// 1 or more.
    int limit();

    /// A request has ended well.
    ///
    /// @param began on the clock of `System.nanoTime`
    /// @param ended on the same clock
    /// @param inFlight requests in flight when it began, itself included
    void onSample(long began, long ended, int inFlight);

    /// What a request takes now, in ns; 0 while unknown.
    long medianRttNanos();

    /// A limit that stays.
    static Limit fixed(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be 1 request or more, was " + limit);
        }
        return new Limit() {
            private long typical;

            @Override
            public int limit() {
                return limit;
            }

            @Override
            public void onSample(long began, long ended, int inFlight) {
                typical = typical == 0 ? ended - began : typical + (ended - began - typical) / 16;
            }

            @Override
            public long medianRttNanos() {
                return typical;
            }
        };
    }
}
