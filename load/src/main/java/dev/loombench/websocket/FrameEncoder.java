package dev.loombench.websocket;

import java.nio.ByteBuffer;

/// Writes the frames of a client. Never allocates.
///
/// Source: RFC 6455, sections 5.2 and 5.3.
public final class FrameEncoder {
    /// Maximum length of what precedes the payload of a frame.
    public static final int MAX_HEADER = 14;

    private static final int FIN = 0x80;
    private static final int MASKED = 0x80;
    private static final int LENGTH_16 = 126;
    private static final int LENGTH_64 = 127;

    private FrameEncoder() {}

    /// @param last whether it is the last of its message
    /// @param payload from its position to its limit, which stay as they are
    /// @param mask 32 random bits
    public static void masked(
            ByteBuffer out, Opcode opcode, boolean last, ByteBuffer payload, int mask) {
        header(out, opcode, last, payload.remaining());
        out.putInt(mask);
        int from = payload.position();
        int count = payload.remaining();
        for (int i = 0; i < count; i++) {
            out.put((byte) (payload.get(from + i) ^ (mask >>> (24 - 8 * (i & 3)))));
        }
    }

    private static void header(ByteBuffer out, Opcode opcode, boolean last, int length) {
        out.put((byte) ((last ? FIN : 0) | opcode.bits));
        if (length < LENGTH_16) {
            out.put((byte) (MASKED | length));
        } else if (length < 1 << 16) {
            out.put((byte) (MASKED | LENGTH_16)).putShort((short) length);
        } else {
            out.put((byte) (MASKED | LENGTH_64)).putLong(length);
        }
    }
}
