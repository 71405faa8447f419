package dev.loombench.load.probe;

import dev.loombench.load.probe.Probe.Failure;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.result.LoadResult.Counts;
import dev.loombench.text.Units;
import dev.loombench.text.UrlText;
import dev.loombench.traffic.Protocol;
import dev.loombench.traffic.Streaming;
import dev.loombench.traffic.Traffic;
import java.net.InetSocketAddress;
import java.util.Optional;

/// The failure of a load's first request as a sentence for users: what was found, and which option
/// or URL answers it.
final class ProbeText {
    private ProbeText() {}

    /// Empty where a request succeeded.
    ///
    /// @param began whether a response began that did not end in time
    static Optional<Failure> failure(
            InetSocketAddress target, Traffic traffic, Counts counts, boolean began) {
        if (counts.succeeded() > 0) {
            return Optional.empty();
        }
        var request =
                traffic.isMix() ? "one of the requests" : traffic.requests().getFirst().summary();
        var address = UrlText.authority(target);
        var status = counts.statuses().keySet().stream().findFirst();
        if (status.isPresent()) {
            return Optional.of(
                    new Failure(
                            !traffic.isWebSocket(), // all messages need its handshake
                            "%s: %s responds with status %d%s"
                                    .formatted(
                                            request,
                                            address,
                                            status.get(),
                                            traffic.isWebSocket()
                                                    ? " and does not open a WebSocket"
                                                            + handshakeAdvice(status.get())
                                                    : advice(status.get()))));
        }
        var error = counts.errors().keySet().stream().findFirst().orElse("unfinished");
        return Optional.of(
                new Failure(
                        false,
                        "%s: %s".formatted(request, sentence(error, address, traffic, began))));
    }

    private static String advice(int status) {
        if (status == 426) {
            return ", which requires another protocol: for WebSocket give a ws:// or wss:// URL";
        }
        return switch (status / 100) {
            case 1 ->
                    ", with which the connection leaves HTTP/1.1: for WebSocket give a ws:// URL, for HTTP/2 --http2";
            case 3 ->
                    "; redirects are not followed: give the URL that it leads to, or expect the status";
            default -> "";
        };
    }

    /// What servers of WebSocket require beside a right path.
    private static String handshakeAdvice(int status) {
        return switch (status) {
            case 400, 403, 404, 426 ->
                    ": it may know another path, or require -H 'Origin: https://...' or"
                            + " -H 'Sec-WebSocket-Protocol: ...'";
            case 401 -> ": it may require -H 'Authorization: ...' or -H 'Cookie: ...'";
            case 301, 302, 303, 307, 308 ->
                    "; redirects are not followed: give the URL that it leads to, which may be one of"
                            + " wss://";
            default -> "";
        };
    }

    private static String sentence(String error, String address, Traffic traffic, boolean began) {
        var unopened = unopened(error, address);
        if (unopened.isPresent()) {
            return unopened.get() + " (" + error + ")";
        }
        if (error.equals(ErrorKind.TIMEOUT.label())) {
            return began ? unended(address, traffic) : unanswered(address, traffic);
        }
        if (error.equals(ErrorKind.UPGRADE_FAILED.label())) {
            return "%s does not open a WebSocket (%s)".formatted(address, error);
        }
        boolean mayLackHttp2 =
                traffic.connections().http2().isPresent()
                        && (error.equals(ErrorKind.CLOSED_EARLY.label())
                                || error.equals(ErrorKind.RESET.label()));
        var found =
                error.equals(ErrorKind.CLOSED_EARLY.label())
                        ? address + " closed the connection before its response was complete"
                        : "no good response from " + address;
        return ProtocolFaultText.of(error, address, traffic)
                .orElse(
                        "%s (%s)%s"
                                .formatted(
                                        found,
                                        error,
                                        mayLackHttp2 ? "; it may speak HTTP/1.1 only" : ""));
    }

    /// Why no connection was opened; empty for other failures.
    private static Optional<String> unopened(String error, String address) {
        if (error.equals(ErrorKind.CONNECT_REFUSED.label())) {
            return Optional.of("no server listens at " + address);
        }
        if (error.equals(ErrorKind.CONNECT_TIMEOUT.label())) {
            return Optional.of(
                    "no connection to %s was opened in time: a firewall may drop packets, or no machine has this address"
                            .formatted(address));
        }
        return error.equals(ErrorKind.CONNECT_UNREACHABLE.label())
                ? Optional.of("no network of this machine leads to " + address)
                : Optional.empty();
    }

    private static String unanswered(String address, Traffic traffic) {
        return "no response from %s within %s%s"
                .formatted(
                        address,
                        Units.text(traffic.timeout()),
                        traffic.webSocket().greetings() == 0
                                ? ""
                                : ", or fewer greetings than --ws-greetings");
    }

    /// Of a stream of events or of gRPC, a first part would have been enough.
    private static String unended(String address, Traffic traffic) {
        var missing =
                traffic.streaming().equals(Optional.of(Streaming.EVENTS))
                        ? ", and no event came"
                        : traffic.isGrpc() ? ", and no message came" : " and did not end";
        boolean mayBeEvents =
                traffic.streaming().isEmpty()
                        && !traffic.isGrpc()
                        && traffic.protocol() == Protocol.HTTP;
        return "the response of %s began%s within %s; give %sa longer --timeout"
                .formatted(
                        address,
                        missing,
                        Units.text(traffic.timeout()),
                        mayBeEvents
                                ? "--sse for server-sent events, with --hold where they do not end, or "
                                : "");
    }
}
