package dev.loombench.websocket;

import java.nio.ByteBuffer;

/// Writes frames. Never allocates.
///
/// Source: RFC 6455, sections 5.2 and 5.3.
public final class FrameEncoder {
    /// Maximum length of what precedes the payload of a masked frame.
    public static final int MAX_HEADER = 14;

    private static final int FIN = 0x80;
    private static final int MASKED = 0x80;
    private static final int LENGTH_16 = 126;
    private static final int LENGTH_64 = 127;

    private FrameEncoder() {}

    /// Writes a frame of a client.
    ///
    /// @param last whether it is the last of its message
    /// @param payload from its position to its limit, which stay as they are
    /// @param mask 32 random bits
    public static void masked(
            ByteBuffer out, Opcode opcode, boolean last, ByteBuffer payload, int mask) {
        header(out, opcode, last, MASKED, payload.remaining());
        out.putInt(mask);
        int from = payload.position();
        int count = payload.remaining();
        for (int i = 0; i < count; i++) {
            out.put((byte) (payload.get(from + i) ^ (mask >>> (24 - 8 * (i & 3)))));
        }
    }

    /// Writes a frame of a server.
    ///
    /// @param payload as in [#masked]
    public static void unmasked(ByteBuffer out, Opcode opcode, boolean last, ByteBuffer payload) {
        header(out, opcode, last, 0, payload.remaining());
        out.put(payload.duplicate());
    }

    private static void header(
            ByteBuffer out, Opcode opcode, boolean last, int maskedBit, int length) {
        out.put((byte) ((last ? FIN : 0) | opcode.bits));
        if (length < LENGTH_16) {
            out.put((byte) (maskedBit | length));
        } else if (length < 1 << 16) {
            out.put((byte) (maskedBit | LENGTH_16)).putShort((short) length);
        } else {
            out.put((byte) (maskedBit | LENGTH_64)).putLong(length);
        }
    }
}
