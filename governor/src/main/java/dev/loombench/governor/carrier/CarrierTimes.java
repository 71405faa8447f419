package dev.loombench.governor.carrier;

/// What the carriers' threads have done with their time.
///
/// Counts from one call to the next. Used by one thread.
interface CarrierTimes extends AutoCloseable {

    /// What was done since the call before.
    ///
    /// @param mounted carriers that have a virtual thread
    /// @param threads carriers there are, idle ones included
    Look.Activity since(long nanos, int mounted, int threads);

    @Override
    void close();

    /// Where nothing can be read.
    record Unreadable(String why) implements CarrierTimes {
        @Override
        public Look.Activity since(long nanos, int mounted, int threads) {
            return new Look.Activity.Unknown(why);
        }

        @Override
        public void close() {}
    }
}
