package dev.loombench.observe.jvm;

import dev.loombench.observe.jvm.attach.JmxConnection;
import dev.loombench.observe.jvm.attach.JmxConnection.BeanAttributes;
import dev.loombench.observe.jvm.attach.JvmAgentConnection;
import dev.loombench.observe.jvm.figure.PublishedPools;
import dev.loombench.observe.jvm.figure.PublishedPools.PublishedPool;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Pool;
import dev.loombench.observe.result.Observation.Unavailable;
import dev.loombench.text.TextTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.management.ObjectName;
import javax.management.Query;
import javax.management.QueryExp;

/// The management beans in which libraries publish their pools. Most libraries publish them only
/// where their user has enabled that; what is not published is not read.
///
/// An executor of the application is found by the attributes that `ThreadPoolExecutor` and Spring's
/// `ThreadPoolTaskExecutor` have, whatever the name of its bean. The library that uses a
/// `GenericObjectPool` is known by the class of its factory.
///
/// Sources: `HikariPoolMXBean` and `HikariConfigMXBean`, `ConnectionPoolMBean` of Tomcat's JDBC
/// pool, `UniversalConnectionPoolMBean` of Oracle UCP, `ConnectionPoolMXBean` of R2DBC's pool,
/// `PooledDataSource` of c3p0, `DruidDataSourceMBean`, `GenericObjectPoolMXBean` of Commons Pool,
/// the MBean descriptors of Tomcat's `ThreadPool`, `StandardThreadExecutor` and `RequestGroupInfo`
/// and of Jetty's `QueuedThreadPool`, and `XnioWorkerMXBean`.
final class PoolBeans {
    static final String SUBJECT = "jvm.pools";
    private static final String EXECUTOR = ReadExecutors.LIBRARY;
    private static final String OBJECT_POOL = "Commons Pool";

    /// The attribute of an object pool that names the class of its factory.
    private static final String FACTORY = "FactoryType";

    /// Libraries that use object pools, by the beginning of their factories' names.
    private static final Map<String, String> FACTORIES =
            Map.of(
                    "redis.clients.", "Jedis",
                    "io.lettuce.", "Lettuce",
                    "org.apache.commons.dbcp2.", "Commons DBCP",
                    "org.apache.tomcat.dbcp.", "Commons DBCP");

    private static final String ACTIVE = "ActiveCount";

    /// The beginning of the classes of its beans.
    private static final String C3P0 = "com.mchange.";

    /// Names of the attribute, of which a bean has one.
    private static final String MAXIMUM = "MaximumPoolSize|MaxPoolSize";

    /// A row per kind of bean. That of c3p0 opens the pool of a data source not used before; those
    /// named `connections` are of named data sources of DBCP.
    private static final List<PoolBean> BEANS =
            TextTable.rows(
                            6,
                            """
                            HikariCP  com.zaxxer.hikari:type=Pool (*)  -  ActiveConnections  ThreadsAwaitingConnection  -
                            HikariCP  com.zaxxer.hikari:type=Pool,name=*  -  ActiveConnections  ThreadsAwaitingConnection  -
                            Tomcat JDBC  *:type=ConnectionPool,*  MaxActive  Active  WaitCount  -
                            Oracle UCP  oracle.ucp.admin.UniversalConnectionPoolMBean:*  maxPoolSize  borrowedConnectionsCount  pendingRequestsCount  -
                            R2DBC  io.r2dbc.pool:type=ConnectionPool,*  MaxAllocatedSize  AcquiredSize  PendingAcquireSize  -
                            c3p0  com.mchange.v2.c3p0:type=PooledDataSource,*  maxPoolSize  numBusyConnectionsDefaultUser  numThreadsAwaitingCheckoutDefaultUser  -
                            Druid  com.alibaba.druid:type=DruidDataSource,*  MaxActive  ActiveCount  WaitThreadCount  -
                            Commons Pool  org.apache.commons.pool2:type=GenericObjectPool,*  MaxTotal  NumActive  NumWaiters  -
                            Commons Pool  *:connectionpool=connections,*  MaxTotal  NumActive  NumWaiters  -
                            Tomcat  *:type=ThreadPool,*  maxThreads  currentThreadsBusy  -  -
                            Tomcat executor  *:type=Executor,*  maxThreads  activeCount  queueSize  completedTaskCount
                            Jetty  org.eclipse.jetty.util.thread:type=queuedthreadpool,*  maxThreads  busyThreads  queueSize  -
                            Undertow  org.xnio:type=Xnio,*  MaxWorkerPoolSize  BusyWorkerThreadCount  WorkerQueueSize  -
                            %s  *:*  %s  %s  QueueSize|TaskQueueSize  CompletedTaskCount
                            """
                                    .formatted(EXECUTOR, MAXIMUM, ACTIVE))
                    .stream()
                    .map(PoolBean::of)
                    .toList();

    /// Requests that Tomcat's connectors have served.
    private static final ObjectName REQUESTS =
            JmxConnection.bean("*:type=GlobalRequestProcessor,*");

    /// The bean in which HikariCP publishes the size of a pool.
    private static final String HIKARI_CONFIG = "MaximumPoolSize";

    /// What UCP puts in front of the name of a pool, where it has no key of its own.
    private static final Pattern UCP_MANAGER =
            Pattern.compile("^UniversalConnectionPoolManager\\(\\d{1,19}\\)-(?=.)");

    private PoolBeans() {}

    /// A kind of bean.
    ///
    /// @param library its name; of an object pool, where the factory belongs to no other one
    /// @param pattern of its name
    /// @param capacity attribute, with other names behind `|`; empty where another bean has it
    /// @param waiting attribute, likewise; empty where no bean has it
    /// @param completed attribute, likewise
    private record PoolBean(
            String library,
            String pattern,
            String capacity,
            String inUse,
            String waiting,
            String completed) {

        private static PoolBean of(List<String> row) {
            return new PoolBean(
                    row.get(0), row.get(1), row.get(2), row.get(3), row.get(4), row.get(5));
        }

        List<ObjectName> names(JmxConnection connection) throws IOException {
            var names = JmxConnection.bean(pattern);
            return library.equals(EXECUTOR)
                    ? connection.names(names, executors())
                    : connection.names(names);
        }

        Optional<PublishedPool> read(JmxConnection connection, ObjectName bean) throws IOException {
            var factory = library.equals(OBJECT_POOL) ? FACTORY : "";
            var names =
                    Stream.of(capacity, inUse, waiting, completed, factory)
                            .flatMap(PoolBeans::alternatives);
            var values = connection.attributes(bean, names.toArray(String[]::new));
            var most =
                    capacity.isEmpty()
                            ? connection.number(configuration(bean), HIKARI_CONFIG)
                            : first(values, capacity);
            return most.isEmpty() || most.getAsLong() == 0
                    ? Optional.empty()
                    : user(values)
                            .map(user ->
                                    new PublishedPool(
                                            new Pool(
                                                    JvmObserver.NAME,
                                                    System.nanoTime(),
                                                    user,
                                                    poolName(bean),
                                                    most.getAsLong(),
                                                    first(values, inUse),
                                                    first(values, waiting)),
                                            first(values, completed)));
        }

        /// The library whose pool a bean is. The pools of a DBCP connection's statements, which
        /// have similar names, name no factory.
        private Optional<String> user(BeanAttributes values) {
            if (!library.equals(OBJECT_POOL)) {
                return Optional.of(library);
            }
            return values.values().get(FACTORY) instanceof String factory
                    ? Optional.of(ofFactory(factory))
                    : Optional.empty();
        }
    }

    private static String ofFactory(String factory) {
        return FACTORIES.entrySet().stream()
                .filter(library -> factory.startsWith(library.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(OBJECT_POOL);
    }

    private static Stream<String> alternatives(String names) {
        return Stream.of(names.split("\\|", -1)).filter(name -> !name.isEmpty());
    }

    private static OptionalLong first(BeanAttributes values, String names) {
        return alternatives(names).flatMapToLong(name -> values.number(name).stream()).findFirst();
    }

    /// The beans that have the attributes of an executor. Those of c3p0 are not asked for them:
    /// they write a warning to the log of the service.
    private static QueryExp executors() {
        var sizes = alternatives(MAXIMUM).map(PoolBeans::isNumber).reduce(Query::or).orElseThrow();
        var others = Query.not(Query.initialSubString(Query.classattr(), Query.value(C3P0)));
        return Query.and(others, Query.and(isNumber(ACTIVE), sizes));
    }

    private static QueryExp isNumber(String attribute) {
        return Query.geq(Query.attr(attribute), Query.value(0));
    }

    /// The pools that the JVM publishes now, in the order of the table and of their names. A bean
    /// that fails is unavailable.
    ///
    /// @throws IOException when the connection is lost
    static List<Observation> read(JmxConnection connection) throws IOException {
        var all = new ArrayList<Observation>();
        var pools = readAll(connection);
        pools.pools().forEach(published -> all.add(published.pool()));
        all.addAll(pools.failed());
        return all;
    }

    /// The same with what they have done.
    static PublishedPools readAll(JmxConnection connection) throws IOException {
        var pools = new ArrayList<PublishedPool>();
        var failed = new ArrayList<Unavailable>();
        for (var kind : BEANS) {
            for (var bean : kind.names(connection)) {
                try {
                    kind.read(connection, bean).ifPresent(pools::add);
                } catch (JvmAgentConnection.ConnectionLost e) {
                    throw e;
                } catch (IOException | RuntimeException e) {
                    failed.add(unavailable(bean, e));
                }
            }
        }
        return new PublishedPools(System.nanoTime(), pools, requests(connection, failed), failed);
    }

    private static Unavailable unavailable(ObjectName bean, Exception failure) {
        return new Unavailable(JvmObserver.NAME, SUBJECT, bean + ": " + failure);
    }

    private static OptionalLong requests(JmxConnection connection, List<Unavailable> failed)
            throws IOException {
        try {
            return requests(connection);
        } catch (JvmAgentConnection.ConnectionLost e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            failed.add(unavailable(REQUESTS, e));
            return OptionalLong.empty();
        }
    }

    /// The requests that the web server has served since its start; empty where none publishes it.
    static OptionalLong requests(JmxConnection connection) throws IOException {
        var sum = OptionalLong.empty();
        for (var bean : connection.names(REQUESTS)) {
            long served = connection.number(bean, "requestCount").orElse(0);
            sum = OptionalLong.of(sum.orElse(0) + served);
        }
        return sum;
    }

    /// `type=PoolConfig (HikariPool-1)` beside `type=Pool (HikariPool-1)`.
    private static ObjectName configuration(ObjectName pool) {
        return JmxConnection.bean(
                pool.getCanonicalName().replaceFirst("type=Pool\\b", "type=PoolConfig"));
    }

    /// `HikariPool-1` of `type=Pool (HikariPool-1)`; else the key that tells beans of a kind apart,
    /// `shop` of `name=UniversalConnectionPoolManager(1)-shop`.
    static String poolName(ObjectName bean) {
        var type = Objects.requireNonNullElse(bean.getKeyProperty("type"), "");
        int open = type.indexOf('(');
        if (open >= 0 && type.endsWith(")")) {
            return type.substring(open + 1, type.length() - 1);
        }
        for (var key : List.of("poolName", "name", "worker", "id")) {
            var value = bean.getKeyProperty(key);
            if (value != null) {
                var name = value.startsWith("\"") ? ObjectName.unquote(value) : value;
                return UCP_MANAGER.matcher(name).replaceFirst("");
            }
        }
        return bean.getCanonicalName();
    }
}
