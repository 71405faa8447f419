package dev.loombench.capacity;

import dev.loombench.analysis.capacity.objective.Objectives;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResult.Counts;
import dev.loombench.load.result.Streams;
import dev.loombench.traffic.Traffic;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/// Whether requests that a server refuses are the reason for a violation, although other processes
/// used the machine: a limit on their rate or their number lets no more pass where those end.
///
/// - without the refused requests the window holds the objectives,
/// - and good responses took about as long as under the light load of the warm-up: a server that
///   others slowed down has more requests at a time, and may refuse some for that.
///
/// Requests that arrive in a burst, after a pause of the generator or the server, are refused for
/// that pause ([ProbeJudge]).
///
/// @param lightSeconds mean response time in the warm-up; infinite without a response
record RefusedRequests(double lightSeconds) {
    /// Too Many Requests (RFC 6585) and Service Unavailable (RFC 9110).
    private static final Map<Integer, ErrorKind> STATUSES =
            Map.of(429, ErrorKind.STATUS_4XX, 503, ErrorKind.STATUS_5XX);

    /// RESOURCE_EXHAUSTED and UNAVAILABLE (grpc/doc/statuscodes.md).
    private static final Set<Integer> GRPC_STATUSES = Set.of(8, 14);

    boolean explain(LoadResult violated, Objectives objectives, Traffic traffic) {
        return lightSeconds < Double.POSITIVE_INFINITY
                && violated.counts().succeeded() > 0
                && ConnectionLimit.isLight(violated, lightSeconds)
                && objectives.burn(violated, traffic) > 1
                && objectives.burn(violated.with(served(violated)), traffic) <= 1;
    }

    private static Counts served(LoadResult violated) {
        var all = violated.counts();
        var errors = new HashMap<>(all.errors());
        var statuses = new HashMap<>(all.statuses());
        long refused = refusedCalls(violated);
        errors.computeIfPresent(ErrorKind.GRPC_STATUS.label(), without(refused));
        for (var status : STATUSES.entrySet()) {
            long count = all.statuses().getOrDefault(status.getKey(), 0L);
            errors.computeIfPresent(status.getValue().label(), without(count));
            statuses.remove(status.getKey());
            refused += count;
        }
        return new Counts(
                all.sent() - refused,
                all.succeeded(),
                errors,
                all.unfinished(),
                all.succeededInWindow(),
                all.bytes(),
                statuses);
    }

    private static long refusedCalls(LoadResult load) {
        var statuses = load.connections().streams().map(Streams::grpcStatuses).orElse(Map.of());
        return GRPC_STATUSES.stream().mapToLong(s -> statuses.getOrDefault(s, 0L)).sum();
    }

    private static BiFunction<String, Long, Long> without(long refused) {
        return (_, failed) -> Math.max(0, failed - refused);
    }
}
