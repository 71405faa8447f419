package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.spec.ServerDescription;
import dev.loombench.spec.text.SpecError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ZooTest {
    private static final String GOOD =
            """
            {
              "name": "NAME",
              "about": "One sentence.",
              "main": "a.Main",
              "jar": "target/a.jar",
              "jvm": ["-Xss1m"],
              "models": {
                "platform-pool": {"about": "A pool.", "settings": {"threads": "How many."}},
                "virtual": {"about": "No pool."}
              }
            }
            """;

    private static final String BINARY =
            """
            {
              "name": "NAME",
              "about": "One sentence.",
              "binary": "target/a",
              "build": ["make", "a"],
              "models": {"event-loop": {"about": "A loop."}}
            }
            """;

    @TempDir private Path home;

    @Test
    void a_server_is_what_its_file_says() throws IOException {
        var folder = server("x", GOOD.replace("NAME", "thing"));
        var zoo = Zoo.at(home);
        var description =
                new ServerDescription(
                        "thing",
                        "One sentence.",
                        Map.of(
                                "platform-pool",
                                new ServerDescription.Model(
                                        "A pool.", Map.of("threads", "How many.")),
                                "virtual",
                                new ServerDescription.Model("No pool.", Map.of())));
        assertThat(zoo.servers()).containsExactly(description);
        assertThat(zoo.servers().getFirst().models().keySet())
                .containsExactly("platform-pool", "virtual");
        assertThat(zoo.program("thing"))
                .contains(
                        new ServerDefinition(
                                description,
                                new Artifact.Jar(
                                        folder.resolve("target/a.jar"),
                                        "a.Main",
                                        List.of("-Xss1m"),
                                        Optional.empty())));
    }

    @Test
    void a_server_without_a_jvm_is_a_binary_and_the_words_that_build_it() throws IOException {
        var folder = server("x", BINARY);
        assertThat(Zoo.at(home).program("NAME").orElseThrow().artifact())
                .isEqualTo(
                        new Artifact.Binary(
                                new BuildSpec(
                                        folder.resolve("target/a"),
                                        folder,
                                        List.of("make", "a"),
                                        false)));
    }

    @Test
    void a_jar_may_need_a_runtime_that_is_made_once() throws IOException {
        var runtime = "\"runtime\": \"target/r\", \"build\": [\"make\", \"r\"], \"jvm\"";
        var folder = server("x", GOOD.replace("\"jvm\"", runtime));
        assertThat(Zoo.at(home).program("NAME").orElseThrow().artifact().onDemand())
                .contains(
                        new BuildSpec(
                                folder.resolve("target/r"), folder, List.of("make", "r"), true));
    }

    @Test
    void servers_are_sorted_by_name_and_other_folders_left_alone() throws IOException {
        server("1", GOOD.replace("NAME", "tomcat"));
        server("2", GOOD.replace("NAME", "axum"));
        Files.createDirectories(home.resolve("zoo/work/src"));
        Files.writeString(home.resolve("zoo/README.md"), "a file");
        assertThat(Zoo.at(home).servers())
                .extracting(ServerDescription::name)
                .containsExactly("axum", "tomcat");
        assertThat(Zoo.at(home).program("jetty")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"name\": \"NAME\", | | name is missing",
                "\"name\": \"NAME\" | \"name\": 3 | a text was due, and there is 3",
                "\"name\": \"NAME\" | \"name\": \" \" | a text was due",
                "\"main\" | \"mian\" | the file has no \"mian\", it has about, batch, build, jar, jvm, main",
                "\"jvm\": [\"-Xss1m\"], | \"runtime\": \"r\", | build is missing",
                "\"jvm\": [\"-Xss1m\"], | \"build\": [\"make\"], | build goes with binary or runtime",
                "[\"-Xss1m\"] | \"-Xss1m\" | jvm must be a list of flags",
                "[\"-Xss1m\"] | [1] | a text was due, and there is 1",
                "\"settings\" | \"setings\" | a model has no \"setings\", it has about, settings",
                "{\"about\": \"No pool.\"} | {} | about is missing",
                "{\"about\": \"No pool.\"} | 7 | a model must be an object",
                "\"about\": \"One | \"name\": \"One | Duplicate",
                "\"One sentence.\", | \"One sentence.\" | line 4",
            })
    void a_broken_file_is_named_with_what_is_wrong(String part, String by, String why)
            throws IOException {
        var file = server("x", GOOD.replace(part, by == null ? "" : by)).resolve("server.json");
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(() -> Zoo.at(home))
                .withMessageStartingWith(file.toString())
                .withMessageContaining(why);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"build\": [\"make\", \"a\"], | | build is missing",
                "[\"make\", \"a\"] | [] | build is empty",
                "[\"make\", \"a\"] | \"make\" | build must be a list of words",
                "\"build\" | \"jvm\": [], \"build\" | the file has no \"jvm\", it has about, batch, binary, build,",
            })
    void so_is_a_broken_one_of_a_binary(String part, String by, String why) throws IOException {
        var file = server("x", BINARY.replace(part, by == null ? "" : by)).resolve("server.json");
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(() -> Zoo.at(home))
                .withMessageStartingWith(file.toString())
                .withMessageContaining(why);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | it is empty",
                "[] | the file must be",
                "{} 3 | more after the end",
                "{ | line 1",
                "[\u001b] | line 1"
            })
    void so_is_one_that_is_no_object_at_all(String text, String why) throws IOException {
        server("x", text);
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(() -> Zoo.at(home))
                .withMessageContaining(why)
                .withMessageNotContaining("\u001b");
    }

    @Test
    void two_servers_of_one_name_are_refused() throws IOException {
        server("1", GOOD);
        server("2", GOOD);
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(() -> Zoo.at(home))
                .withMessageContaining("two servers of the zoo are named NAME");
    }

    @Test
    void a_home_without_a_zoo_is_no_home() {
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(() -> Zoo.at(home))
                .withMessageContaining("is " + home + " where Loombench lives?");
    }

    private Path server(String folder, String json) throws IOException {
        var path = Files.createDirectories(home.resolve("zoo").resolve(folder));
        Files.writeString(path.resolve("server.json"), json);
        return path;
    }
}
