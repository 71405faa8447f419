package dev.loombench.analysis.concurrency;

import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.text.TextTable;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// A library with a pool that limits how many requests are served at once.
///
/// @param name as in `HikariCP`
/// @param kind what the pool holds
/// @param packages beginnings of the names of its classes
/// @param setting its name for the limit
/// @param usual the limit where nothing is configured
/// @param properties that set the limit in services of a framework; `*` stands for the name of a
///   data source
/// @param source of the default
public record PoolLibrary(
        String name,
        Kind kind,
        List<String> packages,
        String setting,
        Default usual,
        Map<Framework, String> properties,
        String source) {

    /// The limit of a pool where nothing is configured.
    ///
    /// @param capacity `Integer.MAX_VALUE` for none; per I/O thread where `perIoThread`
    /// @param perIoThread whether it grows with the processors
    /// @param otherwise what it is in releases that are still in use, as in `20 in earlier
    ///   releases`; empty where it is the same in all
    public record Default(int capacity, boolean perIoThread, Optional<String> otherwise) {
        /// As in `8 per I/O thread` and `50 (20 in earlier releases)`.
        private static final Pattern TEXT =
                Pattern.compile("(\\d+|none)( per I/O thread)?(?: \\((.+)\\))?");

        private static Default of(String text) {
            var parts = TEXT.matcher(text);
            if (!parts.matches()) {
                throw new IllegalArgumentException("no default: " + text);
            }
            var capacity = parts.group(1);
            return new Default(
                    capacity.equals("none") ? Integer.MAX_VALUE : Integer.parseInt(capacity),
                    parts.group(2) != null,
                    Optional.ofNullable(parts.group(3)));
        }
    }

    /// What a pool holds, and how requests show that they wait for it.
    public enum Kind {
        /// A request waits for a connection in a call of the library.
        CONNECTIONS,
        /// A request waits for a thread, and so has no stack.
        THREADS
    }

    private static final int MIN_IO_THREADS = 2;

    /// A row per library: its name, kind and packages, the setting with its default, the property
    /// in Spring Boot, Micronaut and Quarkus, and the source of the default. Payara has the pool of
    /// GlassFish.
    public static final List<PoolLibrary> ALL =
            TextTable.rows(
                            9,
                            """
                            HikariCP  connections  com.zaxxer.hikari.  maximumPoolSize  10  spring.datasource.hikari.maximum-pool-size  datasources.*.maximum-pool-size  -  https://github.com/brettwooldridge/HikariCP#frequently-used
                            Tomcat JDBC  connections  org.apache.tomcat.jdbc.pool.  maxActive  100  spring.datasource.tomcat.max-active  datasources.*.max-active  -  https://tomcat.apache.org/tomcat-10.1-doc/jdbc-pool.html
                            Commons DBCP  connections  org.apache.commons.dbcp2. org.apache.commons.pool2. org.apache.tomcat.dbcp.  maxTotal  8  spring.datasource.dbcp2.max-total  datasources.*.max-total  -  https://commons.apache.org/proper/commons-dbcp/configuration.html
                            Jedis  connections  redis.clients. org.apache.commons.pool2.  maxTotal  8  spring.data.redis.jedis.pool.max-active  -  -  https://commons.apache.org/proper/commons-pool/apidocs/ (GenericObjectPoolConfig)
                            Lettuce  connections  io.lettuce.core.support. org.apache.commons.pool2.  maxTotal  8  spring.data.redis.lettuce.pool.max-active  -  -  https://commons.apache.org/proper/commons-pool/apidocs/ (GenericObjectPoolConfig)
                            Commons Pool  connections  org.apache.commons.pool2.  maxTotal  8  -  -  -  https://commons.apache.org/proper/commons-pool/apidocs/ (GenericObjectPoolConfig)
                            Agroal  connections  io.agroal.pool.  maxSize  50 (20 in earlier releases of Quarkus)  -  -  quarkus.datasource.*.jdbc.max-size  https://github.com/quarkusio/quarkus/pull/51169 (quarkus.datasource.jdbc.max-size; 20 before); Agroal itself has none
                            c3p0  connections  com.mchange.v2.  maxPoolSize  15  -  -  -  https://www.mchange.com/projects/c3p0/#maxPoolSize
                            Druid  connections  com.alibaba.druid.  maxActive  8  -  -  -  https://github.com/alibaba/druid/wiki (DruidAbstractDataSource.DEFAULT_MAX_ACTIVE_SIZE)
                            Vibur  connections  org.vibur.  poolMaxSize  100  -  -  -  https://www.vibur.org/#configuration-settings
                            Oracle UCP  connections  oracle.ucp.  maxPoolSize  none  spring.datasource.oracleucp.max-pool-size  datasources.*.max-pool-size  -  https://docs.oracle.com/en/database/oracle/oracle-database/26/jjucp/controlling-pool-size.html
                            R2DBC  connections  io.r2dbc.pool.  maxSize  10  -  -  -  https://github.com/r2dbc/r2dbc-pool#getting-started
                            IronJacamar  connections  org.jboss.jca.  max-pool-size  20  -  -  -  https://docs.wildfly.org/ (datasources subsystem, max-pool-size)
                            Open Liberty JCA  connections  com.ibm.ejs.j2c. com.ibm.ws.rsadapter.  maxPoolSize  50  -  -  -  https://openliberty.io/docs/latest/reference/config/connectionManager.html
                            GlassFish JDBC  connections  com.sun.enterprise.resource.pool. com.sun.gjc.  max-pool-size  32  -  -  -  https://glassfish.org/docs/latest/reference-manual.html (create-jdbc-connection-pool)
                            WebLogic JDBC  connections  weblogic.common.resourcepool. weblogic.jdbc.  Maximum Capacity  15  -  -  -  https://docs.oracle.com/en/middleware/standalone/weblogic-server/ (JDBCConnectionPoolParamsBean.MaxCapacity)
                            MongoDB  connections  com.mongodb.  maxPoolSize  100  -  -  quarkus.mongodb.max-pool-size  https://www.mongodb.com/docs/manual/reference/connection-string-options/ (maxPoolSize)
                            JDK LDAP  connections  com.sun.jndi.ldap.pool.  com.sun.jndi.ldap.connect.pool.maxsize  none  -  -  -  https://docs.oracle.com/javase/8/docs/technotes/guides/jndi/jndi-ldap.html#POOL
                            Apache HttpClient 5  connections  org.apache.hc.  maxConnPerRoute  5  -  -  -  https://hc.apache.org/httpcomponents-client-5.5.x/ (PoolingHttpClientConnectionManager)
                            Apache HttpClient 4  connections  org.apache.http.  maxConnPerRoute  2  -  -  -  https://hc.apache.org/httpcomponents-client-4.5.x/ (PoolingHttpClientConnectionManager)
                            Tomcat  threads  org.apache.tomcat.util.net. org.apache.tomcat.util.threads.  maxThreads  200  server.tomcat.threads.max  -  -  https://tomcat.apache.org/tomcat-10.1-doc/config/http.html
                            Jetty  threads  org.eclipse.jetty.util.thread.  maxThreads  200  server.jetty.threads.max  -  -  https://jetty.org/docs/jetty/12/programming-guide/arch/threads.html
                            Undertow  threads  org.xnio.  worker threads  8 per I/O thread  server.undertow.threads.worker  -  -  https://undertow.io/undertow-docs/undertow-docs-2.1.0/index.html#listeners
                            """)
                    .stream()
                    .map(PoolLibrary::of)
                    .toList();

    public PoolLibrary {
        packages = List.copyOf(packages);
        properties = Map.copyOf(properties);
    }

    private static PoolLibrary of(List<String> row) {
        var properties = new EnumMap<Framework, String>(Framework.class);
        properties.put(Framework.SPRING_BOOT, row.get(5));
        properties.put(Framework.MICRONAUT, row.get(6));
        properties.put(Framework.QUARKUS, row.get(7));
        properties.values().removeIf(String::isEmpty);
        return new PoolLibrary(
                row.get(0),
                Kind.valueOf(row.get(1).toUpperCase(Locale.ROOT)),
                TextTable.words(row.get(2)),
                row.get(3),
                Default.of(row.get(4)),
                properties,
                row.get(8));
    }

    /// The library of a frame, among those that hold connections. What a thread in it waits for,
    /// [PoolWait] says.
    static Optional<PoolLibrary> ofCall(String frame) {
        return ALL.stream()
                .filter(l -> l.kind == Kind.CONNECTIONS && l.contains(frame))
                .findFirst();
    }

    /// The library with a name; empty for one that is not in this table.
    public static Optional<PoolLibrary> named(String name) {
        return ALL.stream().filter(l -> l.name.equals(name)).findFirst();
    }

    /// The libraries with frames in a list of threads.
    public static List<PoolLibrary> in(ThreadDump dump) {
        return ALL.stream()
                .filter(l ->
                        dump.groups().stream()
                                .flatMap(g -> g.frames().stream())
                                .anyMatch(l::contains))
                .toList();
    }

    /// The property that sets the limit in a service of a framework; empty where there is none.
    public Optional<String> property(Framework framework) {
        return Optional.ofNullable(properties.get(framework));
    }

    /// Whether a frame belongs to it.
    public boolean contains(String frame) {
        return StackFrames.beginsWith(packages, frame);
    }

    /// The limit where nothing is configured, `Integer.MAX_VALUE` for none; per I/O thread where
    /// [#perIoThread].
    public int defaultCapacity() {
        return usual.capacity;
    }

    /// Whether the default grows with the processors.
    public boolean perIoThread() {
        return usual.perIoThread;
    }

    /// The limit where nothing is configured.
    ///
    /// @param processors that the server may use
    int defaultCapacity(int processors) {
        return usual.perIoThread
                ? usual.capacity * Math.max(MIN_IO_THREADS, processors)
                : usual.capacity;
    }

    /// Whether the default is the same in all releases; else it shows nothing of a service whose
    /// release is not known.
    boolean hasOneDefault() {
        return usual.otherwise.isEmpty();
    }

    /// What the default is in other releases, to follow it: `, or 20 in earlier releases`; empty
    /// where it is the same in all.
    public String otherDefault() {
        return usual.otherwise.map(", or "::concat).orElse("");
    }
}
