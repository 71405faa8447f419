package dev.loombench.analysis.validity.generator;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.loombench.load.limit.LoadLimits;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.Streams;
import dev.loombench.stats.Descriptive;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;

/// What the requests of an open load waited for when they left late, by what was counted.
///
/// Whether the generator waited for a processor is the kernel's account of its threads. Requests
/// are counted that were late and had found all connections in use, that waited for a stream of
/// HTTP/2, or that were refused and sent again.
public enum LateCause {
    /// All connections were in use.
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
    static LateCause of(OptionalDouble waitedShare, List<LoadResult> loads) {
        boolean allInUse = explains(loads, load -> load.connections().allInUse());
        if (waitedShare.orElse(0) > LoadLimits.P99_WAITS) {
            return allInUse ? BOTH : GENERATOR;
        }
        if (explains(loads, load -> ofStreams(load, Streams::refused))) {
            return REFUSED;
        }
        if (explains(loads, load -> ofStreams(load, Streams::waited))) {
            return STREAMS;
        }
        return allInUse ? CONNECTIONS : UNKNOWN;
    }

    /// Whether so many of the requests had such a delay that the percentile is one of theirs.
    private static boolean explains(List<LoadResult> loads, ToLongFunction<LoadResult> delayed) {
        long sent = loads.stream().mapToLong(load -> load.counts().sent()).sum();
        return loads.stream().mapToLong(delayed).sum() > (1 - PERCENTILE / 100) * sent;
    }

    private static long ofStreams(LoadResult load, ToLongFunction<Streams> delayed) {
        return load.connections().streams().stream().mapToLong(delayed).sum();
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
}
