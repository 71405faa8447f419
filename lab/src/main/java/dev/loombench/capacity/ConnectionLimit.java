package dev.loombench.capacity;

import dev.loombench.analysis.capacity.objective.Objectives;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResult.Second;
import dev.loombench.run.trial.Probed;
import dev.loombench.traffic.Traffic;

/// Whether the connections of the load are the reason for a violation, and not the server.
///
/// By Little's law a rate needs `rate * service time` connections. With fewer, requests wait for a
/// free one, and that wait is part of their response time. The server has shown nothing then:
///
/// - all connections were in use in much of the window: while a server pauses for a moment, they
///   are too, and what waits for one then waits for the server,
/// - the requests that were sent hold the objectives, by their service times,
/// - and they took about as long as under the light load of the warm-up. A server with a queue of
///   its own has all connections in use as well, and a long limit may hold in it; its requests take
///   longer there.
///
/// @param connections of the load, the most requests in flight
/// @param lightSeconds mean response time in the warm-up; infinite without a response
record ConnectionLimit(int connections, double lightSeconds) {
    /// Share of the connections that are in use at once when requests wait for one: the others are
    /// between two requests.
    private static final double IN_USE = 0.95;

    /// Least part of the window, as one of so many.
    private static final int PART = 3;

    /// A ratio of response times that are about equal.
    private static final double ALIKE = 1.5;

    boolean explains(Probed violated, Objectives objectives, Traffic traffic) {
        long inUse = violated.inFlight().stream().filter(n -> n >= IN_USE * connections).count();
        return inUse > 0
                && PART * inUse >= violated.inFlight().size()
                && isLight(violated.load(), lightSeconds)
                && objectives.burn(ofSent(violated.load()), traffic) <= 1;
    }

    /// Whether requests took about as long as under the light load of the warm-up.
    static boolean isLight(LoadResult load, double lightSeconds) {
        return load.serviceTime().getMean() <= ALIKE * lightSeconds * 1e9;
    }

    /// The window as the requests that were sent experienced it: without their waits before.
    private static LoadResult ofSent(LoadResult load) {
        return load.with(
                load.intervals().stream()
                        .map(s -> new Second(s.window(), s.serviceTime(), s.serviceTime()))
                        .toList());
    }
}
