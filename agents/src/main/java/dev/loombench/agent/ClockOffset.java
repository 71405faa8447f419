package dev.loombench.agent;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The offset of an agent's monotonic clock, from repeated exchanges: the one with the shortest
/// round trip bounds the error best.
///
/// `offset = agent - (sent + received) / 2`, with an error of at most half of the round trip.
/// Source: Cristian, *Probabilistic Clock Synchronization* (1989).
///
/// @param offsetNanos to add to the controller's clock
/// @param roundTripNanos of the exchange that it comes from
/// @param controllerNanos the middle of that exchange, on the controller's clock
public record ClockOffset(long offsetNanos, long roundTripNanos, long controllerNanos) {

    /// An exchange, on the clocks of its ends.
    ///
    /// @param agent when the agent received the request
    record Exchange(long sent, long received, long agent) {
        long roundTripNanos() {
            return received - sent;
        }

        private ClockOffset offset() {
            long middle = sent + roundTripNanos() / 2;
            return new ClockOffset(agent - middle, roundTripNanos(), middle);
        }
    }

    /// @param exchanges at least one
    static ClockOffset of(List<Exchange> exchanges) {
        return exchanges.stream()
                .min(Comparator.comparingLong(Exchange::roundTripNanos))
                .orElseThrow()
                .offset();
    }

    long toAgent(long nanos) {
        return nanos + offsetNanos;
    }

    public long toController(long nanos) {
        return nanos - offsetNanos;
    }

    /// The largest possible error, ns.
    public long errorNanos() {
        return roundTripNanos / 2;
    }

    /// The larger one of the largest possible errors of this offset and of a later one, ns. Between
    /// both, the clock is off by no more than that and the change of the offset.
    ///
    /// @param later empty when it could not be measured
    long errorNanosUntil(Optional<ClockOffset> later) {
        return Math.max(errorNanos(), later.map(ClockOffset::errorNanos).orElse(0L));
    }

    /// Why it is not exact enough; empty when its error is at most the limit.
    Optional<String> inexact(Duration maxError) {
        return errorNanos() <= maxError.toNanos()
                ? Optional.empty()
                : Optional.of(
                        "its clock is known to within %d ms only, and %d ms are needed"
                                .formatted(
                                        Math.ceilDiv(errorNanos(), 1_000_000),
                                        maxError.toMillis()));
    }
}
