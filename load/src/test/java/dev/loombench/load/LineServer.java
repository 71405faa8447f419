package dev.loombench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/// A server with a given response to each line.
public final class LineServer implements Closeable {
    private final Listener listener;
    private final UnaryOperator<String> response;
    private final Set<String> received = ConcurrentHashMap.newKeySet();

    /// @param response to a line without its line feed; includes its own line feed
    public LineServer(UnaryOperator<String> response) throws IOException {
        this.response = response;
        listener = Listener.start(this::serve);
    }

    /// Echoes each line.
    public static LineServer echo() throws IOException {
        return new LineServer(line -> line + "\n");
    }

    public InetSocketAddress address() {
        return listener.address();
    }

    /// The received lines, each once.
    public Set<String> received() {
        return received;
    }

    private void serve(Socket socket) throws IOException {
        var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
        for (var line = in.readLine(); line != null; line = in.readLine()) {
            received.add(line);
            socket.getOutputStream().write(response.apply(line).getBytes(UTF_8));
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
