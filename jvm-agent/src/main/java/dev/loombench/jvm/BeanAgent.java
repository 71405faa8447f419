package dev.loombench.jvm;

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
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/// Calls the management beans of this JVM for the lab. The first call creates the bean server of
/// the platform, with all beans of the JDK, where nothing else has: 0.3 s of CPU.
///
/// A call is `{method, parameter types, arguments}` of [MBeanServerConnection], a reply `{true,
/// value}` or `{false, exception}`. Both are sent as a length and a serialized array, once each
/// side has proven its identity. The method `atEnd` is none of that interface: its arguments, a
/// bean and an operation, are what is invoked when the connection ends, however the lab ends.
final class BeanAgent implements Runnable {
    private static final int MAX_CALL_BYTES = 1 << 20;

    private static final String AT_END = "atEnd";

    /// In place of the service's own filter for deserialization, which may reject everything, as
    /// Helidon's does. Calls are small; the time to read sets within sets may double with each
    /// level.
    private static final ObjectInputFilter CALLS =
            ObjectInputFilter.Config.createFilter(
                    "maxdepth=20;maxrefs=10000;maxarray=10000;maxbytes="
                            + MAX_CALL_BYTES
                            + ";java.lang.*;java.util.*;javax.management.**;!*");

    private final LabConnection lab;
    private final DataInputStream in;
    private final DataOutputStream out;

    /// A bean and an operation.
    private @Nullable Object[] atEnd = {};

    BeanAgent(LabConnection lab) {
        this.lab = lab;
        in = new DataInputStream(new BufferedInputStream(lab.in));
        out = new DataOutputStream(new BufferedOutputStream(lab.out));
    }

    @Override
    public void run() {
        try (lab) {
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
        } finally {
            invokeAtEnd();
        }
    }

    private void invokeAtEnd() {
        if (atEnd.length == 0) {
            return;
        }
        try {
            var unused =
                    ManagementFactory.getPlatformMBeanServer()
                            .invoke(
                                    (ObjectName) atEnd[0],
                                    (String) atEnd[1],
                                    new Object[0],
                                    new String[0]);
        } catch (InstanceNotFoundException unregistered) {
            return; // the lab has had it done
        } catch (JMException | RuntimeException e) {
            System.err.println("loombench: " + atEnd[1] + " of " + atEnd[0] + " failed: " + e);
        }
    }

    private int length() throws IOException {
        int length = in.readInt();
        if (length < 0 || length > MAX_CALL_BYTES) {
            throw new IOException(
                    "jvm-agent: length of a call must be 0 to "
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
            if (AT_END.equals(read[0])) {
                atEnd = arguments;
                return new @Nullable Object[] {true, null};
            }
            var value =
                    method((String) read[0], (String[]) read[1])
                            .invoke(ManagementFactory.getPlatformMBeanServer(), arguments);
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
