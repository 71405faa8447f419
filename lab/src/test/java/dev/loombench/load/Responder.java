package dev.loombench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// A server that does to each request whatever a test wants, on a raw socket.
public final class Responder implements Closeable {
    public static final String HELLO = "HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\nHello world!";

    private static final Set<Socket> TAKEN = ConcurrentHashMap.newKeySet();

    private final ServerSocket listener;
    private final Conduct conduct;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger requests = new AtomicInteger();

    /// What to do with a request.
    @FunctionalInterface
    interface Conduct {
        void answer(Talk talk) throws IOException, InterruptedException;
    }

    /// A request and the socket it came by.
    ///
    /// @param number from 1, over all connections
    /// @param onConnection from 1
    /// @param head as it came
    record Talk(Socket socket, int number, int onConnection, String head, String body) {

        /// As in `GET /hello HTTP/1.1`.
        String line() {
            return head.lines().findFirst().orElseThrow();
        }

        void write(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(ISO_8859_1));
        }

        /// Closes with a RST instead of a FIN.
        void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }
    }

    Responder(Conduct conduct) throws IOException {
        this.conduct = conduct;
        listener = new ServerSocket(0, 4096, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    public static Responder always(String answer) throws IOException {
        return new Responder(talk -> talk.write(answer));
    }

    /// A port of this machine on which nobody listens, nor can: it is taken until this JVM ends.
    @SuppressWarnings("resource")
    public static InetSocketAddress addressOfNobody() throws IOException {
        var taken = new Socket();
        taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        TAKEN.add(taken);
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), taken.getLocalPort());
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort());
    }

    int requests() {
        return requests.get();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                var socket = listener.accept();
                socket.setTcpNoDelay(true);
                open.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException e) {
                if (!listener.isClosed()) {
                    throw new AssertionError(e);
                }
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            var in = new BufferedInputStream(socket.getInputStream());
            var head = readHead(in);
            for (int i = 1; !head.isEmpty(); i++) {
                var body = readBody(in, head);
                conduct.answer(new Talk(socket, requests.incrementAndGet(), i, head, body));
                head = readHead(in);
            }
        } catch (IOException | InterruptedException _) {
            // The client went away, or the conduct closed the socket: the end of this connection.
        } finally {
            open.remove(socket);
        }
    }

    /// Empty at the end of the stream.
    private static String readHead(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            int b = in.read();
            if (b < 0) {
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
        for (var socket : open) {
            socket.close();
        }
    }
}
