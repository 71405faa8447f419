package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleCommand;
import dev.loombench.SampleJar;
import dev.loombench.SampleJdk;
import dev.loombench.experiment.variant.Jdk;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.launch.jdk.Jdks;
import dev.loombench.launch.limit.UnmetRequirement;
import dev.loombench.text.EnvironmentValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is found in a command before its start.
class ServiceChecksTest {
    private static final Path JDK = Path.of(System.getProperty("java.home"));

    @TempDir Path folder;

    @BeforeEach
    void open() throws IOException {
        Files.createDirectory(folder.resolve("zoo"));
    }

    private void jar(String name, String attribute) throws IOException {
        jar(name, attribute, "a.Main");
    }

    private void jar(String name, String attribute, String value) throws IOException {
        SampleJar.write(folder.resolve(name), Map.of(attribute, value));
    }

    private List<String> check(String... words) {
        return check(Map.of(), words);
    }

    private List<String> check(Map<String, String> environment, String... words) {
        return check(JDK, environment, words);
    }

    private List<String> check(Path jdk, Map<String, String> environment, String... words) {
        return check(new Jdk.Home(jdk), environment, words);
    }

    private List<String> check(Jdk jdk, Map<String, String> environment, String... words) {
        var variant =
                new Variant(
                        "mine",
                        SampleCommand.of(words),
                        Optional.of(jdk),
                        Optional.empty(),
                        Optional.of(folder),
                        environment,
                        0);
        return Preflight.checkLaunch(Zoo.at(folder), variant, new Jdks(List.of())).stream()
                .map(UnmetRequirement::message)
                .toList();
    }

    @Test
    void a_command_from_results_needs_its_secrets() throws IOException {
        jar("app.jar", "Main-Class");
        assertThat(check("java", "-Ddb.password=sesame", "-jar", "app.jar")).isEmpty();
        assertThat(check("java", "-Ddb.password=***", "-jar", "app.jar"))
                .singleElement()
                .asString()
                .contains("db.password", "export DB_PASSWORD=");
    }

    @Test
    void a_variable_from_results_is_to_be_exported_for_the_resumed_run() throws IOException {
        jar("app.jar", "Main-Class");
        var lost = Map.of("DB_PASSWORD", EnvironmentValue.NOT_STORED);
        assertThat(check(lost, "java", "-jar", "app.jar"))
                .singleElement()
                .asString()
                .contains("export DB_PASSWORD=", "start a new run");
    }

    @Test
    void a_java_agent_must_be_the_jar_of_one() throws IOException {
        jar("agent.jar", "Premain-Class");
        jar("app.jar", "Main-Class");
        assertThat(check("java", "-javaagent:agent.jar=a=b", "-jar", "app.jar")).isEmpty();
        assertThat(check("java", "-javaagent:none.jar=a", "-jar", "app.jar"))
                .containsExactly(
                        "no file %s; expected the Java agent of the command; correct its path"
                                .formatted(folder.resolve("none.jar")));
        assertThat(check("java", "-javaagent:app.jar", "-jar", "app.jar"))
                .containsExactly(
                        "%s names no Premain-Class in its manifest; expected a Java agent; name the jar of the agent"
                                .formatted(folder.resolve("app.jar")));
        assertThat(check("java", "-jar", "agent.jar"))
                .containsExactly(
                        "%s names no Main-Class in its manifest; expected a jar that java -jar can run; name the executable jar, or use java -cp with the class"
                                .formatted(folder.resolve("agent.jar")));
    }

    private Path jdk(String version) throws IOException {
        return SampleJdk.ofVersion(folder.resolve("jdk-" + version), version);
    }

    @Test
    void the_governor_needs_a_jdk_that_it_can_govern() throws IOException {
        jar("app.jar", "Main-Class");
        var agent = "dev.loombench.governor.carrier.GovernorAgent";
        jar("governor.jar", "Premain-Class", agent);
        jar("other.jar", "Premain-Class");
        var old = jdk("21.0.8");
        assertThat(check(old, Map.of(), "java", "-javaagent:governor.jar", "-jar", "app.jar"))
                .singleElement()
                .asString()
                .contains("21.0.8", "JDK 24 or later", "--jdk");
        assertThat(check(old, Map.of(), "java", "-javaagent:other.jar", "-jar", "app.jar"))
                .isEmpty();
        var first = jdk("24");
        assertThat(check(first, Map.of(), "java", "-javaagent:governor.jar", "-jar", "app.jar"))
                .isEmpty();
    }

    @Test
    void a_jdk_that_is_missing_is_no_missing_java_on_the_path() throws IOException {
        jar("app.jar", "Main-Class");
        assertThat(check(new Jdk.Version(99), Map.of(), "java", "-jar", "app.jar"))
                .singleElement()
                .asString()
                .contains("no JDK 99 on this machine");
    }

    @Test
    void a_jdk_cannot_be_chosen_for_a_java_with_a_path() throws IOException {
        jar("app.jar", "Main-Class");
        var java = JDK.resolve("bin/java").toString();
        assertThat(check(java, "-jar", "app.jar"))
                .containsExactly(
                        "the command of mine runs %s; expected java without a path, for which jdk (--jdk) chooses the JDK; write java, or name no jdk"
                                .formatted(java));
    }
}
