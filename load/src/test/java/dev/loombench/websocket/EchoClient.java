package dev.loombench.websocket;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.loombench.websocket.HandshakeReader.Result;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Random;
import java.util.Set;

/// A client that sends each message back, made of the reader and the writer of frames, as suites of
/// conformance want it. The reader keeps no payload, so this client does.
final class EchoClient implements AutoCloseable {
    private static final int LIMIT = 64 << 20;
    private static final int LENGTH_16 = 126;
    private static final int LENGTH_64 = 127;

    private final Random random = new Random(1);
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final MessageReader reader = new MessageReader(false, LIMIT);
    private final ByteBuffer one = ByteBuffer.allocate(1);
    private final ByteArrayOutputStream message = new ByteArrayOutputStream();

    /// Of the frame that is being read: its bytes so far, its length, and how many bytes precede
    /// the payload.
    private final ByteArrayOutputStream header = new ByteArrayOutputStream();

    private long payloadLeft;
    private boolean inPayload;

    private boolean closed;

    EchoClient(int port, String path) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        in = socket.getInputStream();
        out = socket.getOutputStream();
        handshake(port, path);
    }

    private void handshake(int port, String path) throws IOException {
        var key = OpeningHandshake.key(random.nextLong(), random.nextLong());
        var request =
                new StringBuilder("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n");
        OpeningHandshake.headers(key)
                .forEach((name, value) -> request.append(name + ": " + value + "\r\n"));
        out.write(request.append("\r\n").toString().getBytes(US_ASCII));
        var response = new HandshakeReader(key, Set.of());
        var result = Result.INCOMPLETE;
        while (result == Result.INCOMPLETE) {
            int b = in.read();
            if (b < 0) {
                throw new IOException("the server closed during the handshake");
            }
            result = response.feed(ByteBuffer.wrap(new byte[] {(byte) b}));
        }
        if (result != Result.OPEN) {
            throw new IOException("the handshake: " + result + " " + response.fault());
        }
    }

    /// Echoes until the connection ends, also by a reset: the suite judges the way in which it
    /// ended.
    void echo() throws IOException {
        try {
            receive(true);
        } catch (SocketException _) {
            // the end
        }
    }

    /// The first message, as a text; empty where the connection ends without one.
    String text() throws IOException {
        receive(false);
        return message.toString(UTF_8);
    }

    private void receive(boolean echoes) throws IOException {
        var buffer = new byte[64 * 1024];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            for (int i = 0; i < n; i++) {
                if (take(buffer[i], echoes)) {
                    return;
                }
            }
        }
    }

    /// @return whether nothing more is to be read; after a close frame the server ends the
    ///   connection
    private boolean take(byte b, boolean echoes) throws IOException {
        if (closed) {
            return false;
        }
        var event = reader.read(one.clear().put(b).flip());
        keep(b);
        switch (event) {
            case NONE, PONG -> {}
            case MESSAGE -> {
                if (!echoes) {
                    return true;
                }
                send(reader.isText() ? Opcode.TEXT : Opcode.BINARY, message.toByteArray());
                message.reset();
            }
            case PING -> send(Opcode.PONG, control());
            case CLOSE -> {
                send(Opcode.CLOSE, reader.closeCode() == CloseCode.NONE ? new byte[0] : control(2));
                closed = true;
            }
            case FAULT -> {
                int code = Objects.requireNonNull(reader.fault()).closeCode();
                send(Opcode.CLOSE, ByteBuffer.allocate(2).putShort((short) code).array());
                closed = true;
            }
        }
        return false;
    }

    private byte[] control() {
        return control(reader.controlLength());
    }

    private byte[] control(int length) {
        var payload = new byte[length];
        for (int i = 0; i < length; i++) {
            payload[i] = reader.control(i);
        }
        return payload;
    }

    /// Follows the frames, which the reader has found valid, and keeps payload of messages.
    private void keep(byte b) {
        if (inPayload) {
            if (!isControl()) {
                message.write(b);
            }
            payloadLeft--;
        } else {
            header.write(b);
            payloadLeft = payloadLength();
            inPayload = payloadLeft >= 0;
        }
        if (inPayload && payloadLeft == 0) {
            inPayload = false;
            header.reset();
        }
    }

    private boolean isControl() {
        return (header.toByteArray()[0] & 0x08) != 0;
    }

    /// -1 while the header is incomplete.
    private long payloadLength() {
        var bytes = ByteBuffer.wrap(header.toByteArray());
        if (bytes.capacity() < 2) {
            return -1;
        }
        int length = bytes.get(1) & 0x7F;
        return switch (length) {
            case LENGTH_16 -> bytes.capacity() < 4 ? -1 : bytes.getShort(2) & 0xFFFF;
            case LENGTH_64 -> bytes.capacity() < 10 ? -1 : bytes.getLong(2);
            default -> length;
        };
    }

    private void send(Opcode opcode, byte[] payload) throws IOException {
        var frame = ByteBuffer.allocate(FrameEncoder.MAX_HEADER + payload.length);
        FrameEncoder.masked(frame, opcode, true, ByteBuffer.wrap(payload), random.nextInt());
        out.write(frame.array(), 0, frame.position());
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
