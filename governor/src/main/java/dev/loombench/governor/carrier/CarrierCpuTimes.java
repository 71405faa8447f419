package dev.loombench.governor.carrier;

/// What the carriers' threads have done with their time.
///
/// Counts from one call to the next. Used by one thread.
interface CarrierCpuTimes extends AutoCloseable {

    /// What was done since the call before.
    ///
    /// @param occupied carriers that had a virtual thread all the while
    /// @param threads carriers there are, idle ones included
    SchedulerSample.Activity since(long nanos, int occupied, int threads);

    /// Lets go of what it holds open; the next call finds the carriers anew.
    void forget();

    @Override
    default void close() {
        forget();
    }

    /// Where nothing can be read.
    record Unreadable(String why) implements CarrierCpuTimes {
        @Override
        public SchedulerSample.Activity since(long nanos, int occupied, int threads) {
            return new SchedulerSample.Activity.Unknown(why);
        }

        @Override
        public void forget() {}
    }
}
