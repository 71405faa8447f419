package dev.loombench.load.websocket;

import dev.loombench.load.request.EncodedRequest;
import dev.loombench.websocket.HandshakeReader;
import dev.loombench.websocket.MessageReader;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// A connection of WebSocket, open or not. Created once and reused.
final class WebSocketConnection {
    /// Maximum length of the payload of a control frame.
    static final int CONTROL_BYTES = 125;

    enum Phase {
        CLOSED,
        /// The connection below is being opened.
        CONNECTING,
        /// The response to the handshake is pending.
        HANDSHAKE,
        /// The handshake is accepted, and greetings of the server are pending.
        GREETING,
        OPEN,
        /// The end or a failure was reported.
        FAILED
    }

    final int id;
    final MessageReader reader;

    /// What is sent: a handshake or a frame.
    final EncodedRequest out;

    final ByteBuffer outBytes;

    /// The payload of the latest ping, or of a close frame.
    final ByteBuffer control = ByteBuffer.allocate(CONTROL_BYTES);

    Phase phase = Phase.CLOSED;

    /// Incremented by each close, so that a loop over events finds out that its connection ended.
    int generation;

    @Nullable HandshakeReader handshake;

    /// Greetings of the server that have not come.
    int greetingsLeft;

    /// A message that waits for the frame before it to be sent.
    @Nullable EncodedRequest waiting;

    /// Whether the frame that was sent last is a message, and not an answer to a ping.
    boolean sendsMessage;

    /// Whether a pong with the payload in `control` is to be sent.
    boolean owesPong;

    /// Whether a message was sent to which none has come in return.
    boolean expectsMessage;

    /// Whether it was sent before the bytes came that are being read.
    boolean mayRespond;

    /// Whether the message that has begun to come is no response.
    boolean isUnrequested;

    /// @param memory for the longest frame and the handshake
    /// @param limit of a received message, bytes
    WebSocketConnection(int id, MemorySegment memory, long limit) {
        this.id = id;
        reader = new MessageReader(false, limit);
        out = EncodedRequest.over(memory);
        outBytes = memory.asByteBuffer().order(ByteOrder.BIG_ENDIAN);
    }

    /// Whether frames may be sent and come.
    boolean hasFrames() {
        return phase == Phase.OPEN || phase == Phase.GREETING;
    }

    void reset(Phase next) {
        phase = next;
        generation++;
        handshake = null;
        greetingsLeft = 0;
        waiting = null;
        sendsMessage = false;
        owesPong = false;
        expectsMessage = false;
        mayRespond = false;
        isUnrequested = false;
        reader.reset();
    }
}
