package dev.loombench.load;

/// What the bytes that came back amount to so far.
enum Reply {
    INCOMPLETE,
    COMPLETE,
    /// Not an HTTP/1.x answer, or more than one.
    MALFORMED,
    /// A head beyond `ResponseParser.HEAD_LIMIT`.
    TOO_LARGE,
    /// The server closed before the end.
    CLOSED_EARLY
}
