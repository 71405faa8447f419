package dev.loombench.report.load;

import static java.util.Locale.ROOT;

import dev.loombench.analysis.load.LoadRequest;
import dev.loombench.report.Format;
import dev.loombench.report.scope.ReplayText;
import dev.loombench.report.scope.ScopeText;
import dev.loombench.text.Figures;
import dev.loombench.text.Units;
import dev.loombench.traffic.Http2Policy;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.LoadProfile;
import dev.loombench.traffic.Traffic;

/// The load that was requested, in one line.
final class LoadHeading {
    private LoadHeading() {}

    /// `GET http://127.0.0.1/: closed model, 8 users, 10s after a warm-up of 2s`.
    static String of(LoadRequest request) {
        var model =
                switch (request.model()) {
                    case LoadModel.Open open when request.traffic().replay().isPresent() ->
                            ReplayText.of(request.traffic().replay().get(), open)
                                    + String.format(ROOT, ", %,d connections", open.connections());
                    case LoadModel.Open(var rate, var arrival, var connections) ->
                            String.format(
                                    ROOT,
                                    "open model, %s requests/s, %s arrivals, %,d connections",
                                    level(rate),
                                    arrival.name().toLowerCase(ROOT),
                                    connections);
                    case LoadModel.Closed(var users, var thinkTime) ->
                            String.format(
                                    ROOT,
                                    "closed model, %s users%s",
                                    level(users),
                                    thinkTime.isZero() ? "" : ", think time " + thinkTime.text());
                    case LoadModel.HeldConnections(var connections, var connectRate) ->
                            String.format(
                                    ROOT,
                                    "%,d %s held, opened at %s/s",
                                    connections,
                                    request.traffic().connections().streams() > 1
                                            ? "streams"
                                            : "connections",
                                    Figures.number(connectRate));
                };
        return String.format(
                "%s %s%s: %s%s%s%s, %s%s after a warm-up of %s",
                requestKind(request.traffic()),
                Format.plain(request.url().text()),
                request.url().connectedTo().map(address -> " at " + address).orElse(""),
                model,
                request.traffic().connections().keepAlive() ? "" : ", one connection per request",
                request.traffic().connections().http2().map(LoadHeading::http2).orElse(""),
                request.traffic().connections().webSocket().map(ScopeText::webSocket).orElse(""),
                request.requestCount().isPresent()
                        ? String.format(
                                ROOT,
                                "%,d requests in at most ",
                                request.requestCount().getAsLong())
                        : "",
                Units.text(request.duration()),
                Units.text(request.warmUp()));
    }

    /// As in `, HTTP/2 with 10 streams per connection`.
    private static String http2(Http2Policy policy) {
        return String.format(
                ROOT,
                ", %s with %,d %s per connection",
                policy.grpc().isPresent() ? "gRPC" : "HTTP/2",
                policy.streams(),
                policy.streams() == 1 ? "stream" : "streams");
    }

    /// One level, or the profile as it was written.
    private static String level(LoadProfile profile) {
        return profile.points().size() > 1
                ? profile.text()
                : number(profile.points().getFirst().level());
    }

    private static String number(double level) {
        return level == Math.rint(level)
                ? String.format(ROOT, "%,.0f", level)
                : Figures.number(level);
    }

    private static String requestKind(Traffic traffic) {
        if (traffic.isMix()) {
            return String.format(ROOT, "%,d requests mixed to", traffic.requests().size());
        }
        return switch (traffic.protocol()) {
            case HTTP, GRPC ->
                    traffic.isWebSocket()
                            ? "messages to"
                            : Format.plain(traffic.requests().getFirst().method());
            case LINE -> "lines to";
        };
    }
}
