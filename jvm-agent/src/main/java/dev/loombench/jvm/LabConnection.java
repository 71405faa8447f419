package dev.loombench.jvm;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.security.MessageDigest;

/// The connection that this JVM opens to the lab, and its two directions.
final class LabConnection implements Closeable {
    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final int CONNECT_MILLIS = 5_000;

    final InputStream in;
    final OutputStream out;
    private final Closeable connection;

    private LabConnection(InputStream in, OutputStream out, Closeable connection) {
        this.in = in;
        this.out = out;
        this.connection = connection;
    }

    /// Connects, and proves the identity of both sides by their secrets.
    ///
    /// @param address a port of loopback, or the path of a socket
    /// @param secret that this JVM sends
    /// @param expected that the lab sends
    /// @throws ReflectiveOperationException before JDK 16, where the address is a path
    static LabConnection open(String address, String secret, String expected)
            throws IOException, ReflectiveOperationException {
        return address.startsWith("/")
                ? overFile(address, secret, expected)
                : overLoopback(Integer.parseInt(address), secret, expected);
    }

    private static LabConnection overLoopback(int port, String secret, String expected)
            throws IOException {
        var socket = new Socket();
        try {
            var address = new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port);
            socket.connect(address, CONNECT_MILLIS);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(CONNECT_MILLIS);
            var lab = new LabConnection(socket.getInputStream(), socket.getOutputStream(), socket);
            lab.authenticate(secret, expected);
            socket.setSoTimeout(0);
            return lab;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static LabConnection overFile(String path, String secret, String expected)
            throws IOException, ReflectiveOperationException {
        var address =
                (SocketAddress)
                        Class.forName("java.net.UnixDomainSocketAddress") // JDK 16
                                .getMethod("of", String.class)
                                .invoke(null, path);
        var channel = SocketChannel.open(address);
        try {
            var lab =
                    new LabConnection(
                            Channels.newInputStream(channel),
                            Channels.newOutputStream(channel),
                            channel);
            lab.authenticate(secret, expected);
            return lab;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private void authenticate(String secret, String expectedSecret) throws IOException {
        out.write(secret.getBytes(US_ASCII));
        var expected = expectedSecret.getBytes(US_ASCII);
        if (!MessageDigest.isEqual(expected, in.readNBytes(expected.length))) {
            throw new IOException("another program uses the lab's address");
        }
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
