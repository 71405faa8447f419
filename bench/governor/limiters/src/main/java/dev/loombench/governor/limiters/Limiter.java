package dev.loombench.governor.limiters;

import org.jspecify.annotations.Nullable;

/// A limiter of requests in flight, with the simulation's clock.
interface Limiter {

    /// Asks for a slot.
    ///
    /// @param nowNanos time of arrival
    /// @param inFlight requests in flight, without this one
    /// @return null if the request is rejected
    @Nullable Permit tryAcquire(long nowNanos, int inFlight);

    /// The slot of a request.
    @FunctionalInterface
    interface Permit {

        /// @param inFlight requests in flight when it started, with this one
        void completed(long startNanos, long endNanos, int inFlight);
    }
}
