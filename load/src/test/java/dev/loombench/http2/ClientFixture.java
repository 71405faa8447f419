package dev.loombench.http2;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/// A client connection with a log of its events, and the frames that it writes as text.
final class ClientFixture implements ClientConnection.Events {
    private static final int PREFACE_LENGTH = 24;

    final List<String> events = new ArrayList<>();
    final ClientConnection connection;
    private final MemorySegment out;
    private boolean prefaceRead;

    ClientFixture(int slots) {
        this(slots, 256 * 1024);
    }

    /// @param outputBytes room of one write
    ClientFixture(int slots, int outputBytes) {
        connection = new ClientConnection(slots, new ConnectionBuffers(), this);
        out = Arena.ofAuto().allocate(outputBytes);
    }

    /// A client after the exchange of settings, whose first output is read.
    static ClientFixture established(int slots, int... settings) {
        var client = new ClientFixture(slots);
        client.receive(FrameBytes.begin(settings));
        client.written();
        client.events.clear();
        return client;
    }

    /// Opens a stream for a GET request.
    void get(int slot) {
        open(slot, FrameBytes.block(":method: GET"), 0);
    }

    /// Opens a stream for a request with content.
    void open(int slot, byte[] head, int content) {
        open(slot, head, content, false);
    }

    void open(int slot, byte[] head, int content, boolean isHead) {
        var memory = Arena.ofAuto().allocate(head.length + content);
        MemorySegment.copy(head, 0, memory, ValueLayout.JAVA_BYTE, 0, head.length);
        connection.open(slot, memory, head.length, head.length + content, isHead);
    }

    void receive(FrameBytes frames) {
        connection.receive(ByteBuffer.wrap(frames.bytes()));
    }

    void receive(byte[] bytes) {
        connection.receive(ByteBuffer.wrap(bytes));
    }

    /// What it writes now, a frame per line: type, flags, stream and length.
    List<String> written() {
        var bytes = new ByteArrayOutputStream();
        int count = connection.write(out);
        while (count > 0) {
            bytes.writeBytes(out.asSlice(0, count).toArray(ValueLayout.JAVA_BYTE));
            count = connection.write(out);
        }
        return frames(bytes.toByteArray());
    }

    private List<String> frames(byte[] bytes) {
        var in = ByteBuffer.wrap(bytes);
        var frames = new ArrayList<String>();
        if (!prefaceRead && in.hasRemaining()) {
            var preface = new byte[PREFACE_LENGTH];
            in.get(preface);
            frames.add(new String(preface, US_ASCII).strip());
            prefaceRead = true;
        }
        while (in.hasRemaining()) {
            int length = (in.get() & 255) << 16 | (in.getShort() & 0xffff);
            int type = in.get();
            int flags = in.get();
            int stream = in.getInt();
            var payload = new byte[length];
            in.get(payload);
            frames.add(text(type, flags, stream, payload));
        }
        return frames;
    }

    private static String text(int type, int flags, int stream, byte[] payload) {
        int length = payload.length;
        return switch (type) {
            case FrameType.DATA -> "DATA %d %d%s".formatted(stream, length, end(flags));
            case FrameType.HEADERS ->
                    "HEADERS %d %d%s%s"
                            .formatted(
                                    stream,
                                    length,
                                    (flags & FrameType.END_HEADERS) != 0 ? "" : " more",
                                    end(flags));
            case FrameType.CONTINUATION ->
                    "CONTINUATION %d %d%s"
                            .formatted(
                                    stream,
                                    length,
                                    (flags & FrameType.END_HEADERS) != 0 ? "" : " more");
            case FrameType.SETTINGS -> "SETTINGS " + (flags == FrameType.ACK ? "ack" : length);
            case FrameType.PING -> "PING" + (flags == FrameType.ACK ? " ack" : "");
            case FrameType.WINDOW_UPDATE ->
                    "WINDOW_UPDATE %d %d".formatted(stream, ByteBuffer.wrap(payload).getInt());
            case FrameType.RST_STREAM ->
                    "RST_STREAM %d %s"
                            .formatted(stream, ErrorCode.of(ByteBuffer.wrap(payload).getInt()));
            case FrameType.GOAWAY ->
                    "GOAWAY " + ErrorCode.of(ByteBuffer.wrap(payload).getInt(Integer.BYTES));
            default -> throw new AssertionError("a client sends no frame of type " + type);
        };
    }

    private static String end(int flags) {
        return (flags & FrameType.END_STREAM) != 0 ? " end" : "";
    }

    // Events.

    @Override
    public void ready() {
        events.add("ready");
    }

    @Override
    public void limited(long peerLimit) {
        events.add("limited " + peerLimit);
    }

    @Override
    public void responding(int slot) {
        events.add("responding " + slot);
    }

    @Override
    public void content(int slot, ByteBuffer piece) {
        events.add("content " + slot + " " + piece.remaining());
    }

    @Override
    public void responded(int slot, int status, int grpcStatus, boolean early) {
        events.add(
                "responded %d %d%s%s"
                        .formatted(
                                slot,
                                status,
                                grpcStatus < 0 ? "" : " grpc " + grpcStatus,
                                early ? " early" : ""));
    }

    @Override
    public void reset(int slot, ErrorCode code) {
        events.add("reset " + slot + " " + code);
    }

    @Override
    public void refused(int slot) {
        events.add("refused " + slot);
    }

    @Override
    public void malformed(int slot, String found) {
        events.add("malformed " + slot);
    }

    @Override
    public void goingAway(ErrorCode code, String words) {
        events.add("goingAway " + code + (words.isEmpty() ? "" : " " + words));
    }

    @Override
    public void failed(ConnectionFault fault) {
        events.add("failed %s %s".formatted(fault.kind(), fault.code()));
    }
}
