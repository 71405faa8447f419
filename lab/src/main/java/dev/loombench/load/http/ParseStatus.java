package dev.loombench.load.http;

/// What the bytes that came back amount to so far.
public enum ParseStatus {
    INCOMPLETE,
    COMPLETE,
    /// Not an answer of the protocol, or more than one.
    MALFORMED,
    /// A head beyond `ResponseParser.HEAD_LIMIT`, a line beyond `LineParser.LIMIT`.
    TOO_LARGE,
    /// The server closed before the end.
    CLOSED_EARLY
}
