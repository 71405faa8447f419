package dev.loombench.load.websocket;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.loombench.http.Http2Settings;
import dev.loombench.load.request.EncodedRequest;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.transport.Transport;
import dev.loombench.load.transport.TransportLayer;
import dev.loombench.load.websocket.WebSocketConnection.Phase;
import dev.loombench.websocket.CloseCode;
import dev.loombench.websocket.Fault;
import dev.loombench.websocket.FrameEncoder;
import dev.loombench.websocket.HandshakeReader;
import dev.loombench.websocket.Opcode;
import dev.loombench.websocket.OpeningHandshake;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;

/// Connections of WebSocket over those of another transport.
///
/// A connection is reported as opened once the server has accepted the handshake and sent the
/// greetings that it sends of its own accord, so that the time of both is part of the time to open
/// it. What is sent is a message, put into one masked frame; what is received is the bytes of a
/// message, and then no byte at its end. The first message after one was sent is its response, and
/// others are counted and dropped. Bytes that came before a message was sent, or in the same read,
/// are none of its response. Pings are answered, and a close frame is reported as a failure by its
/// code.
///
/// Masks and keys come from a seed: they protect proxies from pages with a script, and a load has
/// none.
final class WebSocketTransport extends TransportLayer {
    private static final ByteBuffer END = ByteBuffer.allocate(0);

    private final byte[] request;

    /// Where the key is in the request.
    private final int keyAt;

    private final Set<String> protocols;
    private final int greetings;

    /// Of the messages that are sent.
    private final Opcode opcode;

    private final SplittableRandom random;
    private final WebSocketConnection[] connections;

    /// @param setup of the load
    /// @param count of connections
    WebSocketTransport(Transport inner, WebSocketSetup setup, int count, SplittableRandom random) {
        super(inner);
        this.random = random;
        request = setup.request();
        keyAt = setup.keyAt();
        protocols = setup.protocols();
        greetings = setup.policy().greetings();
        opcode = setup.policy().binary() ? Opcode.BINARY : Opcode.TEXT;
        connections = new WebSocketConnection[count];
        long bytes = setup.longestSend();
        var memory = Arena.ofAuto().allocate(bytes * count);
        for (int i = 0; i < count; i++) {
            connections[i] =
                    new WebSocketConnection(
                            i, memory.asSlice(i * bytes, bytes), WebSocketSetup.MESSAGE_LIMIT);
        }
    }

    // Operations.

    @Override
    public void connect(int id) {
        connections[id].reset(Phase.CONNECTING);
        inner.connect(id);
    }

    @Override
    public void send(int id, EncodedRequest message) {
        var connection = connections[id];
        if (connection.waiting != null) {
            throw new IllegalStateException("the previous message is not sent");
        }
        if (connection.phase != Phase.OPEN) {
            return; // its failure is reported next
        }
        connection.expectsMessage = true;
        connection.waiting = message;
        sendNext(connection);
    }

    @Override
    public boolean isSending(int id) {
        var connection = connections[id];
        return connection.waiting != null || (connection.sendsMessage && inner.isSending(id));
    }

    /// An open connection ends with a close frame, for whose answer the load does not wait.
    @Override
    public void close(int id) {
        var connection = connections[id];
        if (connection.hasFrames() && !inner.isSending(id)) {
            sendClose(connection, CloseCode.NORMAL);
        }
        connection.reset(Phase.CLOSED);
        inner.close(id);
    }

    @Override
    public ErrorKind openingTimeout(int id) {
        return switch (connections[id].phase) {
            case HANDSHAKE -> ErrorKind.UPGRADE_TIMEOUT;
            case GREETING -> ErrorKind.GREETING_TIMEOUT;
            case CLOSED, CONNECTING, OPEN, FAILED -> inner.openingTimeout(id);
        };
    }

    // Frames.

    /// Sends what waits, a pong first, unless a frame is still being sent.
    private void sendNext(WebSocketConnection connection) {
        if (inner.isSending(connection.id)) {
            return;
        }
        if (connection.owesPong) {
            connection.owesPong = false;
            connection.sendsMessage = false;
            send(connection, Opcode.PONG, connection.control);
            if (inner.isSending(connection.id)) {
                return;
            }
        }
        var message = connection.waiting;
        if (message != null) {
            connection.waiting = null;
            connection.sendsMessage = true;
            send(connection, opcode, message.from(0));
        }
    }

    private void send(WebSocketConnection connection, Opcode opcode, ByteBuffer payload) {
        FrameEncoder.masked(connection.outBytes.clear(), opcode, true, payload, random.nextInt());
        connection.out.setLength(connection.outBytes.position());
        inner.sendTracked(connection.id, connection.out);
    }

    /// Not tracked, so that the frame is on its way when the connection is closed next.
    private void sendClose(WebSocketConnection connection, int code) {
        var payload = connection.control.clear();
        if (code != CloseCode.NONE) {
            payload.putShort((short) code);
        }
        FrameEncoder.masked(
                connection.outBytes.clear(), Opcode.CLOSE, true, payload.flip(), random.nextInt());
        connection.out.setLength(connection.outBytes.position());
        inner.send(connection.id, connection.out);
    }

    // Events of the other transport.

    @Override
    public void opened(int id) {
        var connection = connections[id];
        var key = OpeningHandshake.key(random.nextLong(), random.nextLong());
        connection.handshake = new HandshakeReader(key, protocols);
        connection.outBytes.clear().put(request).put(keyAt, key.getBytes(US_ASCII));
        connection.out.setLength(request.length);
        connection.phase = Phase.HANDSHAKE;
        inner.sendTracked(id, connection.out);
    }

    @Override
    public void sent(int id) {
        var connection = connections[id];
        if (connection.hasFrames()) {
            sendNext(connection);
        }
    }

    @Override
    public void received(int id, ByteBuffer bytes) {
        var connection = connections[id];
        int generation = connection.generation;
        connection.mayRespond = connection.expectsMessage;
        if (connection.phase == Phase.HANDSHAKE) {
            readHandshake(connection, bytes);
        }
        while (connection.generation == generation
                && connection.hasFrames()
                && bytes.hasRemaining()) {
            readFrames(connection, bytes);
        }
    }

    private void readHandshake(WebSocketConnection connection, ByteBuffer bytes) {
        var handshake = Objects.requireNonNull(connection.handshake);
        if (handshake.isAtStart() && Http2Settings.isStartOf(bytes)) {
            fail(connection, ErrorKind.HTTP2_ONLY);
            return;
        }
        switch (handshake.feed(bytes)) {
            case INCOMPLETE -> {}
            case OPEN -> {
                connection.handshake = null;
                connection.greetingsLeft = greetings;
                connection.phase = Phase.GREETING;
                openGreeted(connection);
            }
            case REFUSED -> {
                connection.phase = Phase.FAILED;
                handler().handshakeRefused(connection.id, handshake.status());
            }
            case MALFORMED -> {
                handler().fault(ErrorKind.UPGRADE_FAILED, handshake.fault());
                fail(connection, ErrorKind.UPGRADE_FAILED);
            }
            case TOO_LARGE -> fail(connection, ErrorKind.TOO_LARGE);
        }
    }

    /// Reports a connection as open when no greeting is pending.
    private void openGreeted(WebSocketConnection connection) {
        if (connection.greetingsLeft == 0) {
            connection.phase = Phase.OPEN;
            handler().opened(connection.id);
        }
    }

    /// Reads up to the next message, control frame or fault.
    private void readFrames(WebSocketConnection connection, ByteBuffer bytes) {
        int from = bytes.position();
        switch (connection.reader.read(bytes)) {
            case NONE -> report(connection, bytes, from, false);
            case MESSAGE -> report(connection, bytes, from, true);
            case PING -> {
                var payload = connection.control.clear();
                for (int i = 0; i < connection.reader.controlLength(); i++) {
                    payload.put(connection.reader.control(i));
                }
                payload.flip();
                connection.owesPong = true;
                sendNext(connection);
            }
            case PONG -> {}
            case CLOSE -> {
                int code = connection.reader.closeCode();
                var kind = ErrorKind.ofCloseCode(code);
                answerClose(connection, code);
                handler().fault(kind, connection.reader.closeReason());
                fail(connection, kind);
            }
            case FAULT -> {
                var fault = Objects.requireNonNull(connection.reader.fault());
                answerClose(connection, fault.closeCode());
                handler().fault(kind(fault), fault.text());
                fail(connection, kind(fault));
            }
        }
    }

    private void answerClose(WebSocketConnection connection, int code) {
        if (!inner.isSending(connection.id)) {
            sendClose(connection, code);
        }
    }

    private static ErrorKind kind(Fault fault) {
        return switch (fault) {
            case TOO_BIG -> ErrorKind.TOO_LARGE;
            case TEXT -> ErrorKind.FRAME_NOT_UTF8;
            case RESERVED_BITS,
                    RESERVED_OPCODE,
                    MASK,
                    FRAGMENTED_CONTROL,
                    LONG_CONTROL,
                    LENGTH,
                    NO_MESSAGE,
                    WITHIN_MESSAGE,
                    CLOSE_PAYLOAD,
                    CLOSE_CODE ->
                    ErrorKind.FRAME_MALFORMED;
        };
    }

    /// Passes on the bytes that were read, if they may be those of a response.
    private void report(WebSocketConnection connection, ByteBuffer bytes, int from, boolean ends) {
        if (connection.phase == Phase.GREETING) {
            if (ends) {
                connection.greetingsLeft--;
                openGreeted(connection);
            }
            return;
        }
        if (connection.isUnrequested || !connection.mayRespond) {
            connection.isUnrequested = !ends && connection.reader.isInMessage();
            if (ends) {
                handler().unrequestedMessage();
            }
            return;
        }
        int generation = connection.generation;
        int to = bytes.position();
        int limit = bytes.limit();
        if (to > from) {
            bytes.position(from).limit(to);
            handler().received(connection.id, bytes);
            bytes.limit(limit).position(to);
        }
        if (ends && connection.generation == generation) {
            connection.expectsMessage = false;
            connection.mayRespond = false;
            handler().received(connection.id, END);
        }
    }

    @Override
    public void ended(int id) {
        switch (connections[id].phase) {
            case HANDSHAKE, GREETING -> fail(connections[id], ErrorKind.CLOSED_EARLY);
            case OPEN -> handler().ended(id);
            case CLOSED, CONNECTING, FAILED -> {}
        }
    }

    @Override
    public void broken(int id, ErrorKind error) {
        if (connections[id].phase != Phase.FAILED) {
            fail(connections[id], error);
        }
    }

    @Override
    public void alert(String name) {
        handler().alert(name);
    }

    @Override
    public void fault(ErrorKind kind, String found) {
        handler().fault(kind, found);
    }

    private void fail(WebSocketConnection connection, ErrorKind error) {
        connection.phase = Phase.FAILED;
        handler().broken(connection.id, error);
    }
}
