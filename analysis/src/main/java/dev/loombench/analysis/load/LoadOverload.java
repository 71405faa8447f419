package dev.loombench.analysis.load;

import dev.loombench.analysis.finding.ServingLimit;
import dev.loombench.analysis.finding.ServingLimit.Resource;
import dev.loombench.analysis.validity.load.Overloaded;
import dev.loombench.load.limit.Backlog;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.Streams;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Whether the server cannot keep up with an open load, or the load's own connections cannot, or
/// the streams that the server allows on them.
final class LoadOverload {
    /// Share of the connections in use on average from which some requests found none free.
    private static final double ALL = 0.9;

    /// Largest distance of the responses above what the connections allow.
    private static final double NEAR = 0.15;

    /// Multiple of the first response's time from which requests queue in the server.
    private static final double QUEUES = 2;

    private LoadOverload() {}

    static Optional<Overloaded> of(LoadSummary summary) {
        var request = summary.request();
        return Backlog.of(
                        request.model(),
                        request.traffic(),
                        List.of(summary.result()),
                        request.warmUp().toNanos() / 1e9)
                .map(backlog ->
                        Overloaded.ofWindow(
                                LoadProblems.NAME, backlog, connections(summary, backlog)))
                .or(() -> unsent(summary));
    }

    /// Requests that no connection was free for before their deadline, and which would have had a
    /// response within it. Where the server is the limit, goodput and response times are its own.
    private static Optional<Overloaded> unsent(LoadSummary summary) {
        double deadline = summary.deadline().map(Duration::toNanos).orElse(0L) / 1e9;
        return Backlog.ofUnsent(summary.request().model(), summary.result())
                .flatMap(backlog ->
                        connections(summary, backlog)
                                .filter(ServingLimit::ofLoad)
                                .filter(limit -> limit.heldSeconds() < deadline)
                                .map(limit ->
                                        Overloaded.ofWindow(
                                                LoadProblems.NAME, backlog, Optional.of(limit))));
    }

    /// The connections, or their streams, as the bound: all are in use, and a request occupies one
    /// for about as long as the single request before the load, which found no queue in the server.
    private static Optional<ServingLimit> connections(LoadSummary summary, Backlog backlog) {
        if (summary.probeNanos().isEmpty()) {
            return Optional.empty();
        }
        int most = summary.request().model().connections();
        long size = Math.min(most, slots(summary.result().connections()));
        double first = summary.probeNanos().getAsLong() / 1e9;
        double service = summary.serviceTime().getMean() / 1e9; // 0 without a response
        var limit =
                new ServingLimit(
                        size < most ? Resource.STREAMS : Resource.CONNECTIONS,
                        size,
                        service == 0 ? first : Math.min(first, service));
        boolean inUse =
                backlog.timedOut() > 0 || summary.result().connections().inFlight() >= ALL * size;
        return inUse
                        && service <= QUEUES * first
                        && limit.perSecond() < backlog.arrivals()
                        && backlog.responses() <= (1 + NEAR) * limit.perSecond()
                ? Optional.of(limit)
                : Optional.empty();
    }

    /// The streams that the server allows, where these are fewer than the load would use.
    private static long slots(LoadResult.Connections connections) {
        return connections
                .streams()
                .filter(Streams::isLimited)
                .map(streams -> connections.requested() * streams.usable())
                .orElse(Long.MAX_VALUE);
    }
}
