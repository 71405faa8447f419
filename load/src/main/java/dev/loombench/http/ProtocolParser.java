package dev.loombench.http;

import java.nio.ByteBuffer;

/// Finds the end of a response and its status; accepts the bytes in any pieces, stores none, trusts
/// nothing and never allocates.
///
/// Each connection reuses its own. Requests are not pipelined, so a byte after the response is an
/// error.
public sealed interface ProtocolParser
        permits ResponseParser, EventStreamParser, LineParser, MessageParser, UnexpectedBytes {

    /// Prepares for the next response.
    ///
    /// @param isHead whether the request's method is HEAD
    /// @param headCache for requests of this kind
    void reset(boolean isHead, HeadCache headCache);

    /// Parses the next bytes.
    ParseStatus feed(ByteBuffer in);

    /// Handles that the server closed its side.
    ParseStatus end();

    /// The status code of a complete response; 0 where the protocol has none.
    int status();

    /// Whether the connection can be reused once the response is complete.
    boolean keepsAlive();

    /// The number of server-sent events that the bytes fed last have ended.
    default int events() {
        return 0;
    }

    /// What is wrong with a response that is malformed or too large, as in `a malformed chunk`;
    /// empty where the parser does not know more.
    default String fault() {
        return "";
    }

    /// Whether more bytes of a response follow although it is complete.
    default boolean isStreaming() {
        return false;
    }
}
