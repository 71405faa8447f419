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
    /// The connection broke: reset by the server, or another error of the socket.
    RESET("reset"),
    /// The server closed the connection before its response was complete.
    CLOSED_EARLY("closed-early"),
    /// The received bytes are not one response of the protocol.
    MALFORMED("malformed"),
    /// The head of the response, its trailers, or the line exceed the limit.
    TOO_LARGE("too-large"),
    /// A response with an unexpected status; of 1xx only 101, which ends HTTP on its connection.
    STATUS_1XX("status-1xx"),
    STATUS_2XX("status-2xx"),
    STATUS_3XX("status-3xx"),
    STATUS_4XX("status-4xx"),
    STATUS_5XX("status-5xx"),
    /// No complete response within the request's timeout, counted from the intended send.
    TIMEOUT("timeout"),
    /// Not sent: when it could have been, a response could no longer be within the deadline.
    DEADLINE_UNSENT("deadline-unsent"),
    /// Sent, but the good response came after the deadline.
    DEADLINE_LATE("deadline-late");

    private final String label;

    ErrorKind(String label) {
        this.label = label;
    }

    /// That of a response whose status is unexpected.
    ///
    /// @param status 101, or 200 to 599
    public static ErrorKind ofStatus(int status) {
        return switch (status / 100) {
            case 1 -> STATUS_1XX;
            case 2 -> STATUS_2XX;
            case 3 -> STATUS_3XX;
            case 4 -> STATUS_4XX;
            default -> STATUS_5XX;
        };
    }

    public String label() {
        return label;
    }
}
