package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.launch.jdk.Jdks;
import dev.loombench.spec.Jdk;
import dev.loombench.spec.Ready;
import dev.loombench.spec.SameAnswers;
import dev.loombench.spec.ServiceCommand;
import dev.loombench.spec.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which `java` a service gets: the variant's JDK, then `JAVA_HOME`, then the `PATH`.
class ServiceProgramTest {
    @TempDir Path folder;
    private Path one = Path.of("");
    private Path other = Path.of("");

    @BeforeEach
    void homes() throws IOException {
        one = home("one");
        other = home("other");
    }

    private Path home(String name) throws IOException {
        var bin = Files.createDirectories(folder.resolve(name).resolve("bin"));
        executable(bin.resolve("java"));
        return folder.resolve(name);
    }

    private static void executable(Path file) throws IOException {
        Files.setPosixFilePermissions(
                Files.createFile(file), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static Optional<Path> file(
            String word, Optional<Jdk> jdk, Map<String, String> own, Map<String, String> lab) {
        var service =
                new ServiceCommand(
                        List.of(word, "-jar", "app.jar"),
                        new Ready.Port(),
                        ServiceCommand.DEFAULT_WITHIN,
                        SameAnswers.BODY,
                        Optional.empty());
        var variant = new Variant("a", service, jdk, Optional.empty(), Optional.empty(), own, 0);
        return ServiceProgram.of(variant, service, new Jdks(List.of()), lab).file();
    }

    private Optional<Path> java(Map<String, String> own, Map<String, String> lab) {
        return file("java", Optional.empty(), own, lab);
    }

    private static Map<String, String> javaHome(Path home) {
        return Map.of("JAVA_HOME", home.toString());
    }

    @Test
    void java_is_that_of_java_home() {
        assertThat(java(Map.of(), javaHome(one))).contains(one.resolve("bin/java"));
        assertThat(java(javaHome(other), javaHome(one)))
                .as("its own environment first")
                .contains(other.resolve("bin/java"));
        assertThat(java(Map.of("JAVA_HOME", "${OTHER}"), Map.of("OTHER", other.toString())))
                .contains(other.resolve("bin/java"));
    }

    @Test
    void without_a_jdk_in_java_home_it_is_that_of_the_path() {
        var ofPath = PathLookup.find("java");
        assertThat(java(Map.of(), Map.of())).isEqualTo(ofPath);
        assertThat(java(Map.of(), Map.of("JAVA_HOME", " "))).isEqualTo(ofPath);
        assertThat(java(Map.of(), javaHome(folder.resolve("none")))).isEqualTo(ofPath);
    }

    @Test
    void a_jdk_of_the_variant_or_a_path_takes_precedence() {
        var jdk = Optional.<Jdk>of(new Jdk.Home(other));
        assertThat(file("java", jdk, Map.of(), javaHome(one))).contains(other.resolve("bin/java"));
        assertThat(file(other + "/bin/java", Optional.empty(), Map.of(), javaHome(one)))
                .contains(other.resolve("bin/java"));
    }

    @Test
    void another_program_is_that_of_the_path() {
        assertThat(file("sh", Optional.empty(), Map.of(), javaHome(one)))
                .isEqualTo(PathLookup.find("sh"));
    }

    /// As `jwebserver`, which is on the `PATH` of the lab too.
    @Test
    void another_program_of_a_jdk_is_that_of_the_variant_s_jdk() throws IOException {
        var jdk = Optional.<Jdk>of(new Jdk.Home(other));
        executable(other.resolve("bin/sh"));
        assertThat(file("sh", jdk, Map.of(), javaHome(one))).contains(other.resolve("bin/sh"));
        assertThat(file("cat", jdk, Map.of(), javaHome(one))).isEqualTo(PathLookup.find("cat"));
    }
}
