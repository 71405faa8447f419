package dev.loombench.http;

import java.nio.ByteBuffer;

/// The start of a SETTINGS frame, with which a server of HTTP/2 begins every connection.
///
/// Source: RFC 9113, sections 3.4, 4.1 and 6.5.
public final class Http2Settings {
    /// Bytes of the header of a frame.
    static final int LENGTH = 9;

    /// Where the low byte of the length is: those of all known servers have fewer than 256 bytes.
    private static final int LENGTH_INDEX = 2;

    private static final int TYPE_INDEX = 3;
    private static final byte TYPE = 4;

    private Http2Settings() {}

    /// Whether a byte can be part of the header of the frame; all others of it are 0.
    ///
    /// @param at its index, below 9
    static boolean fits(byte b, int at) {
        return at == LENGTH_INDEX || b == (at == TYPE_INDEX ? TYPE : 0);
    }

    /// Whether bytes begin with such a frame; they are not moved.
    public static boolean isStartOf(ByteBuffer bytes) {
        if (bytes.remaining() < LENGTH) {
            return false;
        }
        for (int at = 0; at < LENGTH; at++) {
            if (!fits(bytes.get(bytes.position() + at), at)) {
                return false;
            }
        }
        return true;
    }
}
