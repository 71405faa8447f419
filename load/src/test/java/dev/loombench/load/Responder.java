package dev.loombench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// A raw-socket server that handles each request as a test specifies.
public final class Responder implements Closeable {
    public static final String HELLO = "HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\nHello world!";

    private static final Set<Socket> RESERVED = ConcurrentHashMap.newKeySet();

    /// The type of a record of TLS, its first byte.
    private static final int TLS_HANDSHAKE = 22;

    private final Listener listener;
    private final RequestHandler handler;
    private final AtomicInteger requests = new AtomicInteger();

    /// The handler of a request.
    @FunctionalInterface
    public interface RequestHandler {
        void handle(RequestExchange exchange) throws IOException, InterruptedException;
    }

    /// A request and its socket.
    ///
    /// @param number from 1, over all connections
    /// @param onConnection from 1
    /// @param head as received
    public record RequestExchange(
            Socket socket, int number, int onConnection, String head, String body) {

        /// As in `GET /hello HTTP/1.1`.
        public String line() {
            return head.lines().findFirst().orElseThrow();
        }

        public void write(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(ISO_8859_1));
        }

        /// Closes with a RST instead of a FIN.
        public void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }
    }

    public Responder(RequestHandler handler) throws IOException {
        this(InetAddress.getLoopbackAddress(), handler);
    }

    /// @param address of this machine, on which it listens
    public Responder(InetAddress address, RequestHandler handler) throws IOException {
        this.handler = handler;
        listener = Listener.start(address, this::serve);
    }

    public static Responder always(String response) throws IOException {
        return new Responder(exchange -> exchange.write(response));
    }

    /// Records the request lines.
    public static Responder recording(Queue<String> lines) throws IOException {
        return new Responder(exchange -> {
            lines.add(exchange.line());
            exchange.write(HELLO);
        });
    }

    /// A local port without a listener; it stays reserved until this JVM ends.
    @SuppressWarnings("resource")
    public static InetSocketAddress unusedAddress() throws IOException {
        var reserved = new Socket();
        reserved.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        RESERVED.add(reserved);
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), reserved.getLocalPort());
    }

    public InetSocketAddress address() {
        return listener.address();
    }

    public int requests() {
        return requests.get();
    }

    private void serve(Socket socket) throws IOException, InterruptedException {
        socket.setTcpNoDelay(true);
        var in = new BufferedInputStream(socket.getInputStream());
        var head = readHead(in);
        for (int i = 1; !head.isEmpty(); i++) {
            var body = readBody(in, head);
            handler.handle(new RequestExchange(socket, requests.incrementAndGet(), i, head, body));
            head = readHead(in);
        }
    }

    /// Empty at the end of the stream, and where a handshake of TLS begins: a client that asks for
    /// one would wait for its time-out.
    private static String readHead(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            int b = in.read();
            if (b < 0 || (b == TLS_HANDSHAKE && head.isEmpty())) {
                return "";
            }
            head.append((char) b);
        }
        return head.toString();
    }

    private static String readBody(InputStream in, String head) throws IOException {
        int at = head.indexOf("Content-Length: ");
        if (at < 0) {
            return "";
        }
        int length = Integer.parseInt(head.substring(at + 16, head.indexOf("\r\n", at)));
        return new String(in.readNBytes(length), UTF_8);
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
