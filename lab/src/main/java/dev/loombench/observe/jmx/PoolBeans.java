package dev.loombench.observe.jmx;

import dev.loombench.result.Observation;
import dev.loombench.result.Observation.Pool;
import dev.loombench.result.Observation.Unavailable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.management.JMRuntimeException;
import javax.management.ObjectName;

/// The management beans in which libraries publish their pools. A library publishes them only where
/// its user has enabled that; what is not published is not read.
///
/// Sources: `HikariPoolMXBean` and `HikariConfigMXBean`, `ConnectionPoolMBean` of Tomcat's JDBC
/// pool, the MBean descriptors of Tomcat's `ThreadPool` and Jetty's `QueuedThreadPool`, and
/// `XnioWorkerMXBean`.
final class PoolBeans {
    static final String SUBJECT = "jvm.pools";

    private static final List<PoolBean> BEANS =
            List.of(
                    new PoolBean(
                            "HikariCP",
                            "com.zaxxer.hikari:type=Pool (*)",
                            "",
                            "ActiveConnections",
                            "ThreadsAwaitingConnection"),
                    new PoolBean(
                            "HikariCP",
                            "com.zaxxer.hikari:type=Pool,name=*",
                            "",
                            "ActiveConnections",
                            "ThreadsAwaitingConnection"),
                    new PoolBean(
                            "Tomcat JDBC",
                            "*:type=ConnectionPool,*",
                            "MaxActive",
                            "Active",
                            "WaitCount"),
                    new PoolBean(
                            "Tomcat",
                            "*:type=ThreadPool,*",
                            "maxThreads",
                            "currentThreadsBusy",
                            ""),
                    new PoolBean(
                            "Jetty",
                            "org.eclipse.jetty.util.thread:type=queuedthreadpool,*",
                            "maxThreads",
                            "busyThreads",
                            "queueSize"),
                    new PoolBean(
                            "Undertow",
                            "org.xnio:type=Xnio,*",
                            "MaxWorkerPoolSize",
                            "BusyWorkerThreadCount",
                            "WorkerQueueSize"));

    /// The bean in which HikariCP publishes the size of a pool.
    private static final String HIKARI_CONFIG = "MaximumPoolSize";

    private PoolBeans() {}

    /// A kind of bean.
    ///
    /// @param pattern of its name
    /// @param capacity attribute; empty where another bean has it
    /// @param waiting attribute; empty where no bean has it
    private record PoolBean(
            String library, String pattern, String capacity, String inUse, String waiting) {

        Optional<Pool> read(JmxConnection connection, ObjectName bean) throws IOException {
            var names = Stream.of(capacity, inUse, waiting).filter(name -> !name.isEmpty());
            var values = connection.attributes(bean, names.toArray(String[]::new));
            var most =
                    capacity.isEmpty()
                            ? connection.number(configuration(bean), HIKARI_CONFIG)
                            : values.number(capacity);
            return most.isEmpty() || most.getAsLong() == 0
                    ? Optional.empty()
                    : Optional.of(
                            new Pool(
                                    JmxObserver.NAME,
                                    System.nanoTime(),
                                    library,
                                    poolName(bean),
                                    most.getAsLong(),
                                    values.number(inUse),
                                    values.number(waiting)));
        }
    }

    /// The pools that the JVM publishes now, in the order of the table and of their names. A bean
    /// that fails is unavailable.
    ///
    /// @throws IOException when the connection is lost
    static List<Observation> read(JmxConnection connection) throws IOException {
        var pools = new ArrayList<Observation>();
        for (var kind : BEANS) {
            for (var bean : connection.names(JmxConnection.bean(kind.pattern))) {
                try {
                    kind.read(connection, bean).ifPresent(pools::add);
                } catch (AgentConnection.ConnectionLost e) {
                    throw e;
                } catch (IOException | JMRuntimeException e) {
                    pools.add(new Unavailable(JmxObserver.NAME, SUBJECT, bean + ": " + e));
                }
            }
        }
        return pools;
    }

    /// `type=PoolConfig (HikariPool-1)` beside `type=Pool (HikariPool-1)`.
    private static ObjectName configuration(ObjectName pool) {
        return JmxConnection.bean(
                pool.getCanonicalName().replaceFirst("type=Pool\\b", "type=PoolConfig"));
    }

    /// `HikariPool-1` of `type=Pool (HikariPool-1)`; else the key that tells beans of a kind apart.
    private static String poolName(ObjectName bean) {
        var type = bean.getKeyProperty("type");
        int open = type.indexOf('(');
        if (open >= 0) {
            return type.substring(open + 1, type.lastIndexOf(')'));
        }
        for (var key : List.of("name", "worker", "id")) {
            var value = bean.getKeyProperty(key);
            if (value != null) {
                return value.startsWith("\"") ? ObjectName.unquote(value) : value;
            }
        }
        return bean.getCanonicalName();
    }
}
