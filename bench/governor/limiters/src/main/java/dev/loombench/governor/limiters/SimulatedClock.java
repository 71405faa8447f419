package dev.loombench.governor.limiters;

import java.util.function.LongSupplier;

/// The time of the last event, for limiters that read a clock.
final class SimulatedClock implements LongSupplier {
    private long now;

    @Override
    public long getAsLong() {
        return now;
    }

    /// The same limiter, which finds the time of each event on this clock.
    Limiter driving(Limiter limiter) {
        return (nowNanos, inFlight) -> {
            now = nowNanos;
            var permit = limiter.tryAcquire(nowNanos, inFlight);
            return permit == null
                    ? null
                    : (start, end, atStart) -> {
                        now = end;
                        permit.completed(start, end, atStart);
                    };
        };
    }
}
