package dev.loombench.http2;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.loombench.http2.hpack.HpackEncoder;
import java.io.ByteArrayOutputStream;

/// Frames as a server sends them, right or wrong, one after the other.
public final class FrameBytes {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /// No frames yet.
    static FrameBytes frames() {
        return new FrameBytes();
    }

    /// Text in place of frames.
    static FrameBytes text(String bytes) {
        return frames().raw(bytes.getBytes(US_ASCII));
    }

    /// A server's first frame.
    public static FrameBytes begin(int... settings) {
        return new FrameBytes().settings(settings);
    }

    public byte[] bytes() {
        return bytes.toByteArray();
    }

    public FrameBytes raw(int... octets) {
        for (int octet : octets) {
            bytes.write(octet);
        }
        return this;
    }

    public FrameBytes raw(byte[] octets) {
        bytes.writeBytes(octets);
        return this;
    }

    /// A frame, whose length is that of its payload.
    public FrameBytes frame(int type, int flags, int stream, byte[] payload) {
        return header(payload.length, type, flags, stream).raw(payload);
    }

    public FrameBytes frame(int type, int flags, int stream, int... payload) {
        return header(payload.length, type, flags, stream).raw(payload);
    }

    /// The header of a frame alone.
    public FrameBytes header(int length, int type, int flags, int stream) {
        raw(length >> 16, length >> 8, length, type, flags);
        return raw(number(stream));
    }

    static byte[] number(int value) {
        return new byte[] {
            (byte) (value >> 24), (byte) (value >> 16), (byte) (value >> 8), (byte) value
        };
    }

    /// @param settings identifiers and values by turns
    public FrameBytes settings(int... settings) {
        var payload = new ByteArrayOutputStream();
        for (int i = 0; i < settings.length; i += 2) {
            payload.write(settings[i] >> 8);
            payload.write(settings[i]);
            payload.writeBytes(number(settings[i + 1]));
        }
        return frame(FrameType.SETTINGS, 0, 0, payload.toByteArray());
    }

    /// The block of some fields.
    ///
    /// @param fields as in `:status: 200`
    public static byte[] block(String... fields) {
        var block = new ByteArrayOutputStream();
        for (var field : fields) {
            int end = field.indexOf(": ");
            block.writeBytes(
                    HpackEncoder.field(
                            field.substring(0, end), field.substring(end + 2).getBytes(US_ASCII)));
        }
        return block.toByteArray();
    }

    /// Header fields in one frame.
    public FrameBytes headers(int stream, boolean ends, String... fields) {
        int flags = FrameType.END_HEADERS | (ends ? FrameType.END_STREAM : 0);
        return frame(FrameType.HEADERS, flags, stream, block(fields));
    }

    public FrameBytes data(int stream, boolean ends, int length) {
        return frame(FrameType.DATA, ends ? FrameType.END_STREAM : 0, stream, new byte[length]);
    }

    /// A response of status 200 without content.
    public FrameBytes ok(int stream) {
        return headers(stream, true, ":status: 200");
    }

    public FrameBytes windowUpdate(int stream, int increment) {
        return frame(FrameType.WINDOW_UPDATE, 0, stream, number(increment));
    }

    public FrameBytes reset(int stream, ErrorCode code) {
        return frame(FrameType.RST_STREAM, 0, stream, number(code.number()));
    }

    public FrameBytes goAway(int last, ErrorCode code) {
        return goAway(last, code, "");
    }

    /// @param words its debug data
    public FrameBytes goAway(int last, ErrorCode code, String words) {
        var data = words.getBytes(UTF_8);
        header(8 + data.length, FrameType.GOAWAY, 0, 0).raw(number(last));
        return raw(number(code.number())).raw(data);
    }

    public FrameBytes ping(int flags) {
        return frame(FrameType.PING, flags, 0, 1, 2, 3, 4, 5, 6, 7, 8);
    }
}
