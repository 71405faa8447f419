package dev.loombench.load.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/// The streams of a load's HTTP/2 connections as data.
///
/// @param perConnection the most requests at a time that the load sends on one connection
/// @param limit the most that the server allows; absent where it has set no limit
/// @param goAways connections on which the server took no further requests
/// @param goAwayErrors error code -> number of connections among them that it ended with it
/// @param resets error code -> number of requests whose stream the server reset with it
/// @param refused requests that the server did not process, and that were sent again
/// @param waited requests that waited for a stream
/// @param heldEnded held streams that ended after their first part; absent where none did
/// @param grpcStatuses status of gRPC other than 0 -> number; -1 for responses without a known one
/// @param firstMessage of responses of gRPC, from the intended send; absent for other requests
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record StreamsJson(
        int perConnection,
        OptionalLong limit,
        long goAways,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Long> goAwayErrors,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Long> resets,
        long refused,
        long waited,
        OptionalLong heldEnded,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<Integer, Long> grpcStatuses,
        Optional<LatencyJson> firstMessage) {

    public static StreamsJson of(Streams streams) {
        return new StreamsJson(
                streams.perConnection(),
                streams.limit(),
                streams.goAways(),
                new TreeMap<>(streams.errorCodes().goAway()),
                new TreeMap<>(streams.errorCodes().reset()),
                streams.refused(),
                streams.waited(),
                streams.heldEnded() > 0
                        ? OptionalLong.of(streams.heldEnded())
                        : OptionalLong.empty(),
                new TreeMap<>(streams.grpcStatuses()),
                LatencyJson.of(streams.firstMessage()));
    }
}
