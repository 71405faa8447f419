package dev.loombench.result;

/// The ways in which a request can fail, under the names that results and reports use.
public enum ErrorKind {
    /// Nobody listens there.
    CONNECT_REFUSED("connect-refused"),
    /// The connection was not open in time: within its own time-out, that of the request, or the
    /// kernel's.
    CONNECT_TIMEOUT("connect-timeout"),
    /// No way leads there: no route, or the network is down.
    CONNECT_UNREACHABLE("connect-unreachable"),
    /// Every port is taken that the connection could come from.
    CONNECT_NO_PORT("connect-no-port"),
    /// The connection could not be opened for another reason: no permission, no free descriptor.
    CONNECT_FAILED("connect-failed"),
    /// The connection broke: reset by the server, or another error of the socket.
    RESET("reset"),
    /// The server closed the connection before its answer was complete.
    CLOSED_EARLY("closed-early"),
    /// What came back is not one answer of the protocol.
    MALFORMED("malformed"),
    /// The head of the answer, its trailers, or the line exceed what we are willing to read.
    TOO_LARGE("too-large"),
    /// A response whose status is none of those expected.
    STATUS_2XX("status-2xx"),
    STATUS_3XX("status-3xx"),
    STATUS_4XX("status-4xx"),
    STATUS_5XX("status-5xx"),
    /// No complete answer within the request's timeout, counted from the intended send.
    TIMEOUT("timeout");

    private final String label;

    ErrorKind(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
