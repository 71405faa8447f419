package dev.loombench.observe.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.proc.ProcessNamespaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// A folder of `/proc` with the open files of a process, its command line and its root.
@DisabledOnOs(OS.WINDOWS)
class ClosedJarsTest {
    @TempDir private Path process;

    @BeforeEach
    void start() throws IOException {
        Files.createDirectory(process.resolve("fd"));
        command("java\0-jar\0shop.jar\0");
    }

    private void command(String words) throws IOException {
        Files.writeString(process.resolve("cmdline"), words);
    }

    private void open(String file) throws IOException {
        Files.createSymbolicLink(process.resolve("fd/4"), Path.of(file));
    }

    private void file(String name) throws IOException {
        var file = process.resolve("root" + name);
        Files.createDirectories(file.getParent());
        Files.createFile(file);
    }

    private String[] jars() throws IOException {
        return OpenJars.paths(new ProcessNamespaces(process)).stream()
                .map(Path::toString)
                .toArray(String[]::new);
    }

    @Test
    void those_of_quarkus_lie_beside_the_jar_that_starts_it() throws IOException {
        open("/app/quarkus-run.jar");
        file("/app/lib/main/io.agroal.agroal-pool-3.2.1.jar");
        file("/app/lib/main/other.dat");
        file("/app/app/shop-1.0.jar");
        assertThat(jars())
                .containsExactly(
                        "/app/quarkus-run.jar",
                        "/app/app/shop-1.0.jar",
                        "/app/lib/main/io.agroal.agroal-pool-3.2.1.jar");
    }

    /// As the image `tomcat` starts it.
    @Test
    void those_of_tomcat_are_of_its_web_applications() throws IOException {
        open("/usr/local/tomcat/lib/catalina.jar");
        command("java\0-classpath\0bin/bootstrap.jar\0-Dcatalina.base=/usr/local/tomcat\0start\0");
        file("/usr/local/tomcat/webapps/shop.war");
        file("/usr/local/tomcat/webapps/shop/WEB-INF/lib/HikariCP-7.0.2.jar");
        file("/usr/local/tomcat/webapps/shop/index.html");
        assertThat(jars())
                .containsExactly(
                        "/usr/local/tomcat/lib/catalina.jar",
                        "/usr/local/tomcat/webapps/shop.war",
                        "/usr/local/tomcat/webapps/shop/WEB-INF/lib/HikariCP-7.0.2.jar");
    }

    @Test
    void other_programs_have_open_ones_only() throws IOException {
        open("/app/shop.jar");
        file("/app/lib/main/HikariCP-7.0.2.jar");
        assertThat(jars()).containsExactly("/app/shop.jar");
    }
}
