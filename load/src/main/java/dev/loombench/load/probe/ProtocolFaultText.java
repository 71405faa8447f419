package dev.loombench.load.probe;

import dev.loombench.load.result.ErrorKind;
import dev.loombench.traffic.Protocol;
import dev.loombench.traffic.Traffic;
import java.util.Arrays;
import java.util.Optional;

/// A failure of TLS or HTTP/2 as a clause for users: what was found, and which option answers it.
final class ProtocolFaultText {
    private ProtocolFaultText() {}

    /// Empty for a failure that is not one of a protocol.
    ///
    /// @param label of the kind of error
    /// @param address of the server
    static Optional<String> of(String label, String address, Traffic traffic) {
        return Arrays.stream(ErrorKind.values())
                .filter(kind -> kind.label().equals(label))
                .flatMap(kind -> clause(kind, traffic).stream())
                .map(clause -> "%s %s (%s)".formatted(address, clause, label))
                .findFirst();
    }

    /// An alert of the server with what it means, where its name does not say that.
    static String alert(String name) {
        return switch (name) {
            case "handshake_failure", "insufficient_security" ->
                    name
                            + ", as it has no cipher suite or signature in common with the load, or"
                            + " requires a certificate of the client (--cert, --key)";
            case "certificate_required" ->
                    name + ", as the client sent no certificate (--cert, --key)";
            case "bad_certificate",
                    "unsupported_certificate",
                    "certificate_revoked",
                    "certificate_unknown",
                    "access_denied" ->
                    name
                            + ", as it got no certificate of the client, or one that it does not"
                            + " accept (--cert, --key)";
            case "certificate_expired" ->
                    name + ", as the certificate of the client has expired (--cert, --key)";
            case "unknown_ca" ->
                    name
                            + ", as it does not trust the authority of the client's certificate"
                            + " (--cert, --key)";
            case "protocol_version" ->
                    name + ", as it accepts other versions only (--tls-version names one)";
            case "unrecognized_name" -> name + ", as it serves no host of the name in the URL";
            case "internal_error" -> name + ", as it failed: its log has the reason";
            default -> name;
        };
    }

    private static Optional<String> clause(ErrorKind kind, Traffic traffic) {
        var scheme = traffic.isGrpc() ? "grpc" : traffic.isWebSocket() ? "ws" : "http";
        return switch (kind) {
            case TLS_CERTIFICATE_EXPIRED ->
                    Optional.of("has a certificate that has expired; --insecure does not check it");
            case TLS_CERTIFICATE_HOST ->
                    Optional.of(
                            "has a certificate for other hosts than that of the URL; --insecure"
                                    + " does not check it");
            case TLS_CERTIFICATE_ISSUER ->
                    Optional.of(
                            "has a certificate of an unknown authority; --cacert FILE names the"
                                    + " authority, --insecure does not check");
            case TLS_CERTIFICATE_SELF_SIGNED ->
                    Optional.of(
                            "has a certificate that is signed by itself; --cacert FILE names it as"
                                    + " trusted, --insecure does not check");
            case TLS_CERTIFICATE ->
                    Optional.of(
                            "has a certificate that is not valid; --insecure does not check it");
            case TLS_CLIENT_CERTIFICATE ->
                    Optional.of(
                            "requires a certificate of the client that it accepts; --cert FILE and"
                                    + " --key FILE give one");
            case TLS_VERSION -> Optional.of("has no version of TLS in common with the load");
            case TLS_ALPN ->
                    Optional.of(
                            traffic.isGrpc()
                                    ? "agrees on no HTTP/2 by ALPN, which gRPC needs"
                                    : "has no protocol in common with the load by ALPN: with --http2 it may speak"
                                            + " HTTP/1.1 only, without it HTTP/2 only");
            case TLS_ALERT -> Optional.of("ends the connection with an alert of TLS");
            case TLS_PROTOCOL -> Optional.of("sends a malformed message of TLS");
            case TLS_HANDSHAKE -> Optional.of("closes the connection during the handshake of TLS");
            case TLS_TIMEOUT -> Optional.of("does not end the handshake of TLS in time");
            case TLS_TRUNCATED -> Optional.of("ends the response without the end of TLS");
            case NOT_TLS -> Optional.of("does not speak TLS; use " + scheme + ":// for it");
            case TLS_EXPECTED ->
                    Optional.of(
                            traffic.protocol() == Protocol.LINE
                                    ? "expects TLS, over which lines of text are not sent"
                                    : "expects TLS; use "
                                            + scheme
                                            + "s:// for it, or --insecure or --cacert where a command starts it");
            case HTTP1_ONLY ->
                    Optional.of(
                            traffic.isGrpc()
                                    ? "speaks HTTP/1.1 only, and gRPC needs HTTP/2"
                                    : "speaks HTTP/1.1 only; without --http2 it is used");
            case HTTP2_ONLY ->
                    Optional.of(
                            traffic.isWebSocket()
                                    ? "speaks HTTP/2 only, and WebSocket needs HTTP/1.1"
                                    : "speaks HTTP/2; --http2 uses it");
            case UPGRADE_TIMEOUT ->
                    Optional.of("does not answer the handshake of WebSocket in time");
            case GREETING_TIMEOUT ->
                    Optional.of(
                            "opens a WebSocket, but does not send the messages of --ws-greetings in time");
            case HTTP2_TIMEOUT -> Optional.of("sends no settings of HTTP/2 in time");
            case GO_AWAY -> Optional.of("ends the connection with an error of HTTP/2 (GOAWAY)");
            case STREAM_RESET -> Optional.of("resets the stream of the request");
            case STREAM_REFUSED -> Optional.of("refuses the stream of the request");
            case GRPC_STATUS -> Optional.of("responds with a status of gRPC other than OK");
            case CONNECT_REFUSED,
                    CONNECT_TIMEOUT,
                    CONNECT_UNREACHABLE,
                    CONNECT_NO_PORT,
                    CONNECT_FAILED,
                    RESET,
                    CLOSED_EARLY,
                    MALFORMED,
                    TOO_LARGE,
                    UPGRADE_FAILED,
                    FRAME_MALFORMED,
                    FRAME_NOT_UTF8,
                    CLOSE_1000,
                    CLOSE_1001,
                    CLOSE_1002,
                    CLOSE_1003,
                    CLOSE_1005,
                    CLOSE_1007,
                    CLOSE_1008,
                    CLOSE_1009,
                    CLOSE_1010,
                    CLOSE_1011,
                    CLOSE_1012,
                    CLOSE_1013,
                    CLOSE_1014,
                    CLOSE_OTHER,
                    STATUS_1XX,
                    STATUS_2XX,
                    STATUS_3XX,
                    STATUS_4XX,
                    STATUS_5XX,
                    TIMEOUT,
                    DEADLINE_UNSENT,
                    DEADLINE_LATE ->
                    Optional.empty();
        };
    }
}
