package dev.loombench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.loombench.websocket.OpeningHandshake;
import dev.loombench.websocket.WebSocketFrames;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/// A server that echoes messages of WebSocket, each in two fragments with a ping between them.
final class WebSocketServer implements Closeable {
    private static final int TEXT_BEGINS = 0x01;
    private static final int TEXT_ENDS = 0x80;
    private static final int PING = 0x89;

    private static final Pattern KEY = Pattern.compile("Sec-WebSocket-Key: (\\S+)");

    private final Listener listener;
    private final Set<String> received = ConcurrentHashMap.newKeySet();
    private final AtomicInteger pongs = new AtomicInteger();
    private final AtomicInteger closes = new AtomicInteger();

    private final int greetings;

    WebSocketServer() throws IOException {
        this(0);
    }

    /// @param greetings that it sends on each connection after the handshake
    WebSocketServer(int greetings) throws IOException {
        this.greetings = greetings;
        listener = Listener.start(this::serve);
    }

    InetSocketAddress address() {
        return listener.address();
    }

    /// The received messages, each once.
    Set<String> received() {
        return received;
    }

    int pongs() {
        return pongs.get();
    }

    int closes() {
        return closes.get();
    }

    private void serve(Socket socket) throws IOException {
        var in = new DataInputStream(socket.getInputStream());
        var key = KEY.matcher(head(in));
        if (!key.find()) {
            throw new IOException("no key");
        }
        var accepted =
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n"
                        .formatted(OpeningHandshake.accept(key.group(1)));
        socket.getOutputStream().write(accepted.getBytes(ISO_8859_1));
        for (int i = 0; i < greetings; i++) {
            socket.getOutputStream().write(fragments("Hello!".getBytes(UTF_8)));
        }
        while (serveFrame(in, socket)) {
            // until the client closes
        }
    }

    private static String head(DataInputStream in) throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.readUnsignedByte());
        }
        return head.toString();
    }

    private boolean serveFrame(DataInputStream in, Socket socket) throws IOException {
        int opcode = in.readUnsignedByte() & 0x0F;
        int length = in.readUnsignedByte() & 0x7F;
        if (length == 126) {
            length = in.readUnsignedShort();
        }
        var mask = in.readNBytes(4);
        var payload = in.readNBytes(length);
        for (int i = 0; i < length; i++) {
            payload[i] ^= mask[i % 4];
        }
        if (opcode == 0xA) {
            pongs.incrementAndGet();
        } else if (opcode == 0x8) {
            closes.incrementAndGet();
            return false;
        } else {
            received.add(new String(payload, UTF_8));
            socket.getOutputStream().write(fragments(payload));
        }
        return true;
    }

    private static byte[] fragments(byte[] payload) {
        int half = payload.length / 2;
        return WebSocketFrames.joined(
                WebSocketFrames.frame(TEXT_BEGINS, Arrays.copyOf(payload, half)),
                WebSocketFrames.frame(PING, new byte[] {1, 2}),
                WebSocketFrames.frame(
                        TEXT_ENDS, Arrays.copyOfRange(payload, half, payload.length)));
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
