package dev.loombench.load.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.loombench.load.result.LoadResult.Events;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/// What servers sent besides responses, as data.
///
/// @param events server-sent ones that arrived within the measured time
/// @param firstEvent from the intended send of a request, also of one that timed out or missed its
///   deadline without an event; absent without any
/// @param betweenEvents of a stream; absent where none had two
/// @param withoutEvent good responses that ended without an event; absent where all had one
/// @param unrequested messages of WebSocket that no request waited for; absent without any
/// @param closed kind -> number of connections without a request that a frame of WebSocket closed
/// @param faults kind of error -> what was wrong with the bytes of the server, or the reason that
///   it gave, the first time
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record ServerSentJson(
        long events,
        double eventsPerSecond,
        Optional<LatencyJson> firstEvent,
        Optional<LatencyJson> betweenEvents,
        OptionalLong withoutEvent,
        OptionalLong unrequested,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Long> closed,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> faults) {

    /// @param seconds measured time
    public static ServerSentJson of(Events events, double seconds) {
        return new ServerSentJson(
                events.count(),
                events.count() / seconds,
                LatencyJson.of(events.first()),
                LatencyJson.of(events.between()),
                events.withoutEvent() == 0
                        ? OptionalLong.empty()
                        : OptionalLong.of(events.withoutEvent()),
                events.unrequested() == 0
                        ? OptionalLong.empty()
                        : OptionalLong.of(events.unrequested()),
                new TreeMap<>(events.closed()),
                new TreeMap<>(events.faults()));
    }
}
