package dev.loombench.diagnose.evidence;

import dev.loombench.observe.result.Library;
import dev.loombench.text.TextTable;
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
    /// A row per jar, without a setting where none would show more.
    private static final List<PoolPublication> ALL =
            TextTable.rows(
                            4,
                            """
                            HikariCP  HikariCP  registerMbeans (spring.datasource.hikari.register-mbeans=true)  stacks
                            Tomcat JDBC  tomcat-jdbc  jmxEnabled (spring.datasource.tomcat.jmx-enabled=true)  stacks
                            Commons DBCP  commons-dbcp2  jmxName (spring.datasource.dbcp2.jmx-name=shop:name=orders)  stacks
                            R2DBC  r2dbc-pool  registerJmx (spring.r2dbc.url=r2dbc:pool:postgresql://HOST/NAME?registerJmx=true&poolName=orders)  -
                            Oracle UCP  ucp  setJmxEnabled(true) of UniversalConnectionPoolManager (of Micronaut ucp-manager.jmx.enabled=true)  -
                            Oracle UCP  ucp11  setJmxEnabled(true) of UniversalConnectionPoolManager (of Micronaut ucp-manager.jmx.enabled=true)  -
                            Oracle UCP  ucp17  setJmxEnabled(true) of UniversalConnectionPoolManager (of Micronaut ucp-manager.jmx.enabled=true)  -
                            Jedis  jedis  setJmxEnabled(true) of the configuration of its pool  stacks
                            c3p0  c3p0  com.mchange.v2.c3p0.management.ManagementCoordinator=com.mchange.v2.c3p0.management.ActiveManagementCoordinator  stacks
                            Druid  druid  -  stacks
                            Agroal  agroal-pool  -  stacks
                            Vibur  vibur-dbcp  -  stacks
                            MongoDB  mongodb-driver-sync  -  stacks
                            Apache HttpClient 5  httpclient5  -  stacks
                            Apache HttpClient 4  httpclient  -  stacks
                            """)
                    .stream()
                    .map(row ->
                            new PoolPublication(
                                    row.get(0), row.get(1), row.get(2), !row.get(3).isEmpty()))
                    .toList();

    /// The setting that publishes the pools of a library; empty where none is known.
    ///
    /// @param library its name in `PoolLibrary`
    public static Optional<String> settingOf(String library) {
        return ALL.stream()
                .filter(p -> p.library.equals(library) && !p.setting.isEmpty())
                .map(PoolPublication::setting)
                .findFirst();
    }

    /// Why the pools of a library are not seen; empty where they are, and where it has none.
    ///
    /// @param listed whether the stacks of all threads are known
    static Optional<String> of(Library library, List<PoolReading> published, boolean listed) {
        return ALL.stream()
                .filter(p -> p.artifact.equals(library.name()))
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
