package dev.loombench.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.spec.text.SpecError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceArgumentsTest {
    @TempDir Path folder;

    private String jar(String name, String... manifestEntries) throws IOException {
        var manifest = new Manifest();
        var attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        for (int i = 0; i < manifestEntries.length; i += 2) {
            attributes.putValue(manifestEntries[i], manifestEntries[i + 1]);
        }
        var file = folder.resolve(name);
        new JarOutputStream(Files.newOutputStream(file), manifest).close();
        return file.toString();
    }

    private static NamedCommand command(String name, List<String> words) {
        return new NamedCommand(name, words, Optional.empty());
    }

    private static List<NamedCommand> variants(List<String> arguments, String... settings) {
        return ServiceArguments.of(arguments, List.of(settings), ModelOption.none()).variants();
    }

    @Test
    void a_setting_of_spring_boot_is_a_program_argument_per_value() throws IOException {
        var jar = jar("shop.jar", "Spring-Boot-Version", "3.5.1");
        var read =
                ServiceArguments.of(
                        List.of(jar),
                        List.of("spring.threads.virtual.enabled=false,true"),
                        ModelOption.none());
        assertThat(read.variants())
                .containsExactly(
                        command(
                                "spring.threads.virtual.enabled=false",
                                List.of(
                                        "java",
                                        "-jar",
                                        jar,
                                        "--server.port={port}",
                                        "--spring.threads.virtual.enabled=false")),
                        command(
                                "spring.threads.virtual.enabled=true",
                                List.of(
                                        "java",
                                        "-jar",
                                        jar,
                                        "--server.port={port}",
                                        "--spring.threads.virtual.enabled=true")));
        assertThat(read.notes())
                .containsExactly(jar + " (Spring Boot 3.5.1): settings are program arguments");
    }

    @Test
    void a_setting_of_another_jar_is_a_system_property_per_value() throws IOException {
        var jar = jar("shop.jar");
        assertThat(variants(List.of(jar), "pool=10,20"))
                .containsExactly(
                        command("pool=10", List.of("java", "-Dpool=10", "-jar", jar)),
                        command("pool=20", List.of("java", "-Dpool=20", "-jar", jar)));
    }

    @Test
    void several_settings_make_every_combination() throws IOException {
        assertThat(variants(List.of(jar("shop.jar")), "a=1,2", "b=x", "c=y,z"))
                .extracting(NamedCommand::name)
                .containsExactly("a=1 b=x c=y", "a=1 b=x c=z", "a=2 b=x c=y", "a=2 b=x c=z");
    }

    @Test
    void a_name_precedes_its_command() {
        assertThat(variants(List.of("pool=java -jar a.jar --x=1", "b.2=./shop -p {port}")))
                .containsExactly(
                        command("pool", List.of("java", "-jar", "a.jar", "--x=1")),
                        command("b.2", List.of("./shop", "-p", "{port}")));
    }

    @Test
    void a_command_without_a_name_names_itself() {
        assertThat(variants(List.of("node server.js", "./go-shop -p={port}")))
                .extracting(NamedCommand::name)
                .containsExactly("node server.js", "./go-shop -p={port}");
    }

    @Test
    void jars_are_named_by_their_files() throws IOException {
        var first = jar("old.jar");
        var second = jar("new.jar", "Spring-Boot-Version", "4.0.0");
        assertThat(variants(List.of(first, second, "third=" + first)))
                .containsExactly(
                        command("old", List.of("java", "-jar", first)),
                        command("new", List.of("java", "-jar", second, "--server.port={port}")),
                        command("third", List.of("java", "-jar", first)));
    }

    @Test
    void mistakes_are_explained() throws IOException {
        var jar = jar("shop.jar");
        var missing = folder.resolve("none.jar").toString();
        assertMistake("at least two variants: add --models", List.of(jar));
        assertMistake("at least two variants", List.of("node server.js"));
        assertMistake("at least two variants", List.of(jar), "a=1");
        assertMistake("no jar " + missing, List.of(missing), "a=1,2");
        assertMistake("--set must be like key=value,value, was \"a\"", List.of(jar), "a");
        assertMistake("--set must be like key=value,value", List.of(jar), "a=1,");
        assertMistake("--set names a value twice: \"a=1,1\"", List.of(jar), "a=1,1");
        assertMistake("--set goes with one jar", List.of("node a.js", "node b.js"), "a=1,2");
        assertMistake("two variants are named \"a\"", List.of("a=x", "a=y"));
        assertMistake("already runs; loombench load", List.of("http://localhost:1/", "node b.js"));
        assertMistake("\"|\" needs a shell", List.of("a | b", "c"));
        var noJar = Files.writeString(folder.resolve("text.jar"), "text").toString();
        assertMistake("cannot be read as a jar", List.of(noJar, jar));
    }

    private static void assertMistake(String message, List<String> arguments, String... settings) {
        assertThatThrownBy(() -> variants(arguments, settings))
                .isInstanceOf(SpecError.class)
                .hasMessageContaining(message);
    }
}
