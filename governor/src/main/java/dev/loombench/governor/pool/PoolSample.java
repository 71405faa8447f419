package dev.loombench.governor.pool;

import java.util.OptionalDouble;

/// One sample of a pool's state.
///
/// @param nanos time of the sample, on the clock of `System.nanoTime`
/// @param cpus CPUs that the JVM may use now: a container may get more or fewer of them
/// @param size threads that the pool may have now
/// @param busy threads with a task now
/// @param queued tasks that wait for a thread now
/// @param completed tasks that have ended since the pool started
/// @param waiting share of the busy threads, 0 to 1, that are not runnable; empty if unknown
public record PoolSample(
        long nanos,
        int cpus,
        int size,
        int busy,
        long queued,
        long completed,
        OptionalDouble waiting) {

    /// Whether every thread has a task and more tasks wait.
    boolean isSaturated() {
        return queued > 0 && busy >= size;
    }
}
