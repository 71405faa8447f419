package dev.loombench.diagnose.evidence;

import dev.loombench.observe.result.Library;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The setting by which a library publishes its pools as management beans: where its default does
/// not, or the application or its framework may have turned that off; or that there is none.
///
/// @param library as a [PoolReading] names it
/// @param artifact name of its jar
/// @param packageName that of its pools, which has a loaded class once there is one
/// @param setting with the property of Spring Boot; empty where none publishes them
/// @param onStacks whether threads wait for it, so that their stacks show it too
public record PoolPublication(
        String library, String artifact, String packageName, String setting, boolean onStacks) {
    private static final String UCP =
            "setJmxEnabled(true) of UniversalConnectionPoolManager (of Micronaut ucp-manager.jmx.enabled=true)";

    private static final List<PoolPublication> ALL =
            List.of(
                    new PoolPublication(
                            "HikariCP",
                            "HikariCP",
                            "com.zaxxer.hikari.pool",
                            "registerMbeans (spring.datasource.hikari.register-mbeans=true)",
                            true),
                    new PoolPublication(
                            "Tomcat JDBC",
                            "tomcat-jdbc",
                            "org.apache.tomcat.jdbc.pool",
                            "jmxEnabled (spring.datasource.tomcat.jmx-enabled=true)",
                            true),
                    new PoolPublication(
                            "Commons DBCP",
                            "commons-dbcp2",
                            "org.apache.commons.dbcp2",
                            "jmxName (spring.datasource.dbcp2.jmx-name=shop:name=orders)",
                            true),
                    new PoolPublication(
                            "R2DBC",
                            "r2dbc-pool",
                            "io.r2dbc.pool",
                            "registerJmx (spring.r2dbc.url=r2dbc:pool:postgresql://HOST/NAME?registerJmx=true&poolName=orders)",
                            false),
                    ucp("ucp"),
                    ucp("ucp11"),
                    ucp("ucp17"),
                    new PoolPublication(
                            "Jedis",
                            "jedis",
                            "redis.clients.jedis",
                            "setJmxEnabled(true) of the configuration of its pool",
                            true),
                    new PoolPublication(
                            "c3p0",
                            "c3p0",
                            "com.mchange.v2.c3p0",
                            "com.mchange.v2.c3p0.management.ManagementCoordinator=com.mchange.v2.c3p0.management.ActiveManagementCoordinator",
                            true),
                    unread("Druid", "druid", "com.alibaba.druid.pool"),
                    unread("Agroal", "agroal-pool", "io.agroal.pool"),
                    unread("Vibur", "vibur-dbcp", "org.vibur.dbcp"),
                    unread("MongoDB", "mongodb-driver-sync", "com.mongodb.client.internal"),
                    unread(
                            "Apache HttpClient 5",
                            "httpclient5",
                            "org.apache.hc.client5.http.impl.io"),
                    unread("Apache HttpClient 4", "httpclient", "org.apache.http.impl.conn"));

    /// The setting that publishes the pools of a library; empty where none is known.
    ///
    /// @param library its name in `PoolLibrary`
    public static Optional<String> settingOf(String library) {
        return ALL.stream()
                .filter(p -> p.library.equals(library) && !p.setting.isEmpty())
                .map(PoolPublication::setting)
                .findFirst();
    }

    private static PoolPublication ucp(String artifact) {
        return new PoolPublication("Oracle UCP", artifact, "oracle.ucp.jdbc", UCP, false);
    }

    /// No setting would show more.
    private static PoolPublication unread(String library, String artifact, String packageName) {
        return new PoolPublication(library, artifact, packageName, "", true);
    }

    /// The packages of the pools of some libraries.
    public static Set<String> packages(List<Library> libraries) {
        return libraries.stream()
                .flatMap(library -> of(library).stream())
                .map(PoolPublication::packageName)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Optional<PoolPublication> of(Library library) {
        return ALL.stream().filter(p -> library.is(p.artifact)).findFirst();
    }

    /// That of a library whose pools are not seen; empty where they are, and where it has none.
    ///
    /// @param listed whether the stacks of all threads are known
    static Optional<PoolPublication> of(
            Library library, List<PoolReading> published, boolean listed) {
        return of(library)
                .filter(p -> !listed || !p.onStacks)
                .filter(p ->
                        published.stream().noneMatch(r -> r.last().library().equals(p.library)));
    }

    /// Whether there may be a pool: a class of it is loaded, or that is not known.
    ///
    /// @param packages of which a class is loaded
    boolean mayExist(Part<Set<String>> packages) {
        return packages.value().map(loaded -> loaded.contains(packageName)).orElse(true);
    }

    /// Why its pools are not seen.
    String reason() {
        return setting.isEmpty()
                ? "it publishes none that is read; a list of all threads shows what waits for them"
                : "it publishes none; %s publishes them".formatted(setting);
    }
}
