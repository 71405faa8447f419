package dev.loombench.load.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.loombench.load.Listener;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.Semaphore;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/// A listener that handles each connection by a script, on a thread of its own.
public final class TlsServer implements AutoCloseable {
    public static final String HELLO = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

    /// The type of the first record of TLS.
    private static final byte HANDSHAKE = 22;

    private final Listener listener;

    /// What becomes of a connection, whose client may end its handshake.
    @FunctionalInterface
    public interface Script extends Listener.Service {}

    public TlsServer(Script script) throws IOException {
        listener = Listener.start(script);
    }

    /// Its address under a name.
    public InetSocketAddress address(String host) {
        try {
            var address = listener.address();
            var loopback = address.getAddress().getAddress();
            return new InetSocketAddress(
                    InetAddress.getByAddress(host, loopback), address.getPort());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Secures the server's end of a connection, which stays open when the result is closed.
    public static SSLSocket secure(Socket socket, SSLContext context, String... versions)
            throws IOException {
        var secured =
                (SSLSocket)
                        context.getSocketFactory()
                                .createSocket(socket, "client", socket.getPort(), false);
        secured.setUseClientMode(false);
        if (versions.length > 0) {
            secured.setEnabledProtocols(versions);
        }
        return secured;
    }

    /// Reads a request up to its empty line; false at the end of the connection.
    public static boolean readRequest(Socket socket) throws IOException {
        var in = socket.getInputStream();
        int matched = 0;
        while (matched < 4) {
            int b = in.read();
            if (b < 0) {
                return false;
            }
            matched = b == "\r\n\r\n".charAt(matched) ? matched + 1 : b == '\r' ? 1 : 0;
        }
        return true;
    }

    public static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(US_ASCII));
        socket.getOutputStream().flush();
    }

    /// A server that answers every request with `hello`.
    public static Script hello(SSLContext context, String... versions) {
        return socket -> {
            try (var secured = secure(socket, context, versions)) {
                while (readRequest(secured)) {
                    write(secured, HELLO);
                }
            }
        };
    }

    /// A server that requires a certificate of the client, and reads to the end of the connection,
    /// as a reset could overtake its alert.
    public static Script requiringCertificate(SSLContext context, String... versions) {
        return socket -> {
            try (var secured = secure(socket, context, versions)) {
                secured.setNeedClientAuth(true);
                readRequest(secured);
            } finally {
                if (!socket.isOutputShutdown()) {
                    socket.shutdownOutput();
                }
                socket.getInputStream().transferTo(OutputStream.nullOutputStream());
            }
        };
    }

    /// A server that answers every request with `hello`, and ends the connection of a client that
    /// does not begin with a handshake, as Node.js and Python do; one connection at a time.
    public static Script helloOrEnd(SSLContext context) {
        return plainOr("", context, HELLO);
    }

    /// A server with two responses, that ends plain connections; one connection at a time.
    ///
    /// @param plain to a client that does not begin with a handshake; empty for the end only
    /// @param secured to each request over TLS
    public static Script plainOr(String plain, SSLContext context, String secured) {
        var turn = new Semaphore(1);
        return socket -> {
            turn.acquire();
            try {
                plainOr(plain, socket, context, secured);
            } finally {
                turn.release();
            }
        };
    }

    private static void plainOr(String plain, Socket socket, SSLContext context, String response)
            throws IOException {
        if (socket.getInputStream().read() != HANDSHAKE) {
            if (!plain.isEmpty()) { // read to the end: a reset could overtake the response
                write(socket, plain);
                socket.shutdownOutput();
                socket.getInputStream().transferTo(OutputStream.nullOutputStream());
            }
            return;
        }
        var consumed = new ByteArrayInputStream(new byte[] {HANDSHAKE});
        try (socket;
                var secured =
                        (SSLSocket)
                                context.getSocketFactory().createSocket(socket, consumed, false)) {
            while (readRequest(secured)) {
                write(secured, response);
            }
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
