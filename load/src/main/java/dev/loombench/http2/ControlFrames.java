package dev.loombench.http2;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// The frames without content that wait to be sent, as bytes.
final class ControlFrames {
    /// More than a peer that reads can make wait.
    private static final int LIMIT = 64 * 1024;

    private byte[] bytes = new byte[128];
    private int from;
    private int to;

    int size() {
        return to - from;
    }

    /// Appends bytes that are no frame.
    void raw(byte[] text) {
        room(text.length);
        System.arraycopy(text, 0, bytes, to, text.length);
        to += text.length;
    }

    void header(int length, int type, int flags, int stream) {
        room(FrameType.HEADER_LENGTH + length);
        bytes[to++] = (byte) (length >> 16);
        bytes[to++] = (byte) (length >> 8);
        bytes[to++] = (byte) length;
        bytes[to++] = (byte) type;
        bytes[to++] = (byte) flags;
        number(stream);
    }

    void number(int value) {
        room(Integer.BYTES);
        bytes[to++] = (byte) (value >> 24);
        bytes[to++] = (byte) (value >> 16);
        bytes[to++] = (byte) (value >> 8);
        bytes[to++] = (byte) value;
    }

    void setting(int identifier, int value) {
        room(Short.BYTES);
        bytes[to++] = (byte) (identifier >> 8);
        bytes[to++] = (byte) identifier;
        number(value);
    }

    void windowUpdate(int stream, int increment) {
        header(4, FrameType.WINDOW_UPDATE, 0, stream);
        number(increment);
    }

    void payload(byte[] content, int length) {
        room(length);
        System.arraycopy(content, 0, bytes, to, length);
        to += length;
    }

    /// Whether the peer causes frames and does not read them.
    boolean isFull() {
        return size() > LIMIT;
    }

    /// Moves as many bytes as fit.
    ///
    /// @return their number
    int writeTo(MemorySegment out) {
        int count = (int) Math.min(size(), out.byteSize());
        MemorySegment.copy(bytes, from, out, ValueLayout.JAVA_BYTE, 0, count);
        from += count;
        if (from == to) {
            from = 0;
            to = 0;
        }
        return count;
    }

    private void room(int count) {
        if (to + count <= bytes.length) {
            return;
        }
        int size = size();
        if (size + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, to + count));
        }
        System.arraycopy(bytes, from, bytes, 0, size);
        from = 0;
        to = size;
    }
}
