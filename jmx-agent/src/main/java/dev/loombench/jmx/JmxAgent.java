package dev.loombench.jmx;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.management.MBeanServerConnection;
import org.jspecify.annotations.Nullable;

/// Calls the management beans of this JVM for the lab, over one connection to the lab on loopback.
///
/// This JVM opens the connection and listens on no port. One daemon thread serves the connection
/// and ends with it, however the lab ends. The JDK's own local agent is not used, because it
/// listens on all interfaces and cannot be stopped.
///
/// Each side proves its identity with a secret before any object is deserialized. A call is
/// `{method, parameter types, arguments}` of [MBeanServerConnection], a reply `{true, value}` or
/// `{false, exception}`. Both are sent as a length and a serialized array.
public final class JmxAgent implements Runnable {
    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final int CONNECT_MILLIS = 5_000;
    private static final int MAX_CALL_BYTES = 1 << 20;

    /// In place of the service's own filter for deserialization, which may reject everything, as
    /// Helidon's does.
    private static final ObjectInputFilter CALLS =
            ObjectInputFilter.Config.createFilter("java.lang.*;java.util.*;javax.management.**;!*");

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final BeanServers beans = new BeanServers();

    private JmxAgent(Socket socket) throws IOException {
        this.socket = socket;
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
    }

    /// @param arguments `PORT SECRET EXPECTED [figures]`: the lab's port, the secret that this JVM
    ///   sends, the one that it expects in return, and whether [FigureAgent] is meant
    public static void agentmain(String arguments) throws IOException {
        var parts = arguments.split(" ", -1);
        if (parts.length != 3 && !(parts.length == 4 && parts[3].equals("figures"))) {
            throw new IllegalArgumentException(
                    "jmx-agent: expected arguments PORT SECRET EXPECTED [figures]");
        }
        var socket = connect(Integer.parseInt(parts[0]), parts[1], parts[2]);
        var agent = parts.length == 4 ? new FigureAgent(socket) : new JmxAgent(socket);
        var thread = new Thread(null, agent, "loombench-jmx", 0, false);
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
                throw new IOException("jmx-agent: another program uses the lab's port");
            }
            socket.setSoTimeout(0);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    @Override
    public void run() {
        try (socket) {
            while (true) {
                var call = new byte[length()];
                in.readFully(call);
                var reply = serialized(reply(call));
                out.writeInt(reply.length);
                out.write(reply);
                out.flush();
            }
        } catch (IOException disconnected) {
            return; // the lab has disconnected or ended
        }
    }

    private int length() throws IOException {
        int length = in.readInt();
        if (length < 0 || length > MAX_CALL_BYTES) {
            throw new IOException(
                    "jmx-agent: length of a call must be 0 to "
                            + MAX_CALL_BYTES
                            + " bytes, was "
                            + length);
        }
        return length;
    }

    @SuppressWarnings("BanSerializableRead") // the lab has proven its identity
    private @Nullable Object[] reply(byte[] call) {
        try (var objects = new ObjectInputStream(new ByteArrayInputStream(call))) {
            objects.setObjectInputFilter(CALLS);
            var read = (Object[]) objects.readObject();
            var arguments = (@Nullable Object[]) read[2];
            var value =
                    method((String) read[0], (String[]) read[1])
                            .invoke(beans.of(arguments), arguments);
            return new @Nullable Object[] {true, value};
        } catch (InvocationTargetException failed) {
            return new @Nullable Object[] {false, failed.getCause()};
        } catch (IOException | ReflectiveOperationException | RuntimeException invalid) {
            return new @Nullable Object[] {false, new IOException(invalid.toString())};
        }
    }

    private static Method method(String name, String[] parameterTypes)
            throws NoSuchMethodException {
        for (var method : MBeanServerConnection.class.getMethods()) {
            if (method.getName().equals(name) && Arrays.equals(parameterTypes, typeNames(method))) {
                return method;
            }
        }
        throw new NoSuchMethodException(name + Arrays.toString(parameterTypes));
    }

    private static String[] typeNames(Method method) {
        return Arrays.stream(method.getParameterTypes()).map(Class::getName).toArray(String[]::new);
    }

    /// Serializes a reply, or an exception in its place if the reply is not serializable.
    private static byte[] serialized(@Nullable Object[] reply) throws IOException {
        try {
            return bytes(reply);
        } catch (IOException | RuntimeException notSerializable) {
            return bytes(new Object[] {false, new IOException(reply[1] + ": " + notSerializable)});
        }
    }

    private static byte[] bytes(@Nullable Object[] values) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var objects = new ObjectOutputStream(bytes)) {
            objects.writeObject(values);
        }
        return bytes.toByteArray();
    }
}
