package dev.loombench.load.http;

import java.nio.ByteBuffer;

/// The head that came last, byte for byte, and what it said. Servers answer alike, so most heads
/// need no more than to be compared: the same bytes say the same.
///
/// Shared by the parsers of one loop.
public final class HeadCache {
    /// A longer one is not kept.
    private static final int LONGEST = 1024;

    private final ByteBuffer bytes = ByteBuffer.allocateDirect(LONGEST).limit(0);

    private int status;
    private boolean keepsAlive;
    private long contentLength;
    private boolean chunked;

    /// Whether the piece begins with this head; if so it is moved past it.
    boolean passes(ByteBuffer in) {
        int length = bytes.limit();
        if (length == 0) {
            return false;
        }
        int differsAt = in.mismatch(bytes); // -1 when neither goes on beyond the other
        boolean same = differsAt == length || differsAt < 0;
        if (same) {
            in.position(in.position() + length);
        }
        return same;
    }

    /// Keeps a head that was read.
    ///
    /// @param in the piece, behind the head
    /// @param length of the head
    void keep(
            ByteBuffer in,
            int length,
            int itsStatus,
            boolean itKeepsAlive,
            HeaderSection itsHeaders) {
        if (length > LONGEST) {
            return;
        }
        bytes.limit(length).put(0, in, in.position() - length, length);
        status = itsStatus;
        keepsAlive = itKeepsAlive;
        contentLength = itsHeaders.contentLength();
        chunked = itsHeaders.chunked();
    }

    int status() {
        return status;
    }

    boolean keepsAlive() {
        return keepsAlive;
    }

    /// -1 when none was given.
    long contentLength() {
        return contentLength;
    }

    boolean chunked() {
        return chunked;
    }
}
