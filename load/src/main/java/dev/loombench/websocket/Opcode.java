package dev.loombench.websocket;

import org.jspecify.annotations.Nullable;

/// The kinds of frames.
///
/// Source: RFC 6455, section 5.2.
public enum Opcode {
    CONTINUATION(0x0),
    TEXT(0x1),
    BINARY(0x2),
    CLOSE(0x8),
    PING(0x9),
    PONG(0xA);

    private static final @Nullable Opcode[] BY_BITS = new @Nullable Opcode[16];

    static {
        for (var opcode : values()) {
            BY_BITS[opcode.bits] = opcode;
        }
    }

    final int bits;

    Opcode(int bits) {
        this.bits = bits;
    }

    /// Null for a reserved one.
    ///
    /// @param bits 0 to 15
    static @Nullable Opcode of(int bits) {
        return BY_BITS[bits];
    }

    /// Whether it may come within a fragmented message, and has a short payload.
    boolean isControl() {
        return bits >= CLOSE.bits;
    }
}
