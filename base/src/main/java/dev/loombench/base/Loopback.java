package dev.loombench.base;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.Optional;

/// The loopback addresses of both versions of IP. A server may listen on one of them only, as one
/// that listens on the name `localhost`.
public final class Loopback {
    private static final String NAME = "localhost";

    private static final int CONNECT_MILLIS = 1_000;

    private Loopback() {}

    /// Where a server accepts connections in place of a loopback address that refuses them; empty
    /// where none does.
    public static Optional<InetSocketAddress> elsewhere(InetSocketAddress address) {
        return other(address).filter(_ -> !accepts(address)).filter(Loopback::accepts);
    }

    /// The loopback address of the other version of IP with the same port; empty for an address
    /// that is none.
    public static Optional<InetSocketAddress> other(InetSocketAddress address) {
        return other(address, NAME);
    }

    /// @param name of the result, which requests have in their header Host
    static Optional<InetSocketAddress> other(InetSocketAddress address, String name) {
        if (!address.getAddress().isLoopbackAddress()) {
            return Optional.empty();
        }
        var other = address.getAddress() instanceof Inet6Address ? "127.0.0.1" : "::1";
        return Optional.of(new InetSocketAddress(named(name, other), address.getPort()));
    }

    private static InetAddress named(String name, String address) {
        try {
            return InetAddress.getByAddress(name, InetAddress.ofLiteral(address).getAddress());
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e); // its length is that of an address
        }
    }

    /// Whether a process accepts a connection.
    public static boolean accepts(InetSocketAddress address) {
        try (var probe = new Socket()) {
            probe.connect(address, CONNECT_MILLIS);
            return !isConnectedToItself(probe);
        } catch (IOException e) {
            return false;
        }
    }

    /// Whether a socket is both ends of its connection, where no process listens: the kernel may
    /// take the port of the destination for that of the source, and then both ends open at once.
    ///
    /// Source: RFC 9293, 3.5 (simultaneous connection synchronization).
    static boolean isConnectedToItself(Socket socket) {
        return socket.getLocalSocketAddress().equals(socket.getRemoteSocketAddress());
    }
}
