package dev.loombench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/// A server with a given response to each line.
public final class LineServer implements Closeable {
    private final ServerSocket listener;
    private final UnaryOperator<String> response;
    private final Set<String> received = ConcurrentHashMap.newKeySet();

    /// @param response to a line without its line feed; includes its own line feed
    public LineServer(UnaryOperator<String> response) throws IOException {
        this.response = response;
        listener = new ServerSocket(0, 4096, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    /// Echoes each line.
    public static LineServer echo() throws IOException {
        return new LineServer(line -> line + "\n");
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort());
    }

    /// The received lines, each once.
    public Set<String> received() {
        return received;
    }

    private void accept() {
        try {
            while (true) {
                var socket = listener.accept();
                Thread.ofVirtual().start(() -> serve(socket));
            }
        } catch (IOException _) {
            // Closed by the test.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
            for (var line = in.readLine(); line != null; line = in.readLine()) {
                received.add(line);
                socket.getOutputStream().write(response.apply(line).getBytes(UTF_8));
            }
        } catch (IOException _) {
            // The client closed: the end of this connection.
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
