package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleCommand;
import dev.loombench.SampleJar;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.launch.jdk.Jdks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The files by which a resumed run recognises the programs of its finished trials.
class VariantIdentityTest {
    @TempDir Path folder;

    private final Map<String, String> environment = new HashMap<>();

    private Map<String, String> builds() throws IOException {
        return builds(Map.of());
    }

    /// @param own variables that the variant sets
    private Map<String, String> builds(Map<String, String> own) throws IOException {
        return builds(own, "java", "-javaagent:apm.jar=a=b", "-jar", "app.jar");
    }

    private Map<String, String> builds(Map<String, String> own, String... words)
            throws IOException {
        Files.createDirectories(folder.resolve("zoo"));
        var service = SampleCommand.of(words);
        var variant =
                new Variant(
                        "a",
                        service,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(folder),
                        own,
                        0);
        return new VariantIdentity(Zoo.at(folder), new Jdks(List.of()), environment)
                .builds(List.of(variant));
    }

    @Test
    void a_service_is_its_jar_and_its_java_agents() throws IOException {
        Files.writeString(folder.resolve("apm.jar"), "one");
        Files.writeString(folder.resolve("app.jar"), "app");
        var agent = "Java agent " + folder.resolve("apm.jar");
        var jar = "service " + folder.resolve("app.jar");
        var before = builds();
        assertThat(before).containsKeys(jar, agent);
        Files.writeString(folder.resolve("apm.jar"), "two");
        var after = builds();
        assertThat(after.get(agent)).isNotEqualTo(before.get(agent));
        assertThat(after.get(jar)).isEqualTo(before.get(jar));
    }

    /// Asserts that a file is a part of a service.
    private void assertIdentifiedBy(String file, String service, String... words)
            throws IOException {
        Files.createDirectories(folder.resolve(file).getParent());
        Files.writeString(folder.resolve(file), "one");
        var name = "service " + folder.resolve(service);
        var before = builds(Map.of(), words);
        assertThat(before).containsKey(name);
        Files.writeString(folder.resolve(file), "two");
        assertThat(builds(Map.of(), words).get(name)).isNotEqualTo(before.get(name));
    }

    @Test
    void a_jar_is_identified_with_the_libraries_that_it_names() throws IOException {
        SampleJar.write(folder.resolve("app.jar"), Map.of("Class-Path", "lib/a.jar"));
        assertIdentifiedBy("lib/a.jar", "app.jar", "java", "-jar", "app.jar");
    }

    @Test
    void a_fast_jar_of_quarkus_is_identified_with_its_folders() throws IOException {
        Files.createDirectories(folder.resolve("quarkus"));
        Files.writeString(folder.resolve("quarkus/quarkus-application.dat"), "");
        Files.writeString(folder.resolve("quarkus-run.jar"), "");
        for (var file : List.of("app/shop.jar", "lib/main/a.jar", "quarkus/generated.jar")) {
            assertIdentifiedBy(file, "quarkus-run.jar", "java", "-jar", "quarkus-run.jar");
        }
    }

    @Test
    void a_main_class_is_identified_by_its_class_path() throws IOException {
        var paths = "a.jar:classes:lib/*";
        assertIdentifiedBy("a.jar", "a.jar", "java", "-cp", paths, "shop.App");
        assertIdentifiedBy("classes/shop/App.class", "classes", "java", "-cp", paths, "shop.App");
        assertIdentifiedBy("lib/b.jar", "lib/*", "java", "--class-path=" + paths, "shop.App");
    }

    @Test
    void another_command_is_identified_by_its_program() throws IOException {
        assertIdentifiedBy("start.sh", "start.sh", "./start.sh", "-cp", "a.jar");
    }

    @Test
    void a_service_is_also_the_options_that_the_environment_gives_its_jvm() throws IOException {
        Files.writeString(folder.resolve("app.jar"), "app");
        var recorded = "environment variable JAVA_TOOL_OPTIONS";
        assertThat(builds()).doesNotContainKey(recorded);
        environment.put("JAVA_TOOL_OPTIONS", "-Dpassword=secret");
        var before = builds();
        assertThat(before).containsKey(recorded);
        assertThat(before.get(recorded)).doesNotContain("secret");
        environment.put("JAVA_TOOL_OPTIONS", "-Xint");
        assertThat(builds().get(recorded)).isNotEqualTo(before.get(recorded));
        assertThat(builds(Map.of("JAVA_TOOL_OPTIONS", ""))).doesNotContainKey(recorded);
    }
}
