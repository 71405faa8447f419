package dev.loombench.load;

/// What the bytes that came back amount to so far.
enum ParseStatus {
    INCOMPLETE,
    COMPLETE,
    /// Not an answer of the protocol, or more than one.
    MALFORMED,
    /// A head beyond `ResponseParser.HEAD_LIMIT`, a line beyond `LineParser.LIMIT`.
    TOO_LARGE,
    /// The server closed before the end.
    CLOSED_EARLY
}
