package dev.loombench.diagnose.evidence;

import dev.loombench.observe.result.Library;
import java.util.List;
import java.util.Optional;

/// The setting by which a library publishes its pools as management beans, which by default it does
/// not.
///
/// @param library as a [PoolReading] names it
/// @param artifact name of its jar
/// @param setting with the property of Spring Boot
record PoolPublication(String library, String artifact, String setting) {
    private static final List<PoolPublication> ALL =
            List.of(
                    new PoolPublication(
                            "HikariCP",
                            "HikariCP",
                            "registerMbeans (spring.datasource.hikari.register-mbeans=true)"),
                    new PoolPublication(
                            "Tomcat JDBC",
                            "tomcat-jdbc",
                            "jmxEnabled (spring.datasource.tomcat.jmx-enabled=true)"));

    /// The setting of a library that has pools and publishes none.
    static Optional<String> of(Library library, List<PoolReading> published) {
        return ALL.stream()
                .filter(p -> p.artifact.equals(library.name()))
                .filter(p ->
                        published.stream().noneMatch(r -> r.last().library().equals(p.library)))
                .map(PoolPublication::setting)
                .findFirst();
    }
}
