package dev.loombench.load;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Listens on a free port, and serves each connection in a thread of its own. Its end closes them.
public final class Listener implements Closeable {
    private final ServerSocket socket;
    private final Service service;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    /// What becomes of a connection, which is closed behind it.
    @FunctionalInterface
    public interface Service {
        void serve(Socket connection) throws IOException, InterruptedException;
    }

    private Listener(ServerSocket socket, Service service) {
        this.socket = socket;
        this.service = service;
    }

    /// Listens on loopback.
    public static Listener start(Service service) throws IOException {
        return start(InetAddress.getLoopbackAddress(), service);
    }

    /// @param address of this machine
    static Listener start(InetAddress address, Service service) throws IOException {
        var listener = new Listener(new ServerSocket(0, 4096, address), service);
        Thread.ofVirtual().start(listener::accept);
        return listener;
    }

    /// A port of loopback on which nothing listens.
    public static int freePort() throws IOException {
        try (var probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(socket.getInetAddress(), socket.getLocalPort());
    }

    private void accept() {
        try {
            while (true) {
                var connection = socket.accept();
                open.add(connection);
                Thread.ofVirtual().start(() -> serve(connection));
            }
        } catch (IOException e) {
            if (!socket.isClosed()) {
                throw new AssertionError(e);
            }
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            service.serve(connection);
        } catch (IOException | InterruptedException _) {
            // The client, the service or the test has closed it: the end of this connection.
        } finally {
            open.remove(connection);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
        for (var connection : open) {
            connection.close();
        }
    }
}
