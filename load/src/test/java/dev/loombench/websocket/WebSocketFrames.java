package dev.loombench.websocket;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/// Frames as bytes, valid or not.
public final class WebSocketFrames {
    static final int FIN = 0x80;

    private WebSocketFrames() {}

    /// A frame of a server.
    ///
    /// @param first its first byte
    public static byte[] frame(int first, byte[] payload) {
        var bytes = new ByteArrayOutputStream();
        bytes.write(first);
        if (payload.length < 126) {
            bytes.write(payload.length);
        } else if (payload.length < 1 << 16) {
            bytes.write(126);
            bytes.writeBytes(ByteBuffer.allocate(2).putShort((short) payload.length).array());
        } else {
            bytes.write(127);
            bytes.writeBytes(ByteBuffer.allocate(8).putLong(payload.length).array());
        }
        bytes.writeBytes(payload);
        return bytes.toByteArray();
    }

    static byte[] text(String text) {
        return frame(FIN | Opcode.TEXT.bits, text.getBytes(UTF_8));
    }

    static byte[] close(int code, String reason) {
        var text = reason.getBytes(UTF_8);
        var payload = ByteBuffer.allocate(2 + text.length).putShort((short) code).put(text);
        return frame(FIN | Opcode.CLOSE.bits, payload.array());
    }

    public static byte[] joined(byte[]... parts) {
        var bytes = new ByteArrayOutputStream();
        for (var part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }

    static byte[] bytes(int... values) {
        var bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }
}
