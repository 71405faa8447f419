package dev.loombench.observe.jmx;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.VirtualMachine;
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
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import javax.management.MBeanServerConnection;
import org.jspecify.annotations.Nullable;

/// The lab's end of the connection to `jmx-agent.jar` in another JVM: sends each call of an
/// [MBeanServerConnection] there and returns its result or exception.
///
/// The lab listens on loopback while the agent is loaded, and the agent connects to it, so that the
/// other JVM opens no port. The agent's documentation defines the wire format.
final class AgentConnection implements InvocationHandler, AutoCloseable {
    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final int ACCEPT_MILLIS = 10_000;
    private static final int SECRET_BYTES = 16;
    private static final int MAX_REPLY_BYTES = 1 << 28;

    /// The classes that beans of the JDK and of the governor return; nothing else is deserialised.
    private static final ObjectInputFilter BEAN_VALUES =
            ObjectInputFilter.Config.createFilter(
                    "maxdepth=50;java.lang.*;java.math.*;java.util.*;java.io.*;javax.management.**;!*");

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;

    private AgentConnection(Socket socket) throws IOException {
        this.socket = socket;
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
    }

    /// Loads the agent into a JVM and waits for it to connect.
    ///
    /// @throws IOException when the JVM loads no agents, or ends meanwhile
    static AgentConnection open(VirtualMachine machine) throws IOException {
        var random = new SecureRandom();
        var agentSecret = secret(random);
        var labSecret = secret(random);
        try (var server = new ServerSocket(0, 1, InetAddress.getByAddress(LOOPBACK))) {
            server.setSoTimeout(ACCEPT_MILLIS);
            // The agent waits for the lab's secret, so this thread, which loads it, cannot accept
            // too.
            var accepting = new AgentAcceptor(server, agentSecret, labSecret);
            var thread = Thread.ofPlatform().daemon().name("jmx-accept").start(accepting);
            load(machine, "%d %s %s".formatted(server.getLocalPort(), agentSecret, labSecret));
            thread.join();
            return new AgentConnection(accepting.accepted());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the agent connected", e);
        }
    }

    private static void load(VirtualMachine machine, String arguments) throws IOException {
        try {
            machine.loadAgent(agent().toString(), arguments);
        } catch (AgentLoadException | AgentInitializationException e) {
            throw new IOException(
                    "the JVM did not load %s: %s (a runtime without java.instrument, or -XX:-EnableDynamicAgentLoading)"
                            .formatted(agent().getFileName(), e.getMessage()),
                    e);
        }
    }

    private static Path agent() throws IOException {
        var home = System.getProperty("loombench.home");
        if (home == null) {
            throw new IOException("loombench.home is not set: start with the loombench launcher");
        }
        var jar = Path.of(home, "jmx-agent", "target", "jmx-agent.jar");
        if (!Files.isRegularFile(jar)) {
            throw new IOException("%s is missing: the loombench launcher builds it".formatted(jar));
        }
        return jar.toRealPath();
    }

    private static String secret(SecureRandom random) {
        var bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    MBeanServerConnection beans() {
        return (MBeanServerConnection)
                Proxy.newProxyInstance(
                        MBeanServerConnection.class.getClassLoader(),
                        new Class<?>[] {MBeanServerConnection.class},
                        this);
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
            throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return method.invoke(this, arguments);
        }
        var types = Arrays.stream(method.getParameterTypes()).map(Class::getName);
        var values = arguments == null ? new Object[0] : arguments;
        var reply = call(new Object[] {method.getName(), types.toArray(String[]::new), values});
        if (Boolean.TRUE.equals(reply[0])) {
            return reply[1];
        }
        throw (Throwable) reply[1];
    }

    /// @throws ConnectionLost when the other JVM has ended
    private synchronized Object[] call(Object[] call) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var objects = new ObjectOutputStream(bytes)) {
            objects.writeObject(call);
        }
        return read(exchange(bytes.toByteArray()));
    }

    private byte[] exchange(byte[] call) throws ConnectionLost {
        try {
            out.writeInt(call.length);
            out.write(call);
            out.flush();
            int length = in.readInt();
            if (length < 0 || length > MAX_REPLY_BYTES) {
                throw new IOException("invalid reply length: " + length + " bytes");
            }
            var reply = new byte[length];
            in.readFully(reply);
            return reply;
        } catch (IOException e) {
            throw new ConnectionLost(e);
        }
    }

    @SuppressWarnings("BanSerializableRead") // from a process of the same user, and filtered
    private static Object[] read(byte[] reply) throws IOException {
        try (var objects = new ObjectInputStream(new ByteArrayInputStream(reply))) {
            objects.setObjectInputFilter(BEAN_VALUES);
            return (Object[]) objects.readObject();
        } catch (ClassNotFoundException e) {
            throw new IOException("a bean returned a class unknown to the lab: " + e, e);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /// Thrown when the other JVM has ended, or the connection is closed.
    static final class ConnectionLost extends IOException {
        private static final long serialVersionUID = 1L;

        ConnectionLost(IOException cause) {
            super("the connection to the JVM is lost: " + cause, cause);
        }
    }

    /// Accepts the agent's connection and closes any other.
    private static final class AgentAcceptor implements Runnable {
        private final ServerSocket server;
        private final byte[] agentSecret;
        private final byte[] labSecret;
        private volatile @Nullable Socket socket;
        private volatile @Nullable IOException failure;

        AgentAcceptor(ServerSocket server, String agentSecret, String labSecret) {
            this.server = server;
            this.agentSecret = agentSecret.getBytes(US_ASCII);
            this.labSecret = labSecret.getBytes(US_ASCII);
        }

        @Override
        public void run() {
            try {
                while (socket == null) {
                    socket = authenticated(server.accept());
                }
            } catch (IOException e) {
                failure = e;
            }
        }

        private @Nullable Socket authenticated(Socket accepted) throws IOException {
            accepted.setSoTimeout(ACCEPT_MILLIS);
            try {
                if (MessageDigest.isEqual(
                        agentSecret, accepted.getInputStream().readNBytes(agentSecret.length))) {
                    accepted.setTcpNoDelay(true);
                    accepted.getOutputStream().write(labSecret);
                    accepted.setSoTimeout(0);
                    return accepted;
                }
            } catch (IOException e) {
                accepted.close();
                return null;
            }
            accepted.close();
            return null;
        }

        Socket accepted() throws IOException {
            var connected = socket;
            if (connected == null) {
                throw new IOException("the agent did not connect: " + failure, failure);
            }
            return connected;
        }
    }
}
