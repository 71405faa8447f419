package dev.loombench.analysis.validity.response;

import static dev.loombench.text.Figures.counted;
import static dev.loombench.text.Figures.time;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.load.api.ResponseProblem;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.result.LoadResult;
import dev.loombench.text.Units;
import dev.loombench.traffic.Traffic;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A load without a good response, by what became of its requests.
///
/// @param timeoutNanos of a request
/// @param waited requests that were sent before the window and waited throughout it
/// @param established connections
/// @param outcomes number of requests by kind of error or by status: `timeout`, `status 503`
/// @param faults what was wrong with the bytes of the server, by kind of error
public record NoGoodResponse(
        String variant,
        long windowNanos,
        long timeoutNanos,
        long sent,
        long waited,
        int established,
        SortedMap<String, Long> outcomes,
        SortedMap<String, String> faults)
        implements ResponseFinding {
    public static final Kind KIND = ResponseProblem.NoGoodResponse.KIND;

    private static final String HANGS =
            "check whether the server hangs (its log; of a JVM, loombench inspect PID), or give a longer --timeout";
    private static final String TIMED_OUT = ErrorKind.TIMEOUT.label();
    private static final Set<String> DEADLINE =
            Set.of(ErrorKind.DEADLINE_LATE.label(), ErrorKind.DEADLINE_UNSENT.label());

    private static final String BEGAN = "responses began and none ended";
    private static final String UNENDED =
            "a stream without an end needs --hold, one of server-sent events --sse too; for others give a longer --timeout";
    private static final String NO_CONNECTION =
            "check whether the server accepts connections (its log), and whether a firewall drops them";

    public NoGoodResponse {
        outcomes = Collections.unmodifiableSortedMap(new TreeMap<>(outcomes));
        faults = Collections.unmodifiableSortedMap(new TreeMap<>(faults));
    }

    public static Optional<NoGoodResponse> of(String variant, Traffic traffic, LoadResult load) {
        return load.counts().succeeded() > 0
                ? Optional.empty()
                : Optional.of(
                        new NoGoodResponse(
                                variant,
                                load.window().nanos(),
                                traffic.timeout().toNanos(),
                                load.counts().sent(),
                                load.waitedThroughout(),
                                load.connections().established(),
                                outcomes(load.counts()),
                                faults(load)));
    }

    /// Events of streams that have not timed out, as the window is shorter, show the same.
    private static SortedMap<String, String> faults(LoadResult load) {
        var faults = new TreeMap<String, String>();
        load.events().ifPresent(events -> faults.putAll(events.faults()));
        boolean hasEvents = load.events().filter(events -> events.count() > 0).isPresent();
        if (hasEvents && Set.of(TIMED_OUT).containsAll(load.counts().errors().keySet())) {
            faults.putIfAbsent(TIMED_OUT, "events came, and no stream ended");
        }
        return faults;
    }

    /// Errors by kind, but by status where a response had one.
    private static SortedMap<String, Long> outcomes(LoadResult.Counts counts) {
        var outcomes = new TreeMap<String, Long>(counts.errors());
        if (!counts.statuses().isEmpty()) {
            outcomes.keySet().removeIf(kind -> kind.startsWith("status-"));
            counts.statuses().forEach((status, n) -> outcomes.put("status " + status, n));
        }
        return outcomes;
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return sent == 0 ? notSent() : answered();
    }

    /// No request was sent within the window: all waited for the responses to earlier ones or for
    /// connections, or the window is shorter than the time between two arrivals.
    private FindingText notSent() {
        var window = time((double) windowNanos);
        if (waited > 0) {
            return text(
                    "%s sent before the window, and %s within its %s"
                            .formatted(were(waited), began() ? BEGAN : "none was answered", window),
                    began() ? UNENDED : HANGS);
        }
        return established == 0
                ? text(
                        "no connection was open within the window of %s, so no request was sent"
                                .formatted(window),
                        NO_CONNECTION)
                : text(
                        "no request was sent within the window of " + window,
                        "give a longer --duration, or a higher rate");
    }

    private FindingText answered() {
        if (outcomes.keySet().equals(Set.of(ErrorKind.TLS_EXPECTED.label()))) {
            return text(
                    "the server expects TLS, and %s sent without it".formatted(were(sent)),
                    "use https:// (wss://, grpcs://) in place of http://; tcp:// has no form over TLS");
        }
        if (!outcomes.isEmpty() && DEADLINE.containsAll(outcomes.keySet())) {
            return afterDeadline(outcomes.getOrDefault(ErrorKind.DEADLINE_UNSENT.label(), 0L));
        }
        if (!Set.of(TIMED_OUT).containsAll(outcomes.keySet())) {
            return text(
                    "no good response: "
                            + outcomes.entrySet().stream()
                                    .map(e -> "%s %,d".formatted(e.getKey(), e.getValue()))
                                    .collect(Collectors.joining(", "))
                            + faults.entrySet().stream()
                                    .map(e -> "; %s: %s".formatted(e.getKey(), e.getValue()))
                                    .collect(Collectors.joining()),
                    "check the URL and the server's log");
        }
        var within =
                outcomes.isEmpty() // requests waited until a stop ended the load
                        ? "before the end of the load"
                        : "within " + Units.text(Duration.ofNanos(timeoutNanos));
        return established == 0
                ? text(
                        "%s waited for a connection, and none was opened %s"
                                .formatted(counted(sent, "request"), within),
                        NO_CONNECTION)
                : began()
                        ? text("%s sent, %s %s".formatted(were(sent), BEGAN, within), UNENDED)
                        : text(
                                were(sent)
                                        + " sent, none was answered "
                                        + within
                                        + (isUnsent() ? ": " + LoadResult.Events.UNSENT : ""),
                                HANGS);
    }

    /// @param unsent requests, as no connection was free for them in time
    private FindingText afterDeadline(long unsent) {
        if (unsent == 0) {
            return text(
                    "%s sent, and none was answered within its deadline".formatted(were(sent)),
                    "raise the deadline, or find what takes the server so long");
        }
        var noneFree = "no connection was free in time";
        return unsent == sent
                ? text(
                        "none of %s was sent within its deadline: %s"
                                .formatted(counted(sent, "request"), noneFree),
                        "use more connections, or raise the deadline")
                : text(
                        "%,d of %s sent, and none was answered within its deadline; for %,d %s"
                                .formatted(sent - unsent, were(sent), unsent, noneFree),
                        "use more connections, raise the deadline, or find what takes the server so long");
    }

    /// Whether responses began that did not end.
    private boolean began() {
        return faults.containsKey(TIMED_OUT) && !isUnsent();
    }

    private boolean isUnsent() {
        return LoadResult.Events.UNSENT.equals(faults.get(TIMED_OUT));
    }

    /// `1 request was`, `10 requests were`.
    private static String were(long requests) {
        return counted(requests, "request") + (requests == 1 ? " was" : " were");
    }

    private static FindingText text(String message, String remedy) {
        return new FindingText(message, "nothing was measured", remedy);
    }
}
