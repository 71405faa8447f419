package dev.loombench.observe.jvm.attach;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.QueryExp;
import javax.management.RuntimeMBeanException;
import org.jspecify.annotations.Nullable;

/// A connection to the management beans of another JVM on this machine. The lab attaches and loads
/// `jvm-agent.jar`, which connects to the lab. The JVM opens no port, and no thread of the agent
/// remains once the connection is closed.
///
/// Every call blocks for as long as the other JVM takes, possibly for ever.
public record JmxConnection(JvmAgentConnection agent, MBeanServerConnection beans)
        implements AutoCloseable {
    private static final ObjectName MEMORY = bean("java.lang:type=Memory");

    /// @throws IOException when the process is not a JVM, belongs to another user, forbids
    ///   attaching, or has ended
    public static JmxConnection attach(long pid) throws IOException {
        return JvmAttachment.load(
                pid,
                jvm -> {
                    var agent = JvmAgentConnection.open(jvm);
                    var connection = new JmxConnection(agent, agent.beans());
                    connection.warmUp();
                    return connection;
                });
    }

    /// Makes the other JVM load the classes of a first call now: attaching may take longer than a
    /// sample.
    private void warmUp() throws IOException {
        try {
            attributes(MEMORY, "HeapMemoryUsage");
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /// Reads several attributes of one bean in one round trip.
    ///
    /// @return empty when there is no such bean
    public BeanAttributes attributes(ObjectName bean, String... names) throws IOException {
        try {
            var values = new HashMap<String, Object>();
            for (var attribute : beans.getAttributes(bean, names).asList()) {
                values.put(attribute.getName(), attribute.getValue());
            }
            return new BeanAttributes(values);
        } catch (InstanceNotFoundException e) {
            return new BeanAttributes(Map.of());
        } catch (JMException e) {
            throw new IOException("bean " + bean + " failed", e);
        }
    }

    public OptionalLong number(ObjectName bean, String attribute) throws IOException {
        return attributes(bean, attribute).number(attribute);
    }

    /// The attributes of one bean: name -> value.
    public record BeanAttributes(Map<String, Object> values) {

        public boolean isEmpty() {
            return values.isEmpty();
        }

        /// Empty when the JVM does not know the value, which beans report as -1.
        public OptionalLong number(String attribute) {
            return values.get(attribute) instanceof Number known && known.longValue() >= 0
                    ? OptionalLong.of(known.longValue())
                    : OptionalLong.empty();
        }
    }

    /// Invokes an operation of a bean.
    ///
    /// @param signature class names of the arguments
    /// @return the operation's result
    /// @throws IOException when there is no such bean or operation, or it failed
    public Object invoke(ObjectName bean, String operation, Object[] arguments, String... signature)
            throws IOException {
        try {
            return beans.invoke(bean, operation, arguments, signature);
        } catch (JMException | RuntimeMBeanException e) {
            var cause = e.getCause() == null ? e : e.getCause();
            throw new IOException(operation + " failed: " + cause, e);
        }
    }

    /// Has an operation of a bean invoked when this connection ends, however this process ends. It
    /// may be unregistered by then.
    public void atEnd(ObjectName bean, String operation) throws IOException {
        agent.atEnd(bean, operation);
    }

    /// The beans whose names match a pattern, in name order.
    public List<ObjectName> names(ObjectName pattern) throws IOException {
        return names(pattern, null);
    }

    /// Those of them that a query selects.
    public List<ObjectName> names(ObjectName pattern, @Nullable QueryExp query) throws IOException {
        return beans.queryNames(pattern, query).stream().sorted().toList();
    }

    public static ObjectName bean(String name) {
        try {
            return new ObjectName(name);
        } catch (MalformedObjectNameException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /// Disconnects from the other JVM, which may have ended.
    @Override
    public void close() {
        try {
            agent.close();
        } catch (IOException e) {
            // Nothing was left to send: the socket is closed all the same.
        }
    }
}
