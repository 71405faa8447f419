package dev.loombench.observe.jvm.attach;

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
import java.util.Arrays;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/// The lab's end of the connection to `jvm-agent.jar` in another JVM: sends each call of an
/// [MBeanServerConnection] there and returns its result or exception.
///
/// The agent's documentation defines the wire format.
public final class JvmAgentConnection implements InvocationHandler, AutoCloseable {
    private static final int MAX_REPLY_BYTES = 1 << 28;

    /// The classes that beans of the JDK and of the governor return; nothing else is deserialised.
    /// The time to read sets within sets may double with each level.
    private static final ObjectInputFilter BEAN_VALUES =
            ObjectInputFilter.Config.createFilter(
                    "maxdepth=20;maxrefs=1000000;maxarray=1000000;maxbytes=%d;"
                                    .formatted(MAX_REPLY_BYTES)
                            + "java.lang.*;java.math.*;java.util.*;java.io.*;javax.management.**;!*");

    private final AgentStreams agent;
    private final DataInputStream in;
    private final DataOutputStream out;

    private JvmAgentConnection(AgentStreams agent) {
        this.agent = agent;
        in = new DataInputStream(new BufferedInputStream(agent.in()));
        out = new DataOutputStream(new BufferedOutputStream(agent.out()));
    }

    /// Loads the agent into a JVM and waits for it to connect.
    ///
    /// @throws IOException when the JVM loads no agents, or ends meanwhile
    static JvmAgentConnection open(JvmAttachment jvm) throws IOException {
        return new JvmAgentConnection(AgentSocket.open(jvm, AgentSocket.Mode.BEANS));
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

    /// Has an operation without arguments invoked when the connection ends, however this process
    /// ends.
    void atEnd(ObjectName bean, String operation) throws IOException {
        var reply = call(new Object[] {"atEnd", new String[0], new Object[] {bean, operation}});
        if (!Boolean.TRUE.equals(reply[0])) {
            throw new IOException("the agent refused " + operation, (Throwable) reply[1]);
        }
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
    static Object[] read(byte[] reply) throws IOException {
        try (var objects = new ObjectInputStream(new ByteArrayInputStream(reply))) {
            objects.setObjectInputFilter(BEAN_VALUES);
            return (Object[]) objects.readObject();
        } catch (ClassNotFoundException e) {
            throw new IOException("a bean returned a class unknown to the lab: " + e, e);
        }
    }

    @Override
    public void close() throws IOException {
        agent.close();
    }

    /// Thrown when the other JVM has ended, or the connection is closed.
    public static final class ConnectionLost extends IOException {
        private static final long serialVersionUID = 1L;

        public ConnectionLost(IOException cause) {
            super("the connection to the JVM is lost: " + cause, cause);
        }
    }
}
