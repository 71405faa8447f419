package dev.loombench.governor.admission;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.LongSupplier;

/// A simulation of a service with as many requests in flight as its limit admits; more are
/// rejected.
final class OverloadSimulation {
    private static final long IDLE_NANOS = 10_000_000;

    final GradientLimit limit;
    private final PriorityQueue<Long> free = new PriorityQueue<>();
    private final PriorityQueue<Request> inFlight =
            new PriorityQueue<>(Comparator.comparingLong(Request::endNanos));

    long now = 1_000_000_000;
    long clockError;

    /// Requests that never end, such as event streams. Each holds a slot, and no server.
    int held;

    int highest;
    int lowest;

    /// @param startNanos on the service's clock, with its error
    /// @param endNanos in simulated time
    private record Request(long startNanos, long endNanos, int inFlight) {}

    OverloadSimulation(GradientLimit limit) {
        this.limit = limit;
    }

    /// Serves up to `servers` requests concurrently, in the order of arrival.
    ///
    /// @param nanos service time of the next request
    /// @param seconds simulated time
    /// @return number of completed requests
    long run(int servers, LongSupplier nanos, double seconds) {
        resize(servers);
        long stop = now + (long) (seconds * 1e9);
        long completed = 0;
        highest = limit.limit();
        lowest = limit.limit();
        while (now < stop) {
            while (held + inFlight.size() < limit.limit()) {
                long endNanos = Math.max(now, free.remove()) + nanos.getAsLong();
                free.add(endNanos);
                inFlight.add(new Request(now + clockError, endNanos, held + inFlight.size() + 1));
            }
            limit.onRejected(now + clockError, held + inFlight.size());
            if (inFlight.isEmpty()) {
                now += IDLE_NANOS;
                continue;
            }
            var first = inFlight.remove();
            now = Math.max(now, first.endNanos());
            limit.onSample(first.startNanos(), now + clockError, first.inFlight());
            completed++;
            highest = Math.max(highest, limit.limit());
            lowest = Math.min(lowest, limit.limit());
        }
        return completed;
    }

    private void resize(int servers) {
        while (free.size() < servers) {
            free.add(now);
        }
        while (free.size() > servers) {
            free.remove();
        }
    }
}
