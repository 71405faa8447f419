package dev.loombench.analysis.defect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRuntimes;
import dev.loombench.observe.result.Library;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The servers that the lab measures have no library with a known defect, but for the one that is
/// there to show it.
class ZooDriversTest {
    private static final Path POM = Path.of(System.getProperty("loombench.home"), "pom.xml");

    private static Library library(String name, String property) throws IOException {
        var version =
                Pattern.compile("<%1$s>([^<]+)</%1$s>".formatted(Pattern.quote(property)))
                        .matcher(Files.readString(POM));
        assertThat(version.find()).as(property).isTrue();
        return new Library(name, version.group(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"21.0.8", "24.0.2", "25.0.4", "27"})
    void the_drivers_and_servers_are_newer_than_the_defects(String release) throws IOException {
        var libraries =
                List.of(
                        library("HikariCP", "hikari.version"),
                        library("postgresql", "postgresql.version"),
                        library("netty-buffer", "netty.version"),
                        library("jetty-server", "jetty.version"));
        assertThat(ofLibraries(release, libraries)).isEmpty();
        for (var boot : List.of("spring-boot.version", "spring-boot-3.version")) {
            assertThat(ofLibraries(release, List.of(library("spring-boot", boot)))).isEmpty();
        }
    }

    private static List<String> ofLibraries(String release, List<Library> libraries) {
        return KnownDefects.load().of(SampleRuntimes.hotSpot(release), libraries).stream()
                .filter(applicable -> !applicable.defect().isOfJdk())
                .map(applicable -> applicable.defect().id())
                .toList();
    }

    @Test
    void the_older_pool_of_connections_has_the_defect_that_it_is_there_for() throws IOException {
        assertThat(ofLibraries("25.0.4", List.of(library("HikariCP", "hikari-7.0.version"))))
                .containsExactly("HikariCP-2398");
    }
}
