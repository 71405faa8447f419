package dev.loombench.governor.admission;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.LongSupplier;

/// A service with as many requests as its limit lets in, in a time of its own.
final class OverloadSimulation {
    final GradientLimit limit;
    private final PriorityQueue<Long> free = new PriorityQueue<>();
    private final PriorityQueue<Request> inFlight =
            new PriorityQueue<>(Comparator.comparingLong(Request::ends));

    long now = 1_000_000_000;
    long clockError;
    int highest;
    int lowest;

    /// @param began by the clock, errors included
    /// @param ends in the simulation's own time
    private record Request(long began, long ends, int inFlight) {}

    OverloadSimulation(GradientLimit limit) {
        this.limit = limit;
    }

    /// Requests are served by `servers` at once, in the order they came.
    ///
    /// @param nanos what the next request takes
    /// @param seconds of simulated time
    /// @return requests that ended
    long run(int servers, LongSupplier nanos, double seconds) {
        man(servers);
        long stop = now + (long) (seconds * 1e9);
        long ended = 0;
        highest = limit.limit();
        lowest = limit.limit();
        while (now < stop) {
            while (inFlight.size() < limit.limit()) {
                long ends = Math.max(now, free.remove()) + nanos.getAsLong();
                free.add(ends);
                inFlight.add(new Request(now + clockError, ends, inFlight.size() + 1));
            }
            var first = inFlight.remove();
            now = Math.max(now, first.ends());
            limit.onSample(first.began(), now + clockError, first.inFlight());
            ended++;
            highest = Math.max(highest, limit.limit());
            lowest = Math.min(lowest, limit.limit());
        }
        return ended;
    }

    private void man(int servers) {
        while (free.size() < servers) {
            free.add(now);
        }
        while (free.size() > servers) {
            free.remove();
        }
    }
}
