package dev.loombench.agent.link;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ServerSocketFactory;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jgroups.util.DefaultSocketFactory;

/// Sockets whose server returns only connections of members: after their handshake in TLS 1.3, in
/// which both ends prove that they have the key, or without a key after the first words of JGroups.
///
/// JGroups accepts one connection after the other and waits up to a second for what each sends
/// first, so a stranger with silent connections would keep a controller out. Here each introduction
/// has a thread of its own and a deadline, however slowly bytes arrive; of an address with many,
/// the oldest makes room: that of a member takes milliseconds.
final class GuardedSockets {
    private static final String[] PROTOCOLS = {"TLSv1.3"};
    private static final int POLL_MILLIS = 2;

    private GuardedSockets() {}

    /// Limits of connections whose ends have not introduced themselves.
    ///
    /// @param most number of those that others open
    /// @param deadline of each, also of those that this process opens
    record Limits(int most, Duration deadline) {
        /// Those of this process.
        static Limits ofProcess() {
            return new Limits(Strangers.most(), Duration.ofSeconds(5));
        }
    }

    /// What the other end of a connection shows of its key.
    enum PeerKey {
        /// It has this key.
        SAME,
        /// It has another one.
        OTHER,
        /// It ended the connection or speaks another protocol before it showed a key.
        NOT_SHOWN
    }

    static org.jgroups.util.SocketFactory of(SSLContext tls, Limits limits) {
        var client = tls.getSocketFactory();
        var sockets =
                new DefaultSocketFactory(client, new Servers(limits, s -> handshake(client, s)));
        sockets.setSocketConfigurator(s -> {
            var connecting = (SSLSocket) s;
            connecting.setEnabledProtocols(PROTOCOLS);
            closeUnlessSecured(connecting, limits.deadline());
        });
        return sockets;
    }

    /// Ends a handshake that is not over at the deadline. The kernel connects to a process that is
    /// stopped, which then does not respond, and JGroups waits for it without a limit: nothing is
    /// sent to that member, and no view without it arrives.
    private static void closeUnlessSecured(SSLSocket connecting, Duration deadline) {
        var secured = new AtomicBoolean();
        connecting.addHandshakeCompletedListener(_ -> secured.set(true));
        Thread.ofVirtual()
                .start(() -> {
                    sleep(deadline);
                    if (!secured.get()) {
                        close(connecting);
                    }
                });
    }

    private static void sleep(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException _) {
            // It is of no use any more.
        }
    }

    /// Without encryption.
    ///
    /// @param hello bytes that a member sends first
    static org.jgroups.util.SocketFactory plain(int hello, Limits limits) {
        return new DefaultSocketFactory(
                SocketFactory.getDefault(), new Servers(limits, s -> awaitHello(s, hello)));
    }

    /// The key of the other end, to which this end proves that it has its own.
    ///
    /// @param socket connected, with a time limit of its reads
    static PeerKey keyOf(SSLContext tls, Socket socket) {
        try {
            var secured =
                    (SSLSocket)
                            tls.getSocketFactory()
                                    .createSocket(socket, null, socket.getPort(), false);
            secured.setEnabledProtocols(PROTOCOLS);
            secured.startHandshake();
            return PeerKey.SAME;
        } catch (IOException e) {
            return isOfCertificate(e) ? PeerKey.OTHER : PeerKey.NOT_SHOWN;
        }
    }

    private static boolean isOfCertificate(Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException) {
                return true;
            }
        }
        return false;
    }

    private interface Introduction {
        /// @return the connection of a member
        /// @throws IOException when the other end is none, or the connection was closed meanwhile
        Socket of(Socket socket) throws IOException, InterruptedException;
    }

    private static Socket handshake(SSLSocketFactory tls, Socket socket) throws IOException {
        var secured = (SSLSocket) tls.createSocket(socket, null, socket.getPort(), true);
        secured.setUseClientMode(false);
        secured.setNeedClientAuth(true);
        secured.setEnabledProtocols(PROTOCOLS);
        secured.startHandshake();
        return secured;
    }

    private static Socket awaitHello(Socket socket, int bytes)
            throws IOException, InterruptedException {
        var in = socket.getInputStream();
        while (in.available() < bytes) {
            Thread.sleep(POLL_MILLIS);
        }
        return socket;
    }

    private static final class Servers extends ServerSocketFactory {
        private final Limits limits;
        private final Introduction introduction;

        Servers(Limits limits, Introduction introduction) {
            this.limits = limits;
            this.introduction = introduction;
        }

        @Override
        public ServerSocket createServerSocket() throws IOException {
            return new Server(limits, introduction);
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
        private final Introduction introduction;
        private final BlockingQueue<Socket> ready = new LinkedBlockingQueue<>();
        private final Duration deadline;
        private final Strangers strangers;

        Server(Limits limits, Introduction introduction) throws IOException {
            this.introduction = introduction;
            deadline = limits.deadline();
            strangers = new Strangers(limits.most());
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
                    strangers.add(socket).ifPresent(GuardedSockets::close);
                    Thread.ofVirtual().start(() -> introduce(socket));
                    Thread.ofVirtual().start(() -> endAtDeadline(socket));
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

        private void introduce(Socket socket) {
            Optional<Socket> member = Optional.empty();
            try {
                member = Optional.of(introduction.of(socket));
            } catch (IOException | InterruptedException e) {
                GuardedSockets.close(socket); // of a stranger
            } finally {
                if (strangers.remove(socket)) {
                    member.ifPresent(ready::add);
                }
            }
        }

        private void endAtDeadline(Socket socket) {
            sleep(deadline);
            if (strangers.remove(socket)) {
                GuardedSockets.close(socket);
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
            strangers.removeAll().forEach(GuardedSockets::close);
            ready.forEach(GuardedSockets::close);
        }
    }
}
