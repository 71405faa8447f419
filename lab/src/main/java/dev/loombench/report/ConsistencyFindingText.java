package dev.loombench.report;

import dev.loombench.analysis.validity.ConsistencyFinding;
import dev.loombench.analysis.validity.ConsistencyFinding.ClocksDisagree;
import dev.loombench.analysis.validity.ConsistencyFinding.CountsDisagree;
import dev.loombench.analysis.validity.ConsistencyFinding.LittlesLawBroken;
import dev.loombench.analysis.validity.ConsistencyFinding.OpenLittlesLawBroken;
import dev.loombench.analysis.validity.ConsistencyFinding.ServerIdle;

/// Findings about figures that contradict each other, in words.
final class ConsistencyFindingText {
    private ConsistencyFindingText() {}

    static FindingText of(ConsistencyFinding finding, LongerRun longer) {
        return switch (finding) {
            case LittlesLawBroken(var variant, var users, var accounted) ->
                    new FindingText(
                            "%s: the load had %,.0f users, and throughput x (response + think time) accounts for %,.0f"
                                    .formatted(variant, users, accounted),
                            "by Little's law both must be equal: some users were not in flight, or the system was not in equilibrium",
                            "use a longer warm-up and a longer window: %s %s"
                                    .formatted(longer.warmUpOption(), longer.windowOption()));
            case OpenLittlesLawBroken(var variant, var inFlight, var accounted) ->
                    new FindingText(
                            "%s: %,.1f requests were in flight on average, and arrivals x service time account for %,.1f"
                                    .formatted(variant, inFlight, accounted),
                            "by Little's law both must be equal: requests queued up, and response times depend on the window's length",
                            "use a lower rate, else a longer warm-up and a longer window: %s %s"
                                    .formatted(longer.warmUpOption(), longer.windowOption()));
            case ClocksDisagree(
                            var variant,
                            var handler,
                            var service,
                            var inHandlers,
                            var inFlight) ->
                    new FindingText(
                            "%s: by the server's clock handlers took %.1f ms, %,.1f at once; by the load generator's, responses took %.1f ms, %,.1f at once"
                                    .formatted(
                                            variant,
                                            handler * 1e3,
                                            inHandlers,
                                            service * 1e3,
                                            inFlight),
                            "a response cannot come before its handler ends: the handler continues after the response, or one of the clocks is wrong",
                            "check what the handler does after the response, and whether another client uses this port");
            case CountsDisagree(var variant, var handled, var responses) ->
                    new FindingText(
                            "%s: the server handled %s requests/s, and the load generator got %s responses/s"
                                    .formatted(
                                            variant,
                                            Format.number(handled),
                                            Format.number(responses)),
                            handled > responses
                                    ? "another client uses this server too, and takes a part of its capacity"
                                    : "some responses came from elsewhere, such as a cache",
                            "check whether another client uses this port");
            case ServerIdle(var variant, var server, var median, var unloaded) ->
                    new FindingText(
                            "%s: the median response time was %.0f ms, that of a single user %.0f ms, and the server used %.0f %% of the processors"
                                    .formatted(variant, median * 1e3, unloaded * 1e3, 100 * server),
                            "neither CPU nor a known bound limited it: the bottleneck is not measured here",
                            "check locks, limits on connections and the service behind it; take a thread dump under load");
        };
    }
}
