package dev.loombench.analysis.validity.load;

import static dev.loombench.text.Figures.axis;
import static dev.loombench.text.Figures.number;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.load.result.LoadResult;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.TextTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The server closed connections without an error.
///
/// @param responsesEach mean per closed connection
/// @param byGoAway whether the server announced it, as HTTP/2 can
/// @param reason that it gave then, in its own words; empty without one
public record ConnectionsClosed(
        String variant,
        double responsesEach,
        boolean byGoAway,
        @JsonInclude(Include.NON_ABSENT) Optional<String> reason)
        implements LoadFinding {
    /// Responses per connection from which reconnecting costs too little to matter.
    private static final double ENOUGH_RESPONSES = 2_000;

    /// Kinds of errors that end a connection, besides the time-out of a request that was sent: a
    /// response of 3xx, 4xx or 5xx does not.
    private static final Set<String> CLOSING =
            Set.copyOf(
                    TextTable.words(
                            """
                            reset closed-early tls-truncated tls-alert tls-protocol http2-only
                            malformed too-large status-1xx
                            """));

    public static final Kind KIND =
            new Kind(
                    "connections-closed",
                    "closed connections",
                    "by the server, without an error, after fewer than %s responses each"
                            .formatted(axis(ENOUGH_RESPONSES)),
                    "note");

    public static Optional<ConnectionsClosed> of(String variant, List<LoadResult> loads) {
        long closed = loads.stream().mapToLong(ConnectionsClosed::byServer).sum();
        double responses = loads.stream().mapToLong(l -> l.counts().succeededInWindow()).sum();
        if (closed <= 0 || responses / closed >= ENOUGH_RESPONSES) {
            return Optional.empty();
        }
        boolean byGoAway = byGoAway(loads);
        return Optional.of(
                new ConnectionsClosed(
                        variant,
                        responses / closed,
                        byGoAway,
                        GoAwayReason.withoutError(loads).filter(_ -> byGoAway)));
    }

    private static boolean byGoAway(List<LoadResult> loads) {
        return loads.stream().anyMatch(load -> goAways(load) > 0);
    }

    /// Connections of a window whose end the server announced without an error.
    static long goAways(LoadResult load) {
        return load.connections()
                .streams()
                .map(streams -> Math.max(0, streams.goAways() - streams.errorCodes().connections()))
                .orElse(0L);
    }

    /// Connections of a window that the server ended with an error.
    static long endedWithError(LoadResult load) {
        return load.connections().streams().map(s -> s.errorCodes().connections()).orElse(0L);
    }

    /// Connections of a window that were closed because of what the server did, also those of
    /// HTTP/2 that it ended with an error; at least 0.
    static long withErrors(LoadResult load) {
        return Math.max(0, withoutError(load, 0)) + endedWithError(load);
    }

    /// Connections that the load closed after a response to a request that was not sent completely:
    /// of HTTP/1.1, as over HTTP/2 only the stream is closed.
    private static long closedAsEarly(LoadResult load) {
        var connections = load.connections();
        return connections.streams().isPresent() ? 0 : connections.earlyResponses();
    }

    /// Connections of a window that the server closed without an error. Over HTTP/2 at least those
    /// that it announced: an error of one request need not close its connection, and a connection
    /// that is lost is an error of each of its requests.
    public static long byServer(LoadResult load) {
        return withoutError(load, closedAsEarly(load));
    }

    /// @param byLoad those that the load closed, besides those of requests that timed out
    private static long withoutError(LoadResult load, long byLoad) {
        long others =
                load.connections().closed()
                        - load.connections().timedOut()
                        - byLoad
                        - endedWithError(load)
                        - errorsThatClose(load.counts());
        return Math.max(goAways(load), others);
    }

    private static boolean closes(String kind) {
        return CLOSING.contains(kind) || kind.startsWith("close-") || kind.startsWith("frame-");
    }

    private static long errorsThatClose(LoadResult.Counts counts) {
        return counts.errors().entrySet().stream()
                .filter(e -> closes(e.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /// As in ` (GOAWAY: "max_age")`.
    private String goAway() {
        return " (GOAWAY"
                + reason.map(words -> ": " + TextSanitizer.quoted(words)).orElse("")
                + ")";
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the server closed connections%s after about %s responses each"
                        .formatted(byGoAway ? goAway() : "", number(responsesEach)),
                byGoAway
                        ? "requests wait until a new one is open, which costs both sides, and that is part of every figure"
                        : "opening a new one costs both sides, and that cost is part of every figure",
                byGoAway
                        ? "raise the server's limit on requests per connection, equally in every variant; that of nginx is keepalive_requests, by default 1,000"
                        : "raise the server's limits on the requests of a connection and on the time between them, equally in every variant; those of Spring Boot with Tomcat are server.tomcat.max-keep-alive-requests, by default 100, and server.tomcat.keep-alive-timeout");
    }
}
