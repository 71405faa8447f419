package dev.loombench.http;

/// The state of a response, given the bytes so far.
public enum ParseStatus {
    INCOMPLETE,
    COMPLETE,
    /// Not a response of the protocol, or more than one.
    MALFORMED,
    /// A record of TLS, as a server that expects TLS sends it.
    TLS_RECORD,
    /// A SETTINGS frame, as a server of HTTP/2 sends it.
    HTTP2_SETTINGS,
    /// The head exceeds `ResponseParser.HEAD_LIMIT`, or the line `LineParser.LIMIT`.
    TOO_LARGE,
    /// The server closed the connection before the end.
    CLOSED_EARLY
}
