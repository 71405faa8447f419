package dev.loombench.observe.jmx;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.MemoryUsage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;

/// A connection to the management beans of another JVM on this machine: we attach and have it load
/// `jmx-agent.jar`, which connects to us. It listens on nothing, and no thread of the agent is left
/// once the link is closed.
///
/// Every call blocks for as long as the other JVM takes, which may be for ever.
record JmxConnection(AgentConnection agent, MBeanServerConnection beans) implements AutoCloseable {
    private static final ObjectName MEMORY = bean("java.lang:type=Memory");

    /// @throws IOException when it is no JVM, belongs to another user, forbids it, or has ended
    static JmxConnection attach(long pid) throws IOException {
        if (isOtherProgram(pid)) {
            throw new IOException("the server is no JVM");
        }
        try {
            var machine = VirtualMachine.attach(Long.toString(pid));
            try {
                var agent = AgentConnection.open(machine);
                var link = new JmxConnection(agent, agent.beans());
                link.warmUp();
                return link;
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException refused) {
            throw new IOException("cannot attach: " + refused.getMessage(), refused);
        }
    }

    /// What a first call loads in the other JVM is loaded here: attaching may take longer than a
    /// look at figures.
    private void warmUp() throws IOException {
        try {
            attributes(MEMORY, "HeapMemoryUsage");
        } catch (IOException lost) {
            close();
            throw lost;
        }
    }

    /// Whether the process is seen not to hold a JVM: to ask it by attach would take five seconds.
    /// Where it cannot be seen, attach decides.
    private static boolean isOtherProgram(long pid) {
        var maps = Path.of("/proc", Long.toString(pid), "maps");
        try (var mapped = Files.lines(maps, StandardCharsets.ISO_8859_1)) {
            return mapped.noneMatch(line -> line.contains("/libjvm."));
        } catch (IOException | UncheckedIOException hidden) {
            return false;
        }
    }

    /// Several attributes of one bean in one round trip.
    ///
    /// @return nothing when there is no such bean
    BeanAttributes attributes(ObjectName bean, String... names) throws IOException {
        try {
            var values = new HashMap<String, Object>();
            for (var attribute : beans.getAttributes(bean, names).asList()) {
                values.put(attribute.getName(), attribute.getValue());
            }
            return new BeanAttributes(values);
        } catch (InstanceNotFoundException none) {
            return new BeanAttributes(Map.of());
        } catch (JMException broken) {
            throw new IOException("bean " + bean + " failed", broken);
        }
    }

    OptionalLong number(ObjectName bean, String attribute) throws IOException {
        return attributes(bean, attribute).number(attribute);
    }

    /// What one bean answered: attribute -> value.
    record BeanAttributes(Map<String, Object> values) {

        boolean isEmpty() {
            return values.isEmpty();
        }

        /// Empty when the JVM does not know, which beans tell as -1.
        OptionalLong number(String attribute) {
            return values.get(attribute) instanceof Number known && known.longValue() >= 0
                    ? OptionalLong.of(known.longValue())
                    : OptionalLong.empty();
        }

        Optional<MemoryUsage> usage(String attribute) {
            return values.get(attribute) instanceof CompositeData known
                    ? Optional.of(MemoryUsage.from(known))
                    : Optional.empty();
        }
    }

    /// Has a bean do something.
    ///
    /// @param signature a class name each
    /// @return what the operation returned
    /// @throws IOException when there is no such bean or operation, or it failed
    Object invoke(ObjectName bean, String operation, Object[] arguments, String... signature)
            throws IOException {
        try {
            return beans.invoke(bean, operation, arguments, signature);
        } catch (JMException | RuntimeMBeanException failed) {
            var cause = failed.getCause() == null ? failed : failed.getCause();
            throw new IOException(operation + " failed: " + cause, failed);
        }
    }

    /// The beans whose names match a pattern, in the order of their names.
    List<ObjectName> names(ObjectName pattern) throws IOException {
        return beans.queryNames(pattern, null).stream().sorted().toList();
    }

    static ObjectName bean(String name) {
        try {
            return new ObjectName(name);
        } catch (MalformedObjectNameException mistake) {
            throw new IllegalArgumentException(mistake);
        }
    }

    /// Lets go of the other side, which may be there no more.
    @Override
    public void close() {
        try {
            agent.close();
        } catch (IOException gone) {
            // Nothing was left to be sent: the socket is closed all the same.
        }
    }
}
