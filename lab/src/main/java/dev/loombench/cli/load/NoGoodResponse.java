package dev.loombench.cli.load;

import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.result.LoadResult;
import dev.loombench.report.FindingText;
import dev.loombench.report.Format;
import dev.loombench.spec.text.Units;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A load without a good response, by what became of its requests.
final class NoGoodResponse {
    private static final String KIND = "no-good-response";
    private static final String IMPACT = "nothing was measured";
    private static final String HANGS =
            "check whether the server hangs (its log; of a JVM, loombench inspect PID), or give a longer --timeout";
    private static final String NO_CONNECTION =
            "check whether the server accepts connections (its log), and whether a firewall drops them";

    private NoGoodResponse() {}

    static LoadProblem of(LoadRequest request, LoadResult result) {
        var text = result.counts().sent() == 0 ? notSent(result) : sent(request, result);
        return new LoadProblem(KIND, text);
    }

    /// No request was sent within the window: all waited for the responses to earlier ones or for
    /// connections, or the window is shorter than the time between two arrivals.
    private static FindingText notSent(LoadResult result) {
        var window = Format.time((double) result.window().nanos());
        long waited = result.waitedThroughout();
        if (waited > 0) {
            return text(
                    "%s sent before the window, and none was answered within its %s"
                            .formatted(were(waited), window),
                    HANGS);
        }
        return result.connections().established() == 0
                ? text(
                        "no connection was open within the window of %s, so no request was sent"
                                .formatted(window),
                        NO_CONNECTION)
                : text(
                        "no request was sent within the window of " + window,
                        "give a longer --duration, or a higher rate");
    }

    private static FindingText sent(LoadRequest request, LoadResult result) {
        var counts = result.counts();
        boolean timedOut = Set.of(ErrorKind.TIMEOUT.label()).containsAll(counts.errors().keySet());
        if (!timedOut) {
            return text(
                    "no good response: " + outcomes(counts), "check the URL and the server's log");
        }
        boolean waited = counts.errors().isEmpty(); // until a stop ended the load
        var within =
                waited
                        ? "before the end of the load"
                        : "within " + Units.text(request.traffic().timeout());
        return result.connections().established() == 0
                ? text(
                        "%s waited for a connection, and none was opened %s"
                                .formatted(Format.counted(counts.sent(), "request"), within),
                        NO_CONNECTION)
                : text(were(counts.sent()) + " sent, none was answered " + within, HANGS);
    }

    /// `1 request was`, `10 requests were`.
    private static String were(long requests) {
        return Format.counted(requests, "request") + (requests == 1 ? " was" : " were");
    }

    /// As in `status 503 1,234, reset 2`.
    private static String outcomes(LoadResult.Counts counts) {
        var outcomes = new TreeMap<String, Long>(counts.errors());
        if (!counts.statuses().isEmpty()) {
            outcomes.keySet().removeIf(kind -> kind.startsWith("status-"));
            counts.statuses().forEach((status, n) -> outcomes.put("status " + status, n));
        }
        return outcomes.entrySet().stream()
                .map(e -> "%s %,d".formatted(e.getKey(), e.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static FindingText text(String message, String remedy) {
        return new FindingText(message, IMPACT, remedy);
    }
}
