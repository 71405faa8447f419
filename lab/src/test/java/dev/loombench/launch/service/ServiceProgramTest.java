package dev.loombench.launch.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleCommand;
import dev.loombench.experiment.variant.Jdk;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.launch.jdk.Jdks;
import dev.loombench.launch.limit.PathLookup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which program a service gets; for `java`, that of the variant's JDK, then that of `JAVA_HOME`,
/// then that of the `PATH`.
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
        var service = SampleCommand.of(word, "-jar", "app.jar");
        var variant = new Variant("a", service, jdk, Optional.empty(), Optional.empty(), own, 0);
        var all = new HashMap<>(lab);
        all.put("PATH", System.getenv().getOrDefault("PATH", ""));
        return ServiceProgram.of(variant, service, new Jdks(List.of()), all).file();
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

    @Test
    void a_path_of_the_variant_comes_before_that_of_the_lab() throws IOException {
        var bin = other.resolve("bin");
        executable(bin.resolve("sh"));
        executable(bin.resolve("mine"));
        var before = Map.of("PATH", bin + ":${PATH}");
        assertThat(file("sh", Optional.empty(), before, Map.of())).contains(bin.resolve("sh"));
        assertThat(file("mine", Optional.empty(), before, Map.of())).contains(bin.resolve("mine"));
        assertThat(file("cat", Optional.empty(), before, Map.of()))
                .isEqualTo(PathLookup.find("cat"));
        assertThat(file("cat", Optional.empty(), Map.of("PATH", bin.toString()), Map.of()))
                .isEmpty();
        assertThat(file("sh", Optional.of(new Jdk.Home(one)), before, Map.of()))
                .as("not in that JDK")
                .contains(bin.resolve("sh"));
    }

    @Test
    void a_java_that_the_variant_adds_to_the_path_comes_before_java_home_of_the_lab() {
        var added = Map.of("PATH", other.resolve("bin") + ":${PATH}");
        assertThat(java(added, javaHome(one))).contains(other.resolve("bin/java"));
        var tools = Map.of("PATH", folder + ":${PATH}");
        assertThat(java(tools, javaHome(one))).contains(one.resolve("bin/java"));
        assertThat(java(Map.of("PATH", "${NONE}"), javaHome(one)))
                .as("a mistake that the checks report")
                .contains(one.resolve("bin/java"));
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
