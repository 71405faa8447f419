package dev.loombench.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.Responder;
import dev.loombench.observe.ScriptableProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A program with a build of its own that takes the load generator from a Maven repository.
class LoadApiExampleIT {
    private static final Path HOME =
            Path.of(System.getProperty("loombench.home")).toAbsolutePath().normalize();
    private static final String VERSION = "0.1.0";

    @TempDir Path folder;

    @Test
    void its_build_and_the_documentation_install_the_generator_alike() throws IOException {
        var command = "mvn -Prelease -pl load -am install -DskipTests";
        assertThat(HOME.resolve("examples/load-api/pom.xml")).content().contains(command);
        assertThat(HOME.resolve("docs/load/java-api.md")).content().contains(command);
    }

    @Tag("nightly")
    @Test
    void a_program_outside_the_project_puts_load_on_a_server() throws Exception {
        var project = folder.resolve("load-test");
        var source = Path.of("src/main/java/demo/LoadTest.java");
        Files.createDirectories(project.resolve(source).getParent());
        for (var file : List.of(Path.of("pom.xml"), source)) {
            var example = HOME.resolve("examples/load-api").resolve(file);
            Files.copy(example, project.resolve(file));
        }
        run(project, "mvn", "-B", "-ntp", "-Dmaven.repo.local=" + repository(), "package");
        var target = project.resolve("target");
        assertThat(namesIn(target.resolve("lib")))
                .filteredOn(name -> name.startsWith("loombench"))
                .containsExactlyInAnyOrder(
                        "loombench-base-" + VERSION + ".jar",
                        "loombench-stats-" + VERSION + ".jar",
                        "loombench-load-" + VERSION + ".jar");
        try (var server = Responder.always(Responder.HELLO)) {
            var output =
                    run(
                            project,
                            ScriptableProcess.java(),
                            "--enable-native-access=ALL-UNNAMED",
                            "-cp",
                            target + "/load-test.jar" + File.pathSeparator + target + "/lib/*",
                            "demo.LoadTest",
                            "http://127.0.0.1:%d/hello".formatted(server.address().getPort()));
            assertThat(output).containsPattern("Progress\\[phase=(WARM_UP|MEASURING), ");
            assertThat(output).containsPattern("\\d+ responses/s, p99 \\d+\\.\\d ms");
            assertThat(server.requests()).isPositive();
        }
    }

    /// A local repository with the modules that the build of this project installs, and links to
    /// what Maven has already downloaded.
    private Path repository() throws IOException {
        var downloaded = Path.of(System.getProperty("localRepository"));
        var repository = Files.createDirectory(folder.resolve("repository"));
        var ours = Files.createDirectories(repository.resolve("dev"));
        link(downloaded, repository, "dev");
        if (Files.isDirectory(downloaded.resolve("dev"))) {
            link(downloaded.resolve("dev"), ours, "loombench");
        }
        install(ours, "loombench", HOME);
        install(ours, "loombench-tool", HOME.resolve("tool"));
        install(ours, "loombench-base", HOME.resolve("base"));
        install(ours, "loombench-stats", HOME.resolve("stats"));
        install(ours, "loombench-load", HOME.resolve("load"));
        return repository;
    }

    private static void link(Path from, Path to, String without) throws IOException {
        for (var name : namesIn(from)) {
            if (!name.equals(without)) {
                Files.createSymbolicLink(to.resolve(name), from.resolve(name));
            }
        }
    }

    private static List<String> namesIn(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    /// What `mvn install` leaves of a module.
    private static void install(Path group, String artifact, Path module) throws IOException {
        var into = group.resolve("loombench").resolve(artifact).resolve(VERSION);
        Files.createDirectories(into);
        var name = artifact + "-" + VERSION;
        // as the profile release installs it, with the version in place of its property
        var pom = Files.readString(module.resolve("pom.xml")).replace("${revision}", VERSION);
        Files.writeString(into.resolve(name + ".pom"), pom);
        var jar = module.resolve("target").resolve(artifact + ".jar");
        if (Files.exists(jar)) {
            Files.copy(jar, into.resolve(name + ".jar"));
        }
    }

    /// @return standard output and standard error
    private String run(Path project, String... command) throws IOException, InterruptedException {
        var log = Files.createTempFile(folder, "output", ".log");
        var builder =
                new ProcessBuilder(command)
                        .directory(project.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .redirectInput(new File("/dev/null"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        int code = builder.start().waitFor();
        var output = Files.readString(log);
        assertThat(code).as(output).isZero();
        return output;
    }
}
