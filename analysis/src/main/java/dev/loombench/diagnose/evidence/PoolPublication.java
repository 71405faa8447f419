package dev.loombench.diagnose.evidence;

import dev.loombench.observe.result.Library;
import java.util.List;
import java.util.Optional;

/// The setting by which a library publishes its pools as management beans: where its default does
/// not, or the application or its framework may have turned that off; or that there is none.
///
/// @param library as a [PoolReading] names it
/// @param artifact name of its jar
/// @param setting with the property of Spring Boot; empty where none publishes them
/// @param onStacks whether threads wait for it, so that their stacks show it too
public record PoolPublication(String library, String artifact, String setting, boolean onStacks) {
    private static final String UCP =
            "setJmxEnabled(true) of UniversalConnectionPoolManager (of Micronaut ucp-manager.jmx.enabled=true)";

    private static final List<PoolPublication> ALL =
            List.of(
                    new PoolPublication(
                            "HikariCP",
                            "HikariCP",
                            "registerMbeans (spring.datasource.hikari.register-mbeans=true)",
                            true),
                    new PoolPublication(
                            "Tomcat JDBC",
                            "tomcat-jdbc",
                            "jmxEnabled (spring.datasource.tomcat.jmx-enabled=true)",
                            true),
                    new PoolPublication(
                            "Commons DBCP",
                            "commons-dbcp2",
                            "jmxName (spring.datasource.dbcp2.jmx-name=shop:name=orders)",
                            true),
                    new PoolPublication(
                            "R2DBC",
                            "r2dbc-pool",
                            "registerJmx (spring.r2dbc.url=r2dbc:pool:postgresql://HOST/NAME?registerJmx=true&poolName=orders)",
                            false),
                    new PoolPublication("Oracle UCP", "ucp", UCP, false),
                    new PoolPublication("Oracle UCP", "ucp11", UCP, false),
                    new PoolPublication("Oracle UCP", "ucp17", UCP, false),
                    new PoolPublication(
                            "Jedis",
                            "jedis",
                            "setJmxEnabled(true) of the configuration of its pool",
                            true),
                    new PoolPublication(
                            "c3p0",
                            "c3p0",
                            "com.mchange.v2.c3p0.management.ManagementCoordinator=com.mchange.v2.c3p0.management.ActiveManagementCoordinator",
                            true),
                    unread("Druid", "druid"),
                    unread("Agroal", "agroal-pool"),
                    unread("Vibur", "vibur-dbcp"),
                    unread("MongoDB", "mongodb-driver-sync"),
                    unread("Apache HttpClient 5", "httpclient5"),
                    unread("Apache HttpClient 4", "httpclient"));

    /// The setting that publishes the pools of a library; empty where none is known.
    ///
    /// @param library its name in `PoolLibrary`
    public static Optional<String> settingOf(String library) {
        return ALL.stream()
                .filter(p -> p.library.equals(library) && !p.setting.isEmpty())
                .map(PoolPublication::setting)
                .findFirst();
    }

    /// No setting would show more.
    private static PoolPublication unread(String library, String artifact) {
        return new PoolPublication(library, artifact, "", true);
    }

    /// Why the pools of a library are not seen; empty where they are, and where it has none.
    ///
    /// @param listed whether the stacks of all threads are known
    static Optional<String> of(Library library, List<PoolReading> published, boolean listed) {
        return ALL.stream()
                .filter(p -> library.is(p.artifact))
                .filter(p -> !listed || !p.onStacks)
                .filter(p ->
                        published.stream().noneMatch(r -> r.last().library().equals(p.library)))
                .map(PoolPublication::reason)
                .findFirst();
    }

    private String reason() {
        return setting.isEmpty()
                ? "it publishes none that is read; a list of all threads shows what waits for them"
                : "it publishes none; %s publishes them".formatted(setting);
    }
}
