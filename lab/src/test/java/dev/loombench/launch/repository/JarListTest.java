package dev.loombench.launch.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JarListTest {
    private static final String HASH = "0123456789abcdef".repeat(4);

    @TempDir private Path folder;

    private JarList read(String text) throws IOException {
        return JarList.read(Files.writeString(folder.resolve("jars.sha256"), text));
    }

    @Test
    void a_list_has_a_jar_per_line() throws IOException {
        var list =
                read(
                        """
                        %s  dev/loombench/zoo-one/0.1.0/zoo-one-0.1.0.jar
                        %s  io/netty/netty-x/4.2.18.Final/netty-x-4.2.18.Final-linux-x86_64.jar
                        """
                                .formatted(HASH, HASH));
        assertThat(list.jars())
                .containsExactly(
                        new ListedJar(HASH, "dev/loombench/zoo-one/0.1.0/zoo-one-0.1.0.jar"),
                        new ListedJar(
                                HASH,
                                "io/netty/netty-x/4.2.18.Final/netty-x-4.2.18.Final-linux-x86_64.jar"));
        assertThat(list.jars().getFirst().name()).isEqualTo("zoo-one-0.1.0.jar");
        assertThat(list.id()).hasSize(16);
    }

    @Test
    void another_list_has_another_id() throws IOException {
        assertThat(read(HASH + "  a/b/1/b-1.jar\n").id())
                .isNotEqualTo(read(HASH + "  a/b/2/b-2.jar\n").id());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a/b/1/../../../../outside.jar",
                "/a/b/1/b-1.jar",
                "../b/1/b-1.jar",
                "a/b/1/.jar",
                "a//1/b-1.jar",
                "a/b/1/b\\..\\c.jar",
                "a/b/1/b-1.zip",
                "a/b/1/b-1.jar?x=1",
                "http://a/b/1/b-1.jar",
                "b-1.jar"
            })
    void a_path_that_is_none_of_a_repository_is_refused(String path) {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> read(HASH + "  " + path + "\n"))
                .withMessageContaining("jars.sha256:1: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0123  a/b/1/b-1.jar",
                "a/b/1/b-1.jar",
                "",
                "0123456789ABCDEF0123456789abcdef0123456789abcdef0123456789abcdef  a/b/1/b-1.jar",
                "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef a/b/1/b-1.jar"
            })
    void a_line_without_a_checksum_is_refused(String line) {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> read(HASH + "  a/b/1/b-1.jar\n" + line + "\n"))
                .withMessageContaining("jars.sha256:2: ");
    }

    @Test
    void two_jars_of_one_name_are_refused() {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() ->
                        read(
                                "%s  a/b/1/b-1.jar\n%s  c/b/1/b-1.jar\n"
                                        .formatted(HASH, HASH)))
                .withMessageContaining("jars.sha256:2: ")
                .withMessageContaining("b-1.jar");
    }

    @Test
    void an_empty_list_is_refused() {
        assertThatExceptionOfType(WrongInput.class).isThrownBy(() -> read(""));
    }
}
