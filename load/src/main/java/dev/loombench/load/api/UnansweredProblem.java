package dev.loombench.load.api;

import static dev.loombench.text.Figures.counted;
import static dev.loombench.text.Figures.time;
import static dev.loombench.text.Figures.whole;

import dev.loombench.finding.Kind;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.result.ErrorNames;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.Streams;
import dev.loombench.text.Units;
import dev.loombench.traffic.Traffic;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Requests of a load that have no response.
public sealed interface UnansweredProblem extends Problem {
    @Override
    default Kind kind() {
        return switch (this) {
            case NoGoodResponse _ -> NoGoodResponse.KIND;
            case RequestsUnfinished _ -> RequestsUnfinished.KIND;
        };
    }

    /// A load without a good response, by what became of its requests.
    ///
    /// @param timeoutNanos of a request
    /// @param waited requests that were sent before the window and waited throughout it
    /// @param established connections
    /// @param outcomes number of requests by kind of error or by status: `timeout`, `status 503`
    /// @param faults what was wrong with the bytes of the server, by kind of error
    record NoGoodResponse(
            long windowNanos,
            long timeoutNanos,
            long sent,
            long waited,
            int established,
            SortedMap<String, Long> outcomes,
            SortedMap<String, String> faults)
            implements UnansweredProblem {
        public static final Kind KIND =
                new Kind("no-good-response", "no request had a good response", "invalid");

        private static final String TIMED_OUT = ErrorKind.TIMEOUT.label();
        private static final String UNSENT = ErrorKind.DEADLINE_UNSENT.label();
        private static final Set<String> DEADLINE = Set.of(ErrorKind.DEADLINE_LATE.label(), UNSENT);
        private static final String BEGAN = "responses began and none ended";
        private static final String NONE_FREE = "no connection was free in time";
        private static final String BEHIND = "earlier ones were answered";

        /// Why there is none.
        public enum Reason {
            /// All waited for a response.
            UNANSWERED,
            /// Responses began, and none ended.
            UNENDED,
            /// Earlier requests were answered within the window, and all of its own waited.
            BEHIND,
            /// Most waited for one of the connections, which were in use.
            CONNECTIONS_BUSY,
            /// All waited for a connection.
            NO_CONNECTION,
            /// The server allowed no stream of HTTP/2.
            NO_STREAM,
            /// None was due within the window.
            NONE_DUE,
            /// The server expects TLS.
            TLS_EXPECTED,
            /// Good responses came after the deadline.
            LATE,
            /// No request was sent before its deadline.
            DEADLINE_UNSENT,
            /// Some requests were not sent before their deadline, and others answered after it.
            LATE_OR_UNSENT,
            /// Errors, which the outcomes name.
            FAILED
        }

        public NoGoodResponse {
            outcomes = Collections.unmodifiableSortedMap(new TreeMap<>(outcomes));
            faults = Collections.unmodifiableSortedMap(new TreeMap<>(faults));
        }

        public static Optional<NoGoodResponse> in(LoadResult load, Traffic traffic) {
            return load.counts().succeeded() > 0
                    ? Optional.empty()
                    : Optional.of(
                            new NoGoodResponse(
                                    load.window().nanos(),
                                    traffic.timeout().toNanos(),
                                    load.counts().sent(),
                                    load.waitedThroughout(),
                                    load.connections().established(),
                                    outcomes(load),
                                    faults(load)));
        }

        /// Errors by kind, but by status where a response had one.
        private static SortedMap<String, Long> outcomes(LoadResult load) {
            var outcomes = ErrorNames.of(load);
            var statuses = load.counts().statuses();
            if (!statuses.isEmpty()) {
                outcomes.keySet().removeIf(kind -> kind.startsWith("status-"));
                statuses.forEach((status, n) -> outcomes.put("status " + status, n));
            }
            return outcomes;
        }

        /// Events of streams that have not timed out, as the window is shorter, show the same.
        /// Where the server allows no stream, no request was sent, whatever the errors say.
        private static SortedMap<String, String> faults(LoadResult load) {
            var faults = new TreeMap<String, String>();
            load.events().ifPresent(events -> faults.putAll(events.faults()));
            boolean hasEvents = load.events().filter(events -> events.count() > 0).isPresent();
            boolean waits = Set.of(TIMED_OUT).containsAll(load.counts().errors().keySet());
            if (hasEvents && waits) {
                faults.putIfAbsent(TIMED_OUT, "events came, and no stream ended");
            }
            if (waits && load.connections().streams().filter(s -> s.usable() == 0).isPresent()) {
                faults.put(TIMED_OUT, Streams.NONE_ALLOWED);
            }
            if (waits && 2 * load.connections().allInUse() > load.counts().sent()) {
                faults.putIfAbsent(TIMED_OUT, NONE_FREE);
            }
            if (waits && load.counts().sent() > 0 && load.counts().succeededInWindow() > 0) {
                faults.putIfAbsent(TIMED_OUT, BEHIND);
            }
            return faults;
        }

        public Reason reason() {
            if (sent == 0) {
                return waited > 0 ? ofWaiting() : unsentReason();
            }
            if (outcomes.keySet().equals(Set.of(ErrorKind.TLS_EXPECTED.label()))) {
                return Reason.TLS_EXPECTED;
            }
            if (!outcomes.isEmpty() && DEADLINE.containsAll(outcomes.keySet())) {
                return ofDeadline();
            }
            if (!Set.of(TIMED_OUT).containsAll(outcomes.keySet())) {
                return Reason.FAILED;
            }
            return established == 0 ? Reason.NO_CONNECTION : ofWaiting();
        }

        /// No request was sent within the window, and none waited for a response: there was no
        /// connection, or the window is shorter than the time between two arrivals.
        private Reason unsentReason() {
            return established == 0 ? Reason.NO_CONNECTION : Reason.NONE_DUE;
        }

        private Reason ofWaiting() {
            return switch (faults.getOrDefault(TIMED_OUT, "")) {
                case Streams.NONE_ALLOWED -> Reason.NO_STREAM;
                case NONE_FREE -> Reason.CONNECTIONS_BUSY;
                case BEHIND -> Reason.BEHIND;
                case "", LoadResult.Events.UNSENT -> Reason.UNANSWERED;
                default -> Reason.UNENDED;
            };
        }

        private Reason ofDeadline() {
            if (unsent() == 0) {
                return Reason.LATE;
            }
            return unsent() == sent ? Reason.DEADLINE_UNSENT : Reason.LATE_OR_UNSENT;
        }

        private long unsent() {
            return outcomes.getOrDefault(UNSENT, 0L);
        }

        /// Whether the server did not take the whole request.
        private boolean isCutOff() {
            return LoadResult.Events.UNSENT.equals(faults.get(TIMED_OUT));
        }

        @Override
        public String message() {
            return switch (reason()) {
                case UNANSWERED ->
                        sent == 0
                                ? beforeWindow("none was answered")
                                : "%s sent, none was answered %s%s"
                                        .formatted(
                                                were(sent),
                                                within(),
                                                isCutOff() ? ": " + LoadResult.Events.UNSENT : "");
                case UNENDED ->
                        sent == 0
                                ? beforeWindow(BEGAN)
                                : "%s sent, %s %s".formatted(were(sent), BEGAN, within());
                case BEHIND ->
                        "%s sent, none was answered %s, and %s"
                                .formatted(were(sent), within(), BEHIND);
                case CONNECTIONS_BUSY ->
                        "none of %s was answered %s: for most of them %s"
                                .formatted(counted(sent, "request"), within(), NONE_FREE);
                case NO_CONNECTION ->
                        sent == 0
                                ? "no connection was open within the window of %s, so no request was sent"
                                        .formatted(window())
                                : "%s waited for a connection, and none was opened %s"
                                        .formatted(counted(sent, "request"), within());
                case NO_STREAM ->
                        "%s waited for a stream, and none was sent: %s"
                                .formatted(
                                        counted(sent == 0 ? waited : sent, "request"),
                                        Streams.NONE_ALLOWED);
                case NONE_DUE -> "no request was sent within the window of " + window();
                case TLS_EXPECTED ->
                        "the server expects TLS (https, wss, grpcs), and %s sent without it"
                                .formatted(were(sent));
                case LATE ->
                        "%s sent, and none was answered within its deadline".formatted(were(sent));
                case DEADLINE_UNSENT ->
                        "none of %s was sent within its deadline: %s"
                                .formatted(counted(sent, "request"), NONE_FREE);
                case LATE_OR_UNSENT ->
                        "%s of %s sent, and none was answered within its deadline; for %s %s"
                                .formatted(
                                        whole(sent - unsent()),
                                        were(sent),
                                        whole(unsent()),
                                        NONE_FREE);
                case FAILED -> "no good response: " + ErrorNames.text(outcomes) + faultsText();
            };
        }

        private String beforeWindow(String found) {
            return "%s sent before the window, and %s within its %s"
                    .formatted(were(waited), found, window());
        }

        private String window() {
            return time((double) windowNanos);
        }

        private String within() {
            return outcomes.isEmpty() // requests waited until a stop ended the load
                    ? "before the end of the load"
                    : "within " + Units.text(Duration.ofNanos(timeoutNanos));
        }

        private String faultsText() {
            return faults.entrySet().stream()
                    .map(e -> "; %s: %s".formatted(e.getKey(), e.getValue()))
                    .collect(Collectors.joining());
        }

        /// `1 request was`, `10 requests were`.
        private static String were(long requests) {
            return counted(requests, "request") + (requests == 1 ? " was" : " were");
        }
    }

    /// Requests had neither a response nor an error at the end.
    record RequestsUnfinished(long unfinished) implements UnansweredProblem {
        public static final Kind KIND =
                new Kind(
                        "requests-unfinished",
                        "unfinished requests",
                        "any request without a response, an error or a time-out at the end",
                        "invalid");

        public static Optional<RequestsUnfinished> in(LoadResult.Counts counts) {
            return counts.unfinished() > 0
                    ? Optional.of(new RequestsUnfinished(counts.unfinished()))
                    : Optional.empty();
        }

        @Override
        public String message() {
            return "the load left %s unfinished".formatted(counted(unfinished, "request"));
        }
    }
}
