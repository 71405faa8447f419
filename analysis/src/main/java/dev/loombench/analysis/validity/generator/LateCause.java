package dev.loombench.analysis.validity.generator;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.loombench.load.limit.LoadLimits;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.Streams;
import dev.loombench.stats.Descriptive;
import dev.loombench.traffic.LoadModel;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;

/// What the requests of an open load waited for when they left late, by evidence.
///
/// Whether the generator waited for a processor is the kernel's account of its threads. Whether
/// requests found all connections in use follows from Little's law: at a rate R, R S requests are
/// in flight while the server takes S for each, with a spread of about its root. Requests that
/// waited for a stream of HTTP/2, or were refused and sent again, are counted.
public enum LateCause {
    CONNECTIONS("connections"),
    /// A processor for the load generator.
    GENERATOR("generator"),
    BOTH("both"),
    /// Streams of HTTP/2 that the server allows on the connections.
    STREAMS("streams"),
    /// The server refused them first, and they were sent again.
    REFUSED("refused"),
    /// None of these explains it.
    UNKNOWN("unknown");

    /// The percentile of the send lag that makes requests late.
    private static final double PERCENTILE = 99;

    /// Standard deviations of the number in flight that still are chance.
    private static final double CHANCE = 2;

    private final String label;

    LateCause(String label) {
        this.label = label;
    }

    /// The name in files: stable.
    @JsonValue
    public String label() {
        return label;
    }

    /// @param waitedShare of the window, in which the generator waited for a processor; empty where
    ///   the kernel does not report it
    static LateCause of(LoadModel.Open model, OptionalDouble waitedShare, List<LoadResult> loads) {
        double waited = waitedShare.orElse(0);
        boolean allInUse = loads.stream().anyMatch(load -> usesAll(model, waited, load));
        if (waited > LoadLimits.P99_WAITS) {
            return allInUse ? BOTH : GENERATOR;
        }
        if (explains(loads, Streams::refused)) {
            return REFUSED;
        }
        if (explains(loads, Streams::waited)) {
            return STREAMS;
        }
        return allInUse ? CONNECTIONS : UNKNOWN;
    }

    /// Whether so many of the requests had such a delay that the percentile is one of theirs.
    private static boolean explains(List<LoadResult> loads, ToLongFunction<Streams> delayed) {
        long late =
                loads.stream()
                        .flatMap(load -> load.connections().streams().stream())
                        .mapToLong(delayed)
                        .sum();
        return late > beyond(loads.stream().mapToLong(load -> load.counts().sent()).sum());
    }

    /// The requests beyond the percentile.
    private static double beyond(long sent) {
        return (1 - PERCENTILE / 100) * sent;
    }

    /// The mean of the loads; empty where the kernel does not report it.
    static OptionalDouble waitedShare(List<LoadResult> loads) {
        double[] shares =
                loads.stream()
                        .flatMapToDouble(load -> load.generator().runQueueWaitShare().stream())
                        .toArray();
        return shares.length == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(Descriptive.mean(shares));
    }

    /// Whether the scheduled requests occupy all connections at times, without what the generator
    /// adds: its wait is part of the service time of at most that share of the requests, so that a
    /// lower percentile, `99 (1 - waited)`, is that of the server. A time-out has no service time.
    private static boolean usesAll(LoadModel.Open model, double waited, LoadResult load) {
        var counts = load.counts();
        if (counts.timedOut() > beyond(counts.sent())) {
            return true;
        }
        double service = load.serviceTime().getValueAtPercentile(PERCENTILE * (1 - waited)) / 1e9;
        double inFlight = model.rate().peakUntil(load.window().nanos()) * service;
        return inFlight + CHANCE * Math.sqrt(inFlight) >= usable(model, load.connections());
    }

    /// Requests that may be in flight on the connections that are open, by the streams that the
    /// server allows; of the whole load, also where the result is that of one of its agents.
    private static double usable(LoadModel.Open model, LoadResult.Connections connections) {
        double open = (double) connections.established() / Math.max(1, connections.requested());
        double allowed =
                connections.streams().map(s -> (double) s.usable() / s.perConnection()).orElse(1.0);
        return model.connections() * Math.min(1, open) * allowed;
    }
}
