package dev.loombench.analysis.validity.load;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.load.result.ErrorCodes;
import dev.loombench.load.result.HeaderListExcess;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.Streams;
import dev.loombench.text.Figures;
import dev.loombench.text.TextSanitizer;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/// A limit of the server on connections and streams of HTTP/2, or an error that it sent by a frame.
public sealed interface Http2Finding extends LoadFinding {
    /// The codes of all trials together, by one kind of frame; empty without any.
    ///
    /// @param all of the trials of a variant; those with HTTP/1.1 have none
    private static Optional<Map<String, Long>> sum(
            List<Streams> all, Function<ErrorCodes, Map<String, Long>> ofFrames) {
        return all.stream()
                .map(Streams::errorCodes)
                .reduce(ErrorCodes::plus)
                .map(ofFrames)
                .filter(codes -> !codes.isEmpty());
    }

    private static Map<String, Long> inOrder(Map<String, Long> codes) {
        return Collections.unmodifiableSortedMap(new TreeMap<>(codes));
    }

    /// The server ended connections of HTTP/2 with an error.
    ///
    /// @param codes error code -> number of connections that GOAWAY ended with it, in order
    /// @param reason of the first GOAWAY that had one, in the words of the server; empty without
    ///   any
    record ConnectionErrors(
            String variant,
            Map<String, Long> codes,
            @JsonInclude(Include.NON_ABSENT) Optional<String> reason)
            implements Http2Finding {
        public static final Kind KIND =
                new Kind(
                        "connection-errors",
                        "connections of HTTP/2 that ended with an error",
                        "any that the server ended by GOAWAY with another code than NO_ERROR",
                        "note");

        public ConnectionErrors {
            codes = inOrder(codes);
        }

        /// @param loads of the trials of a variant; those with HTTP/1.1 have no codes
        public static Optional<ConnectionErrors> of(String variant, List<LoadResult> loads) {
            var streams = loads.stream().flatMap(load -> load.connections().streams().stream());
            return sum(streams.toList(), ErrorCodes::goAway)
                    .map(codes ->
                            new ConnectionErrors(variant, codes, GoAwayReason.ofErrors(loads)));
        }

        @Override
        public FindingText words(LongerRun longer) {
            var text =
                    ErrorCodeText.words(
                            "ended",
                            "connection",
                            codes,
                            "requests in flight on them failed or were sent again, and new connections were opened: that is part of every figure");
            var message =
                    text.message()
                            + reason.map(words -> "; its reason is " + TextSanitizer.quoted(words))
                                    .orElse("");
            return new FindingText(message, text.impact(), text.remedy());
        }
    }

    /// The server reset streams of HTTP/2, whose requests failed.
    ///
    /// @param codes error code -> number of requests that RST_STREAM ended with it, in order
    record StreamErrors(String variant, Map<String, Long> codes) implements Http2Finding {
        public static final Kind KIND =
                new Kind(
                        "stream-errors",
                        "requests whose stream the server reset",
                        "any request that RST_STREAM ended; those with REFUSED_STREAM are sent again",
                        "note");

        public StreamErrors {
            codes = inOrder(codes);
        }

        /// @param all of the trials of a variant; those with HTTP/1.1 have none
        public static Optional<StreamErrors> of(String variant, List<Streams> all) {
            return sum(all, ErrorCodes::reset).map(codes -> new StreamErrors(variant, codes));
        }

        @Override
        public FindingText words(LongerRun longer) {
            return ErrorCodeText.words(
                    "reset",
                    "request",
                    codes,
                    "throughput and response times are those of the good responses alone");
        }
    }

    /// A request of HTTP/2 has more header fields than the server accepts.
    ///
    /// @param size of its list of fields, bytes
    /// @param limit of the server, bytes
    record HeadersLimited(String variant, long size, long limit) implements Http2Finding {
        public static final Kind KIND =
                new Kind(
                        "headers-limited",
                        "more header fields in a request of HTTP/2 than the server accepts (SETTINGS_MAX_HEADER_LIST_SIZE)",
                        "note");

        /// @param all of the trials of a variant; those with HTTP/1.1 have none
        public static Optional<HeadersLimited> of(String variant, List<Streams> all) {
            return all.stream()
                    .flatMap(streams -> streams.headerList().stream())
                    .findFirst()
                    .map(excess -> new HeadersLimited(variant, excess.size(), excess.limit()));
        }

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    new HeaderListExcess(size, limit).text(),
                    "the server may refuse such requests: by status 431, a reset stream or GOAWAY; clients of some libraries do not send them",
                    "send fewer or shorter headers, or raise the server's limit");
        }
    }

    /// All requests of a load shared one connection of HTTP/2, which one thread of the server
    /// reads.
    ///
    /// @param streams of that connection
    record OneConnection(String variant, int streams) implements Http2Finding {
        public static final Kind KIND =
                new Kind(
                        "one-connection",
                        "one connection of HTTP/2 for all requests, with several streams",
                        "note");

        public static Optional<OneConnection> of(String variant, List<LoadResult> loads) {
            return loads.stream()
                    .map(LoadResult::connections)
                    .filter(c -> c.requested() == 1)
                    .flatMap(c -> c.streams().stream())
                    .filter(streams -> streams.perConnection() > 1)
                    .findFirst()
                    .map(streams -> new OneConnection(variant, streams.perConnection()));
        }

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "all requests shared one connection, with up to %,d streams".formatted(streams),
                    "a server reads a connection in one event loop, so that one core parses all requests, whatever threads run the handlers",
                    "add connections with fewer streams on each (-c, --streams), unless the clients of the service also share one");
        }
    }

    /// The server allows fewer streams on a connection of HTTP/2 than the load would use.
    ///
    /// @param requested streams per connection
    /// @param limit the lowest that the server has announced
    /// @param waited requests that waited for a stream
    record StreamsLimited(String variant, int requested, long limit, long waited)
            implements Http2Finding {
        public static final Kind KIND =
                new Kind(
                        "streams-limited",
                        "streams per connection that the server allows",
                        "fewer than the load would use (SETTINGS_MAX_CONCURRENT_STREAMS)",
                        "note");

        /// @param all of the trials of a variant; those with HTTP/1.1 have none
        public static Optional<StreamsLimited> of(String variant, List<Streams> all) {
            return all.stream()
                    .reduce(Streams::plus)
                    .filter(Streams::isLimited)
                    .map(streams ->
                            new StreamsLimited(
                                    variant,
                                    streams.perConnection(),
                                    streams.usable(),
                                    streams.waited()));
        }

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "the server allows %s per connection, and the load would use %,d; %s waited for one"
                            .formatted(
                                    Figures.counted(limit, "stream"),
                                    requested,
                                    Figures.counted(waited, "request")),
                    "fewer requests are in flight than connections times streams; the wait is part of the response times",
                    "raise the server's limit on concurrent streams, equally in every variant, or use fewer streams on more connections: --streams %,d"
                            .formatted(Math.max(1, limit)));
        }
    }
}
