package dev.loombench.agent.link;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jgroups.util.DefaultSocketFactory;
import org.jgroups.util.SocketFactory;

/// Sockets in TLS 1.3 in which both ends prove that they have the key.
///
/// A server socket returns connections after their handshake only, and each handshake has a thread
/// of its own: JGroups accepts one connection after the other and waits up to a second for what
/// each sends first, so a stranger with silent connections would keep a controller out.
final class TlsSockets {
    private static final String[] PROTOCOLS = {"TLSv1.3"};
    private static final int HANDSHAKE_MILLIS = 5_000;

    /// Further connections are closed at once.
    private static final int MOST_HANDSHAKES = 1_000;

    private TlsSockets() {}

    static SocketFactory of(SSLContext tls) {
        var client = tls.getSocketFactory();
        var sockets = new DefaultSocketFactory(client, new Servers(client));
        sockets.setSocketConfigurator(s -> ((SSLSocket) s).setEnabledProtocols(PROTOCOLS));
        return sockets;
    }

    private static final class Servers extends ServerSocketFactory {
        private final SSLSocketFactory tls;

        Servers(SSLSocketFactory tls) {
            this.tls = tls;
        }

        @Override
        public ServerSocket createServerSocket() throws IOException {
            return new Server(tls);
        }

        @Override
        public ServerSocket createServerSocket(int port) throws IOException {
            throw new SocketException("no address");
        }

        @Override
        public ServerSocket createServerSocket(int port, int backlog) throws IOException {
            throw new SocketException("no address");
        }

        @Override
        public ServerSocket createServerSocket(int port, int backlog, InetAddress address)
                throws IOException {
            throw new SocketException("bound later");
        }
    }

    private static final class Server extends ServerSocket {
        private final SSLSocketFactory tls;
        private final BlockingQueue<Socket> ready = new LinkedBlockingQueue<>();
        private final Set<Socket> handshakes = ConcurrentHashMap.newKeySet();

        Server(SSLSocketFactory tls) throws IOException {
            this.tls = tls;
        }

        @Override
        public void bind(SocketAddress address, int backlog) throws IOException {
            super.bind(address, backlog);
            Thread.ofPlatform()
                    .name("loombench-agent-accept-" + getLocalPort())
                    .daemon()
                    .start(this::acceptAll);
        }

        private void acceptAll() {
            while (!isClosed()) {
                try {
                    var socket = super.accept();
                    if (handshakes.size() < MOST_HANDSHAKES) {
                        handshakes.add(socket);
                        Thread.ofVirtual().start(() -> handshake(socket));
                    } else {
                        socket.close();
                    }
                } catch (IOException e) {
                    pauseUnlessClosed(); // such as no more descriptors
                }
            }
        }

        private void pauseUnlessClosed() {
            try {
                if (!isClosed()) {
                    Thread.sleep(10);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        /// A stranger's connection is closed: it fails, or is silent for too long.
        private void handshake(Socket socket) {
            try {
                socket.setSoTimeout(HANDSHAKE_MILLIS);
                var secured = (SSLSocket) tls.createSocket(socket, null, socket.getPort(), true);
                secured.setUseClientMode(false);
                secured.setNeedClientAuth(true);
                secured.setEnabledProtocols(PROTOCOLS);
                secured.startHandshake();
                secured.setSoTimeout(0);
                ready.add(secured);
            } catch (IOException e) {
                close(socket);
            } finally {
                handshakes.remove(socket);
            }
        }

        private static void close(Socket socket) {
            try {
                socket.close();
            } catch (IOException _) {
                // It is of no use any more.
            }
        }

        @Override
        public Socket accept() throws IOException {
            try {
                return ready.take();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SocketException("interrupted");
            }
        }

        @Override
        public void close() throws IOException {
            super.close();
            handshakes.forEach(Server::close);
            ready.forEach(Server::close);
        }
    }
}
