package dev.loombench.governor.pool;

import java.util.OptionalDouble;

/// What one look at a pool saw.
///
/// @param nanos when, on the clock of `System.nanoTime`
/// @param size threads it may have now
/// @param busy threads with a task now
/// @param queued tasks that wait for a thread now
/// @param completed tasks that have ended since the pool began
/// @param waiting share of the busy threads, 0 to 1, that neither compute nor could; empty where
///   that cannot be told
public record PoolSample(
        long nanos, int size, int busy, long queued, long completed, OptionalDouble waiting) {

    /// Every thread has a task, and there are tasks without a thread.
    boolean isSaturated() {
        return queued > 0 && busy >= size;
    }
}
