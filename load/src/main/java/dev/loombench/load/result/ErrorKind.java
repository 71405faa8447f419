package dev.loombench.load.result;

/// The kinds of failure of a request, with their names in results and reports.
public enum ErrorKind {
    /// No process listens on the port.
    CONNECT_REFUSED("connect-refused"),
    /// The connection was not open within its own timeout, the request's, or the kernel's.
    CONNECT_TIMEOUT("connect-timeout"),
    /// No route to the address, or the network is down.
    CONNECT_UNREACHABLE("connect-unreachable"),
    /// No free local port for the connection.
    CONNECT_NO_PORT("connect-no-port"),
    /// The connection could not be opened for another reason: no permission, no free descriptor.
    CONNECT_FAILED("connect-failed"),
    /// The connection broke: reset by the server, which may be gone without a notice, or another
    /// error of the socket.
    RESET("reset"),
    /// The server closed the connection before its response was complete.
    CLOSED_EARLY("closed-early"),
    /// The certificate of the server, or one above it, has expired.
    TLS_CERTIFICATE_EXPIRED("tls-certificate-expired"),
    /// The certificate of the server is for other hosts.
    TLS_CERTIFICATE_HOST("tls-certificate-host"),
    /// No trusted authority issued the certificate of the server.
    TLS_CERTIFICATE_ISSUER("tls-certificate-issuer"),
    /// The certificate of the server is signed by itself, and not trusted.
    TLS_CERTIFICATE_SELF_SIGNED("tls-certificate-self-signed"),
    /// The certificate of the server is not valid for another reason.
    TLS_CERTIFICATE("tls-certificate"),
    /// The server requires a certificate of the client and received none, or does not accept it.
    TLS_CLIENT_CERTIFICATE("tls-client-certificate"),
    /// Server and client have no version of TLS in common.
    TLS_VERSION("tls-version"),
    /// Server and client have no protocol above TLS in common, by ALPN.
    TLS_ALPN("tls-alpn"),
    /// The server ended the connection with another alert.
    TLS_ALERT("tls-alert"),
    /// A record or a message of TLS is malformed, out of order or was changed on its way.
    TLS_PROTOCOL("tls-protocol"),
    /// The server closed the connection during the handshake.
    TLS_HANDSHAKE("tls-handshake"),
    /// The handshake did not end in time.
    TLS_TIMEOUT("tls-timeout"),
    /// The connection ended without the notice of TLS that nothing follows: the response may be
    /// incomplete.
    TLS_TRUNCATED("tls-truncated"),
    /// The server does not speak TLS: its first bytes are of another protocol.
    NOT_TLS("not-tls"),
    /// The server speaks TLS, and the load does not.
    TLS_EXPECTED("tls-expected"),
    /// The server speaks HTTP/1.1 only, and the load HTTP/2.
    HTTP1_ONLY("http1-only"),
    /// The server speaks HTTP/2, and the load HTTP/1.1.
    HTTP2_ONLY("http2-only"),
    /// The connection was open, but the server's settings of HTTP/2 did not come in time.
    HTTP2_TIMEOUT("http2-timeout"),
    /// The server ended the connection of the request with an error of HTTP/2 (GOAWAY).
    GO_AWAY("go-away"),
    /// The server reset the stream of the request.
    STREAM_RESET("stream-reset"),
    /// The server did not process the request, neither the first time nor when it was sent again,
    /// or gave it up after a part of the response.
    STREAM_REFUSED("stream-refused"),
    /// A response of gRPC with a status other than OK, or without one.
    GRPC_STATUS("grpc-status"),
    /// The received bytes are not one response of the protocol.
    MALFORMED("malformed"),
    /// The head of the response, its trailers, or the line exceed the limit.
    TOO_LARGE("too-large"),
    /// The response to the handshake of WebSocket is none that opens a connection.
    UPGRADE_FAILED("upgrade-failed"),
    /// The response to the handshake of WebSocket did not come in time.
    UPGRADE_TIMEOUT("upgrade-timeout"),
    /// The messages with which the server of WebSocket begins did not come in time.
    GREETING_TIMEOUT("greeting-timeout"),
    /// A frame of the server is none that RFC 6455 allows.
    FRAME_MALFORMED("frame-malformed"),
    /// A text message of the server is not UTF-8.
    FRAME_NOT_UTF8("frame-not-utf8"),
    /// The server closed the connection of WebSocket by its close code: normally.
    CLOSE_1000("close-1000"),
    /// It goes away, as it ends.
    CLOSE_1001("close-1001"),
    /// It found a violation of the protocol.
    CLOSE_1002("close-1002"),
    /// It does not accept this kind of data.
    CLOSE_1003("close-1003"),
    /// Without a code.
    CLOSE_1005("close-1005"),
    /// It found a text that is not UTF-8.
    CLOSE_1007("close-1007"),
    /// A message violates its policy.
    CLOSE_1008("close-1008"),
    /// A message is too big for it.
    CLOSE_1009("close-1009"),
    /// It misses an extension.
    CLOSE_1010("close-1010"),
    /// It failed.
    CLOSE_1011("close-1011"),
    /// It restarts.
    CLOSE_1012("close-1012"),
    /// It is overloaded.
    CLOSE_1013("close-1013"),
    /// The server behind it failed.
    CLOSE_1014("close-1014"),
    /// With a code of a library or an application, 3000 to 4999.
    CLOSE_OTHER("close-other"),
    /// A response with an unexpected status; of 1xx only 101, which ends HTTP on its connection.
    STATUS_1XX("status-1xx"),
    STATUS_2XX("status-2xx"),
    STATUS_3XX("status-3xx"),
    STATUS_4XX("status-4xx"),
    STATUS_5XX("status-5xx"),
    /// No complete response within the request's timeout, counted from the intended send.
    TIMEOUT("timeout"),
    /// Not sent, or not once more: when it could have been, a response could no longer be within
    /// the deadline.
    DEADLINE_UNSENT("deadline-unsent"),
    /// Sent, but the good response came after the deadline.
    DEADLINE_LATE("deadline-late");

    private final String label;

    ErrorKind(String label) {
        this.label = label;
    }

    /// That of a response whose status is unexpected. One above 599 is as of 5xx.
    ///
    /// Source: RFC 9110, section 15.
    ///
    /// @param status 101, or 200 to 999
    public static ErrorKind ofStatus(int status) {
        return switch (status / 100) {
            case 1 -> STATUS_1XX;
            case 2 -> STATUS_2XX;
            case 3 -> STATUS_3XX;
            case 4 -> STATUS_4XX;
            default -> STATUS_5XX;
        };
    }

    /// That of a close frame of the server.
    ///
    /// @param code 1005 for a frame without one
    public static ErrorKind ofCloseCode(int code) {
        return switch (code) {
            case 1000 -> CLOSE_1000;
            case 1001 -> CLOSE_1001;
            case 1002 -> CLOSE_1002;
            case 1003 -> CLOSE_1003;
            case 1005 -> CLOSE_1005;
            case 1007 -> CLOSE_1007;
            case 1008 -> CLOSE_1008;
            case 1009 -> CLOSE_1009;
            case 1010 -> CLOSE_1010;
            case 1011 -> CLOSE_1011;
            case 1012 -> CLOSE_1012;
            case 1013 -> CLOSE_1013;
            case 1014 -> CLOSE_1014;
            default -> CLOSE_OTHER;
        };
    }

    /// Whether the request has waited for too long: its response time is that wait.
    public boolean isTooLate() {
        return this == TIMEOUT || this == DEADLINE_UNSENT || this == DEADLINE_LATE;
    }

    /// Whether a close frame, or a frame that is none, ended the connection.
    public boolean isOfFrames() {
        return label.startsWith("close-1") || this == CLOSE_OTHER || label.startsWith("frame-");
    }

    /// Whether the handshake of TLS, or what follows of it after the connection is open, failed
    /// with this.
    public boolean isOfTls() {
        return this == NOT_TLS
                || (label.startsWith("tls-") && this != TLS_TRUNCATED && this != TLS_EXPECTED);
    }

    public String label() {
        return label;
    }
}
