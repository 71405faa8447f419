package dev.loombench.load.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/// The streams of HTTP/2 in the window of a load.
///
/// @param perConnection the most requests at a time that the load sends on one connection
/// @param limit the most that the server allowed, the lowest of all connections since the start,
///   but 0 only where it allowed no other; empty where it has set none
/// @param goAways connections within the window on which the server took no further requests, with
///   an error or without
/// @param errorCodes of the connections among them, or announced before the window, that it ended
///   with an error, and of streams
/// @param refused requests that the server did not process, because it closed their connection or
///   refused their stream, and that were sent again
/// @param waited requests that found no free stream on their connection, and waited for one
/// @param heldEnded held streams that ended after their first part, by the server or with their
///   connection
/// @param grpcStatuses status of gRPC -> count, for responses with another one than 0; -1 for those
///   without a known one
/// @param firstMessage from the intended send to the first message of a response of gRPC, ns; of
///   calls that timed out or missed their deadline without one, the time that they had waited;
///   empty for other requests
/// @param headerList of a request that has more header fields than the server accepts; empty
///   without one
public record Streams(
        int perConnection,
        OptionalLong limit,
        long goAways,
        ErrorCodes errorCodes,
        long refused,
        long waited,
        long heldEnded,
        Map<Integer, Long> grpcStatuses,
        Histogram firstMessage,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<HeaderListExcess> headerList) {

    /// What a server says by a limit of 0.
    public static final String NONE_ALLOWED =
            "the server allows no request on a connection (SETTINGS_MAX_CONCURRENT_STREAMS is 0)";

    public Streams {
        grpcStatuses = Map.copyOf(grpcStatuses);
    }

    /// The lower of two limits of a server, each `Long.MAX_VALUE` where none was set; 0, which it
    /// may set for a while, only where it set no other.
    public static long lowerLimit(long one, long other) {
        long higher = Math.max(one, other);
        long lower = Math.min(one, other);
        return lower == 0 && higher < Long.MAX_VALUE ? higher : lower;
    }

    /// The most requests at a time on one connection: of the load, or of the server if that is
    /// lower.
    public long usable() {
        return Math.min(perConnection, limit.orElse(Long.MAX_VALUE));
    }

    /// Whether the server allows fewer streams than the load would use.
    public boolean isLimited() {
        return usable() < perConnection;
    }

    /// The streams of two parts of a load.
    public Streams plus(Streams other) {
        var statuses = new HashMap<>(grpcStatuses);
        other.grpcStatuses.forEach((status, count) -> statuses.merge(status, count, Long::sum));
        long least = lowerLimit(limit.orElse(Long.MAX_VALUE), other.limit.orElse(Long.MAX_VALUE));
        var first = firstMessage.copy();
        first.setAutoResize(true);
        first.add(other.firstMessage);
        return new Streams(
                perConnection,
                least == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(least),
                goAways + other.goAways,
                errorCodes.plus(other.errorCodes),
                refused + other.refused,
                waited + other.waited,
                heldEnded + other.heldEnded,
                statuses,
                first,
                headerList.or(() -> other.headerList));
    }
}
