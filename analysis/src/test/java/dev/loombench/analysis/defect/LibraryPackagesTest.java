package dev.loombench.analysis.defect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.result.Library;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Libraries by the classes that are loaded.
class LibraryPackagesTest {
    private static final Library POOL = new Library("com.zaxxer.HikariCP", "7.0.2");
    private static final Library CACHE = new Library("caffeine", "3.2.0");
    private static final Library AGENT = new Library("dd-java-agent", "1.50.0");

    @Test
    void a_library_without_a_loaded_class_is_not_used() {
        var all = List.of(POOL, CACHE, AGENT);
        assertThat(LibraryPackages.of(all)).hasSize(2);
        assertThat(LibraryPackages.used(all, Set.of("com.zaxxer.hikari.pool")))
                .containsExactly(POOL, AGENT);
    }

    /// A row of a new library needs a package; those of old versions differ.
    @Test
    void the_libraries_of_the_table_have_a_package_unless_they_are_always_at_work() {
        var others =
                KnownDefects.load().rows().stream()
                        .flatMap(row -> row.affected().artifacts().stream())
                        .filter(name ->
                                LibraryPackages.of(List.of(new Library(name, ""))).isEmpty());
        assertThat(others)
                .containsOnly(
                        "dd-java-agent",
                        "opentelemetry-javaagent",
                        "derby",
                        "jetty-server",
                        "mysql-connector-java",
                        "spring-boot",
                        "spring-boot-loader");
    }
}
