package dev.loombench.load.http;

import dev.loombench.result.ErrorKind;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Finds where an answer ends and whether it is a good one; takes the bytes in any pieces, keeps
/// none, believes nothing and never allocates.
///
/// A connection has one and uses it over and over. Requests are not pipelined, so a byte beyond the
/// answer is a fault.
public sealed interface ProtocolParser permits ResponseParser, LineParser {

    /// Makes ready for the next answer.
    ///
    /// @param toHead whether the request's method is HEAD
    /// @param heads the response heads seen for requests of its kind
    void reset(boolean toHead, HeadCache heads);

    /// Takes the next piece.
    ParseStatus feed(ByteBuffer in);

    /// The server closed its side.
    ParseStatus end();

    /// What is wrong with an answer that is complete; null for a good one.
    @Nullable ErrorKind fault();

    /// The status code of an answer that is complete; 0 where the protocol has none.
    int status();

    /// Whether the connection may be used again once the answer is complete.
    boolean keepsAlive();
}
