package dev.loombench.load.http2;

import java.nio.ByteBuffer;

/// Finds the ends of the messages of gRPC in the content of a response; stores none, and never
/// allocates.
///
/// Each message has a prefix of five bytes: whether it is compressed, and its length.
///
/// Source: gRPC over HTTP2, "Length-Prefixed-Message".
final class MessageFraming {
    private static final int PREFIX = 5;

    private int prefixBytes;
    private long length;
    private int messages;
    private boolean compressed;

    /// Prepares for the next response.
    void reset() {
        prefixBytes = 0;
        length = 0;
        messages = 0;
        compressed = false;
    }

    /// The number of messages that are complete.
    int messages() {
        return messages;
    }

    /// Whether the content may end here.
    boolean isBetweenMessages() {
        return prefixBytes == 0;
    }

    /// Whether a message so far is compressed, or its flag is none.
    boolean isCompressed() {
        return compressed;
    }

    /// Reads a piece of the content, which is not moved.
    void read(ByteBuffer piece) {
        int at = piece.position();
        while (at < piece.limit()) {
            if (prefixBytes < PREFIX) {
                byte b = piece.get(at++);
                if (prefixBytes > 0) {
                    length = length << 8 | (b & 255);
                } else {
                    compressed |= b != 0;
                }
                prefixBytes++;
            } else {
                long skipped = Math.min(length, piece.limit() - at);
                at += (int) skipped;
                length -= skipped;
            }
            if (prefixBytes == PREFIX && length == 0) {
                messages++;
                prefixBytes = 0;
            }
        }
    }
}
