package dev.loombench.analysis.concurrency;

import dev.loombench.observe.result.Observation.ThreadDump;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
        private static Default of(int capacity) {
            return new Default(capacity, false, Optional.empty());
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

    public static final List<PoolLibrary> ALL =
            List.of(
                    connections(
                            "HikariCP",
                            List.of("com.zaxxer.hikari."),
                            "maximumPoolSize",
                            10,
                            Map.of(
                                    Framework.SPRING_BOOT,
                                    "spring.datasource.hikari.maximum-pool-size",
                                    Framework.MICRONAUT,
                                    "datasources.*.maximum-pool-size"),
                            "https://github.com/brettwooldridge/HikariCP#frequently-used"),
                    connections(
                            "Tomcat JDBC",
                            List.of("org.apache.tomcat.jdbc.pool."),
                            "maxActive",
                            100,
                            Map.of(
                                    Framework.SPRING_BOOT,
                                    "spring.datasource.tomcat.max-active",
                                    Framework.MICRONAUT,
                                    "datasources.*.max-active"),
                            "https://tomcat.apache.org/tomcat-10.1-doc/jdbc-pool.html"),
                    connections(
                            "Commons DBCP",
                            List.of(
                                    "org.apache.commons.dbcp2.",
                                    "org.apache.commons.pool2.",
                                    "org.apache.tomcat.dbcp."),
                            "maxTotal",
                            8,
                            Map.of(
                                    Framework.SPRING_BOOT,
                                    "spring.datasource.dbcp2.max-total",
                                    Framework.MICRONAUT,
                                    "datasources.*.max-total"),
                            "https://commons.apache.org/proper/commons-dbcp/configuration.html"),
                    connections(
                            "Jedis",
                            List.of("redis.clients.", "org.apache.commons.pool2."),
                            "maxTotal",
                            8,
                            ofSpringBoot("spring.data.redis.jedis.pool.max-active"),
                            "https://commons.apache.org/proper/commons-pool/apidocs/ (GenericObjectPoolConfig)"),
                    connections(
                            "Lettuce",
                            List.of("io.lettuce.core.support.", "org.apache.commons.pool2."),
                            "maxTotal",
                            8,
                            ofSpringBoot("spring.data.redis.lettuce.pool.max-active"),
                            "https://commons.apache.org/proper/commons-pool/apidocs/ (GenericObjectPoolConfig)"),
                    connections(
                            "Commons Pool",
                            List.of("org.apache.commons.pool2."),
                            "maxTotal",
                            8,
                            Map.of(),
                            "https://commons.apache.org/proper/commons-pool/apidocs/ (GenericObjectPoolConfig)"),
                    new PoolLibrary(
                            "Agroal",
                            Kind.CONNECTIONS,
                            List.of("io.agroal.pool."),
                            "maxSize",
                            new Default(
                                    50, false, Optional.of("20 in earlier releases of Quarkus")),
                            Map.of(Framework.QUARKUS, "quarkus.datasource.*.jdbc.max-size"),
                            "https://github.com/quarkusio/quarkus/pull/51169 (quarkus.datasource.jdbc.max-size; 20 before); Agroal itself has none"),
                    connections(
                            "c3p0",
                            List.of("com.mchange.v2."),
                            "maxPoolSize",
                            15,
                            Map.of(),
                            "https://www.mchange.com/projects/c3p0/#maxPoolSize"),
                    connections(
                            "Druid",
                            List.of("com.alibaba.druid."),
                            "maxActive",
                            8,
                            Map.of(),
                            "https://github.com/alibaba/druid/wiki (DruidAbstractDataSource.DEFAULT_MAX_ACTIVE_SIZE)"),
                    connections(
                            "Vibur",
                            List.of("org.vibur."),
                            "poolMaxSize",
                            100,
                            Map.of(),
                            "https://www.vibur.org/#configuration-settings"),
                    connections(
                            "Oracle UCP",
                            List.of("oracle.ucp."),
                            "maxPoolSize",
                            Integer.MAX_VALUE,
                            Map.of(
                                    Framework.SPRING_BOOT,
                                    "spring.datasource.oracleucp.max-pool-size",
                                    Framework.MICRONAUT,
                                    "datasources.*.max-pool-size"),
                            "https://docs.oracle.com/en/database/oracle/oracle-database/26/jjucp/controlling-pool-size.html"),
                    connections(
                            "R2DBC",
                            List.of("io.r2dbc.pool."),
                            "maxSize",
                            10,
                            Map.of(),
                            "https://github.com/r2dbc/r2dbc-pool#getting-started"),
                    connections(
                            "IronJacamar",
                            List.of("org.jboss.jca."),
                            "max-pool-size",
                            20,
                            Map.of(),
                            "https://docs.wildfly.org/ (datasources subsystem, max-pool-size)"),
                    connections(
                            "Open Liberty JCA",
                            List.of("com.ibm.ejs.j2c.", "com.ibm.ws.rsadapter."),
                            "maxPoolSize",
                            50,
                            Map.of(),
                            "https://openliberty.io/docs/latest/reference/config/connectionManager.html"),
                    connections(
                            "GlassFish JDBC", // also of Payara
                            List.of("com.sun.enterprise.resource.pool.", "com.sun.gjc."),
                            "max-pool-size",
                            32,
                            Map.of(),
                            "https://glassfish.org/docs/latest/reference-manual.html (create-jdbc-connection-pool)"),
                    connections(
                            "WebLogic JDBC",
                            List.of("weblogic.common.resourcepool.", "weblogic.jdbc."),
                            "Maximum Capacity",
                            15,
                            Map.of(),
                            "https://docs.oracle.com/en/middleware/standalone/weblogic-server/ (JDBCConnectionPoolParamsBean.MaxCapacity)"),
                    connections(
                            "MongoDB",
                            List.of("com.mongodb."),
                            "maxPoolSize",
                            100,
                            Map.of(Framework.QUARKUS, "quarkus.mongodb.max-pool-size"),
                            "https://www.mongodb.com/docs/manual/reference/connection-string-options/ (maxPoolSize)"),
                    connections(
                            "JDK LDAP",
                            List.of("com.sun.jndi.ldap.pool."),
                            "com.sun.jndi.ldap.connect.pool.maxsize",
                            Integer.MAX_VALUE,
                            Map.of(),
                            "https://docs.oracle.com/javase/8/docs/technotes/guides/jndi/jndi-ldap.html#POOL"),
                    connections(
                            "Apache HttpClient 5",
                            List.of("org.apache.hc."),
                            "maxConnPerRoute",
                            5,
                            Map.of(),
                            "https://hc.apache.org/httpcomponents-client-5.5.x/ (PoolingHttpClientConnectionManager)"),
                    connections(
                            "Apache HttpClient 4",
                            List.of("org.apache.http."),
                            "maxConnPerRoute",
                            2,
                            Map.of(),
                            "https://hc.apache.org/httpcomponents-client-4.5.x/ (PoolingHttpClientConnectionManager)"),
                    threads(
                            "Tomcat",
                            List.of(
                                    "org.apache.tomcat.util.net.",
                                    "org.apache.tomcat.util.threads."),
                            "maxThreads",
                            200,
                            ofSpringBoot("server.tomcat.threads.max"),
                            "https://tomcat.apache.org/tomcat-10.1-doc/config/http.html"),
                    threads(
                            "Jetty",
                            List.of("org.eclipse.jetty.util.thread."),
                            "maxThreads",
                            200,
                            ofSpringBoot("server.jetty.threads.max"),
                            "https://jetty.org/docs/jetty/12/programming-guide/arch/threads.html"),
                    new PoolLibrary(
                            "Undertow",
                            Kind.THREADS,
                            List.of("org.xnio."),
                            "worker threads",
                            new Default(8, true, Optional.empty()),
                            ofSpringBoot("server.undertow.threads.worker"),
                            "https://undertow.io/undertow-docs/undertow-docs-2.1.0/index.html#listeners"));

    public PoolLibrary {
        packages = List.copyOf(packages);
        properties = Map.copyOf(properties);
    }

    private static Map<Framework, String> ofSpringBoot(String property) {
        return Map.of(Framework.SPRING_BOOT, property);
    }

    private static PoolLibrary connections(
            String name,
            List<String> packages,
            String setting,
            int defaultCapacity,
            Map<Framework, String> properties,
            String source) {
        return new PoolLibrary(
                name,
                Kind.CONNECTIONS,
                packages,
                setting,
                Default.of(defaultCapacity),
                properties,
                source);
    }

    private static PoolLibrary threads(
            String name,
            List<String> packages,
            String setting,
            int defaultCapacity,
            Map<Framework, String> properties,
            String source) {
        return new PoolLibrary(
                name,
                Kind.THREADS,
                packages,
                setting,
                Default.of(defaultCapacity),
                properties,
                source);
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
