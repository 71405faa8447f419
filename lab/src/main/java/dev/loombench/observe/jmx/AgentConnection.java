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

/// The lab's end of the connection to `jmx-agent.jar` in another JVM: each call of an
/// [MBeanServerConnection] goes there and comes back as its result or exception.
///
/// The lab listens on loopback while the agent is loaded, and the agent connects to it, so that the
/// other JVM listens on nothing. The agent says how the bytes are laid out.
final class AgentConnection implements InvocationHandler, AutoCloseable {
    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final int ACCEPT_MILLIS = 10_000;
    private static final int SECRET_BYTES = 16;
    private static final int LONGEST_REPLY = 1 << 28;

    /// What beans of the JDK and of the governor return: nothing else is read.
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

    /// Has a JVM load the agent, and waits for it to connect.
    ///
    /// @throws IOException when the JVM loads no agents, or ends meanwhile
    static AgentConnection open(VirtualMachine machine) throws IOException {
        var secrets = new SecureRandom();
        var theirs = secret(secrets);
        var ours = secret(secrets);
        try (var server = new ServerSocket(0, 1, InetAddress.getByAddress(LOOPBACK))) {
            server.setSoTimeout(ACCEPT_MILLIS);
            // The agent waits for our secret: the one thread that loads it cannot answer too.
            var accepting = new Accepting(server, theirs, ours);
            var thread = Thread.ofPlatform().daemon().name("jmx-accept").start(accepting);
            load(machine, "%d %s %s".formatted(server.getLocalPort(), theirs, ours));
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
                    "it does not take %s: %s (a runtime without java.instrument, or -XX:-EnableDynamicAgentLoading)"
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
            throw new IOException(
                    "there is no %s: the loombench launcher builds it".formatted(jar));
        }
        return jar.toRealPath();
    }

    private static String secret(SecureRandom secrets) {
        var bytes = new byte[SECRET_BYTES];
        secrets.nextBytes(bytes);
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
        var given = arguments == null ? new Object[0] : arguments;
        var reply = call(new Object[] {method.getName(), types.toArray(String[]::new), given});
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
            if (length < 0 || length > LONGEST_REPLY) {
                throw new IOException("a reply of " + length + " bytes");
            }
            var reply = new byte[length];
            in.readFully(reply);
            return reply;
        } catch (IOException e) {
            throw new ConnectionLost(e);
        }
    }

    @SuppressWarnings("BanSerializableRead") // from a process of our own user, and filtered
    private static Object[] read(byte[] reply) throws IOException {
        try (var objects = new ObjectInputStream(new ByteArrayInputStream(reply))) {
            objects.setObjectInputFilter(BEAN_VALUES);
            return (Object[]) objects.readObject();
        } catch (ClassNotFoundException unknown) {
            throw new IOException("a bean returned what is not known here: " + unknown, unknown);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /// The other JVM has ended, or the connection is closed.
    static final class ConnectionLost extends IOException {
        private static final long serialVersionUID = 1L;

        ConnectionLost(IOException cause) {
            super("the connection to the JVM is lost: " + cause, cause);
        }
    }

    /// Waits for the agent; whoever else connects is turned away.
    private static final class Accepting implements Runnable {
        private final ServerSocket server;
        private final byte[] theirs;
        private final byte[] ours;
        private volatile @Nullable Socket socket;
        private volatile @Nullable IOException failure;

        Accepting(ServerSocket server, String theirs, String ours) {
            this.server = server;
            this.theirs = theirs.getBytes(US_ASCII);
            this.ours = ours.getBytes(US_ASCII);
        }

        @Override
        public void run() {
            try {
                while (socket == null) {
                    socket = proven(server.accept());
                }
            } catch (IOException e) {
                failure = e;
            }
        }

        private @Nullable Socket proven(Socket accepted) throws IOException {
            accepted.setSoTimeout(ACCEPT_MILLIS);
            try {
                if (MessageDigest.isEqual(
                        theirs, accepted.getInputStream().readNBytes(theirs.length))) {
                    accepted.setTcpNoDelay(true);
                    accepted.getOutputStream().write(ours);
                    accepted.setSoTimeout(0);
                    return accepted;
                }
            } catch (IOException silent) {
                accepted.close();
                return null;
            }
            accepted.close();
            return null;
        }

        Socket accepted() throws IOException {
            var there = socket;
            if (there == null) {
                throw new IOException("the agent did not connect: " + failure, failure);
            }
            return there;
        }
    }
}
