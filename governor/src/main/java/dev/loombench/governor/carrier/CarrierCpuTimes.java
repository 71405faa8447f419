package dev.loombench.governor.carrier;

/// The CPU times of the carriers' threads since the previous call. Used by one thread.
interface CarrierCpuTimes extends AutoCloseable {

    /// The activity since the previous call.
    ///
    /// @param occupied carriers that had a virtual thread during the whole span
    /// @param threads existing carriers, including idle ones
    SchedulerSample.Activity since(long nanos, int occupied, int threads);

    /// Called at every sample, also while no times are read: what goes on beside the carriers is
    /// known before their times are.
    default void observe(long nanos) {}

    /// Closes all open files; the next call searches for the carriers again.
    void reset();

    @Override
    default void close() {
        reset();
    }

    /// The implementation for systems without readable CPU times.
    record Unreadable(String reason) implements CarrierCpuTimes {
        @Override
        public SchedulerSample.Activity since(long nanos, int occupied, int threads) {
            return new SchedulerSample.Activity.Unknown(reason);
        }

        @Override
        public void reset() {}
    }
}
