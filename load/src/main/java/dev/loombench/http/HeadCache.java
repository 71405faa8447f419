package dev.loombench.http;

import java.nio.ByteBuffer;

/// The last response head, byte for byte, with its parsed values. Servers repeat their heads, so
/// most need no parsing, only a comparison.
///
/// Shared by the parsers of one worker.
public final class HeadCache {
    /// Longer heads are not cached.
    private static final int MAX_LENGTH = 1024;

    private final ByteBuffer bytes = ByteBuffer.allocateDirect(MAX_LENGTH).limit(0);

    private int status;
    private boolean keepsAlive;
    private long contentLength;
    private boolean chunked;

    /// Whether the input begins with the cached head; if so it is moved past the head.
    boolean skipIfCached(ByteBuffer in) {
        int length = bytes.limit();
        if (length == 0) {
            return false;
        }
        int differsAt = in.mismatch(bytes); // -1 when they are equal
        boolean same = differsAt == length || differsAt < 0;
        if (same) {
            in.position(in.position() + length);
        }
        return same;
    }

    /// Stores a parsed head.
    ///
    /// @param in the input, positioned after the head
    /// @param length of the head
    void store(
            ByteBuffer in,
            int length,
            int newStatus,
            boolean newKeepsAlive,
            HeaderSection headers) {
        if (length > MAX_LENGTH) {
            return;
        }
        bytes.limit(length).put(0, in, in.position() - length, length);
        status = newStatus;
        keepsAlive = newKeepsAlive;
        contentLength = headers.contentLength();
        chunked = headers.chunked();
    }

    int status() {
        return status;
    }

    boolean keepsAlive() {
        return keepsAlive;
    }

    /// -1 when absent.
    long contentLength() {
        return contentLength;
    }

    boolean chunked() {
        return chunked;
    }
}
