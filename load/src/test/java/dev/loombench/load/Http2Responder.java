package dev.loombench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.Objects.requireNonNull;

import dev.loombench.http2.FrameBytes;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLException;

/// A raw-socket server of HTTP/2 that handles each request as a test specifies: in a thread of its
/// own, once the request is complete.
final class Http2Responder implements Closeable {
    private static final int PREFACE_LENGTH = 24;
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int END_STREAM = 1;
    private static final int ACK = 1;

    private final Listener listener;
    private final int[] settings;
    private final RequestHandler handler;
    private final Securing securing;
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger pings = new AtomicInteger();

    /// What secures an accepted connection.
    @FunctionalInterface
    interface Securing {
        Socket secure(Socket accepted) throws IOException;
    }

    /// The handler of a request.
    @FunctionalInterface
    interface RequestHandler {
        void handle(Exchange exchange) throws IOException, InterruptedException;
    }

    /// A request and its connection.
    ///
    /// @param number from 1, over all connections
    /// @param head its header block, a character per byte: a load uses no Huffman code
    /// @param bodyLength bytes of its content
    record Exchange(Socket socket, int stream, int number, String head, long bodyLength) {
        void write(FrameBytes frames) throws IOException {
            synchronized (socket) {
                socket.getOutputStream().write(frames.bytes());
            }
        }

        /// Responds with a block of headers that ends the stream.
        void end(String... fields) throws IOException {
            write(new FrameBytes().headers(stream, true, fields));
        }

        void ok() throws IOException {
            write(new FrameBytes().ok(stream));
        }

        /// Closes with a RST instead of a FIN.
        void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }
    }

    /// @param settings identifiers and values by turns
    Http2Responder(RequestHandler handler, int... settings) throws IOException {
        this(plain -> plain, handler, settings);
    }

    Http2Responder(Securing securing, RequestHandler handler, int... settings) throws IOException {
        this.securing = securing;
        this.handler = handler;
        this.settings = settings.clone();
        listener = Listener.start(this::serve);
    }

    InetSocketAddress address() {
        return listener.address();
    }

    int requests() {
        return requests.get();
    }

    int connections() {
        return connections.get();
    }

    /// Acknowledgements of pings that clients have sent.
    int pings() {
        return pings.get();
    }

    private void serve(Socket accepted) {
        connections.incrementAndGet();
        try (var socket = securing.secure(accepted)) {
            var in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
            in.readFully(new byte[PREFACE_LENGTH]);
            synchronized (socket) {
                socket.getOutputStream().write(FrameBytes.begin(settings).bytes());
            }
            var heads = new HashMap<Integer, String>();
            var bodies = new HashMap<Integer, Long>();
            while (true) {
                frame(in, socket, heads, bodies);
            }
        } catch (EOFException | SocketException | SSLException _) {
            // The client, or the test, has closed the connection.
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void frame(
            DataInputStream in,
            Socket socket,
            Map<Integer, String> heads,
            Map<Integer, Long> bodies)
            throws IOException {
        int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
        int type = in.readUnsignedByte();
        int flags = in.readUnsignedByte();
        int stream = in.readInt();
        var payload = new byte[length];
        in.readFully(payload);
        switch (type) {
            case HEADERS -> {
                heads.put(stream, new String(payload, ISO_8859_1));
                bodies.put(stream, 0L);
            }
            case DATA -> {
                bodies.merge(stream, (long) length, Long::sum);
                credit(socket, stream, length);
            }
            case SETTINGS -> {
                if ((flags & ACK) == 0) {
                    send(socket, new FrameBytes().frame(SETTINGS, ACK, 0));
                }
            }
            case PING -> {
                if ((flags & ACK) == 0) {
                    send(socket, new FrameBytes().ping(ACK));
                } else {
                    pings.incrementAndGet();
                }
            }
            default -> {
                // The end of the stream was a flag of the first frame of a block.
            }
        }
        boolean carriesEnd = type == HEADERS || type == DATA;
        if (carriesEnd && (flags & END_STREAM) != 0) {
            long body = requireNonNull(bodies.remove(stream));
            var head = requireNonNull(heads.remove(stream));
            int number = requests.incrementAndGet();
            var exchange = new Exchange(socket, stream, number, head, body);
            Thread.ofVirtual().start(() -> handle(exchange));
        }
    }

    private static void credit(Socket socket, int stream, int length) throws IOException {
        if (length > 0) {
            send(socket, new FrameBytes().windowUpdate(0, length).windowUpdate(stream, length));
        }
    }

    private static void send(Socket socket, FrameBytes frames) throws IOException {
        synchronized (socket) {
            socket.getOutputStream().write(frames.bytes());
        }
    }

    private void handle(Exchange exchange) {
        try {
            handler.handle(exchange);
        } catch (IOException _) {
            // The client has closed the connection.
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
