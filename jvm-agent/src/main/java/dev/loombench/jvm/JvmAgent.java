package dev.loombench.jvm;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.MessageDigest;

/// Connects this JVM with the lab, on loopback.
///
/// This JVM opens the connection and listens on no port. One daemon thread serves the connection
/// and ends with it, however the lab ends. The JDK's own local agent is not used, because it
/// listens on all interfaces and cannot be stopped.
///
/// Each side proves its identity with a secret before anything else is read.
public final class JvmAgent {
    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final int CONNECT_MILLIS = 5_000;

    private JvmAgent() {}

    /// @param arguments `PORT SECRET EXPECTED [figures]`: the lab's port, the secret that this JVM
    ///   sends, the one that it expects in return, and whether [FigureAgent] is meant
    public static void agentmain(String arguments, Instrumentation jvm) throws IOException {
        var parts = arguments.split(" ", -1);
        if (parts.length != 3 && !(parts.length == 4 && parts[3].equals("figures"))) {
            throw new IllegalArgumentException(
                    "jvm-agent: expected arguments PORT SECRET EXPECTED [figures]");
        }
        var socket = connect(Integer.parseInt(parts[0]), parts[1], parts[2]);
        var agent = parts.length == 4 ? new FigureAgent(socket, jvm) : new BeanAgent(socket);
        var thread = new Thread(null, agent, "loombench-agent", 0, false);
        thread.setDaemon(true);
        thread.start();
    }

    private static Socket connect(int port, String secret, String expectedSecret)
            throws IOException {
        var socket = new Socket();
        try {
            var lab = new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port);
            socket.connect(lab, CONNECT_MILLIS);
            socket.setTcpNoDelay(true);
            socket.getOutputStream().write(secret.getBytes(US_ASCII));
            socket.setSoTimeout(CONNECT_MILLIS);
            var expected = expectedSecret.getBytes(US_ASCII);
            if (!MessageDigest.isEqual(
                    expected, socket.getInputStream().readNBytes(expected.length))) {
                throw new IOException("jvm-agent: another program uses the lab's port");
            }
            socket.setSoTimeout(0);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }
}
