package dev.loombench.http2;

import java.nio.ByteBuffer;
import java.util.Arrays;

/// Cuts the bytes of the peer into frames, and hands each to what reads its type.
///
/// Source: RFC 9113, sections 3.4, 4.1, 4.2 and 6.
final class FrameInput {
    private final ConnectionBuffers buffers;
    private final OpenStreams streams;
    private final IdleFrames idle;
    private final IncomingFrame frame = new IncomingFrame();
    private final IncomingData data;
    private final IncomingHeaders headers;
    private final IncomingControl control;

    /// The payload of a frame that came in pieces.
    private byte[] partial = new byte[0];

    private int partialLength;

    /// @param pending receives the replies
    FrameInput(
            ConnectionBuffers buffers,
            OpenStreams streams,
            PeerSettings settings,
            ControlFrames pending,
            IdleFrames idle,
            ClientConnection.Events events) {
        this.buffers = buffers;
        this.streams = streams;
        this.idle = idle;
        data = new IncomingData(frame, streams, pending, idle, events);
        headers = new IncomingHeaders(frame, streams, buffers, idle, events);
        control = new IncomingControl(frame, streams, settings, pending, idle, events);
    }

    /// Whether the peer's settings have come.
    boolean isEstablished() {
        return control.isEstablished();
    }

    /// Whether the peer has sent GOAWAY.
    boolean isGoingAway() {
        return control.isGoingAway();
    }

    /// Reads all bytes, unless the connection ends before.
    void read(ByteBuffer in) throws ConnectionFault {
        while (in.hasRemaining() && !streams.isClosed()) {
            if (frame.hasHeader()) {
                payload(in);
            } else if (frame.readHeader(in)) {
                begin(in);
            }
        }
    }

    private void begin(ByteBuffer in) throws ConnectionFault {
        requireExpected();
        if (frame.type == FrameType.DATA) {
            data.begin();
        }
        if (frame.left == 0) {
            payload(in);
        }
    }

    private void requireExpected() throws ConnectionFault {
        if (!control.isEstablished() && frame.type != FrameType.SETTINGS) {
            throw notSettings();
        }
        headers.requireExpected();
        if (frame.length > PeerSettings.MIN_FRAME) {
            throw ConnectionFault.frameSize(
                    "a frame of %,d bytes, above the limit".formatted(frame.length));
        }
    }

    private ConnectionFault notSettings() {
        if (frame.isHttp1()) {
            return new ConnectionFault(
                    ConnectionFault.Kind.HTTP1,
                    ErrorCode.PROTOCOL_ERROR,
                    "a response of HTTP/1.1 or a page of HTML where SETTINGS were expected");
        }
        return ConnectionFault.protocol("bytes that are no SETTINGS frame at the start");
    }

    private void payload(ByteBuffer in) throws ConnectionFault {
        switch (frame.type) {
            case FrameType.DATA -> data.read(in);
            case FrameType.HEADERS,
                    FrameType.PRIORITY,
                    FrameType.RST_STREAM,
                    FrameType.SETTINGS,
                    FrameType.PUSH_PROMISE,
                    FrameType.PING,
                    FrameType.GOAWAY,
                    FrameType.WINDOW_UPDATE,
                    FrameType.CONTINUATION ->
                    wholePayload(in);
            default -> unknown(in);
        }
    }

    /// Skips a frame of an extension.
    private void unknown(ByteBuffer in) throws ConnectionFault {
        frame.skip(in);
        if (frame.left == 0) {
            frame.end();
            idle.add();
        }
    }

    /// Handles a frame once its payload is complete; without a copy of its own where it came at
    /// once.
    private void wholePayload(ByteBuffer in) throws ConnectionFault {
        if (partialLength == 0 && in.remaining() >= frame.left) {
            in.get(buffers.payload, 0, frame.left);
            frame.end();
            handle(buffers.payload);
            return;
        }
        int count = Math.min(frame.left, in.remaining());
        if (partial.length < frame.length) {
            partial = Arrays.copyOf(partial, frame.length);
        }
        in.get(partial, partialLength, count);
        partialLength += count;
        frame.left -= count;
        if (frame.left == 0) {
            partialLength = 0;
            frame.end();
            handle(partial);
        }
    }

    private void handle(byte[] payload) throws ConnectionFault {
        switch (frame.type) {
            case FrameType.HEADERS -> headers.headers(payload);
            case FrameType.CONTINUATION -> headers.continuation(payload);
            case FrameType.SETTINGS -> control.settings(payload);
            case FrameType.PING -> control.ping(payload);
            case FrameType.GOAWAY -> control.goAway(payload);
            case FrameType.WINDOW_UPDATE -> control.windowUpdate(payload);
            case FrameType.RST_STREAM -> control.resetStream(payload);
            case FrameType.PRIORITY -> control.priority();
            default -> throw ConnectionFault.protocol("PUSH_PROMISE, which was refused");
        }
    }
}
