package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.spec.ServerDescription;
import dev.loombench.spec.SmallZoo;
import dev.loombench.spec.Threading;
import dev.loombench.spec.load.Request;
import dev.loombench.spec.load.TrafficSpec;
import dev.loombench.spec.text.SpecError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
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
                "platform-pool": {"about": "A pool.", "threads": "bounded", "settings": {"threads": "How many."}},
                "virtual": {"about": "No pool.", "threads": "virtual"}
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
              "models": {"event-loop": {"about": "A loop.", "threads": "event-loop"}}
            }
            """;

    @TempDir private Path home;

    @Test
    void a_server_is_read_from_its_file() throws IOException {
        var folder = server("x", GOOD.replace("NAME", "thing"));
        var zoo = Zoo.at(home);
        var description =
                SmallZoo.server(
                        "thing",
                        "One sentence.",
                        Map.of(
                                "platform-pool",
                                SmallZoo.model(
                                        "A pool.",
                                        Threading.BOUNDED,
                                        Map.of("threads", "How many.")),
                                "virtual",
                                SmallZoo.model(
                                        "No pool.", Threading.VIRTUAL, Map.of())));
        assertThat(zoo.servers()).containsExactly(description);
        assertThat(zoo.servers().getFirst().models().keySet())
                .containsExactly("platform-pool", "virtual");
        assertThat(zoo.definition("thing"))
                .contains(
                        new ServerDefinition(
                                description,
                                new Artifact.Jar(
                                        folder.resolve("target/a.jar"),
                                        "a.Main",
                                        List.of("-Xss1m"),
                                        Optional.empty()),
                                folder));
    }

    @Test
    void a_jar_with_a_pom_in_its_folder_has_a_module() throws IOException {
        var folder = server("x", GOOD);
        assertThat(onlyProgram().module()).isEmpty();
        Files.createFile(folder.resolve("pom.xml"));
        assertThat(onlyProgram().module()).contains("zoo/x");
    }

    private ServerDefinition onlyProgram() {
        var zoo = Zoo.at(home);
        return zoo.definition(zoo.servers().getFirst().name()).orElseThrow();
    }

    @Test
    void a_server_without_a_jvm_is_a_binary_with_a_build_command() throws IOException {
        var folder = server("x", BINARY);
        assertThat(Zoo.at(home).definition("NAME").orElseThrow().artifact())
                .isEqualTo(
                        new Artifact.Binary(
                                new BuildSpec(
                                        folder.resolve("target/a"),
                                        folder,
                                        List.of("make", "a"),
                                        false)));
    }

    @Test
    void a_jar_may_need_a_runtime_that_is_built_once() throws IOException {
        var runtime = "\"runtime\": \"target/r\", \"build\": [\"make\", \"r\"], \"jvm\"";
        var folder = server("x", GOOD.replace("\"jvm\"", runtime));
        assertThat(Zoo.at(home).definition("NAME").orElseThrow().artifact().buildSpec())
                .contains(
                        new BuildSpec(
                                folder.resolve("target/r"), folder, List.of("make", "r"), true));
    }

    @Test
    void settings_of_the_file_follow_those_of_each_model() throws IOException {
        server("x", GOOD.replace("\"jvm\"", "\"settings\": {\"pool\": \"Size.\"}, \"jvm\""));
        var models = Zoo.at(home).servers().getFirst().models().values();
        assertThat(models)
                .extracting(model -> List.copyOf(model.settings().keySet()))
                .containsExactly(List.of("threads", "pool"), List.of("pool"));
    }

    @Test
    void requests_that_call_the_delay_service_are_identified_by_path() throws IOException {
        server("x", GOOD.replace("\"jvm\"", "\"downstream-paths\": [\"/bank/s\"], \"jvm\""));
        var server = Zoo.at(home).servers().getFirst();
        assertThat(Stream.of("/downstream?ms=1", "/bank/statement", "/bank/balance", "/hello"))
                .filteredOn(path -> server.callsDownstream(get(path)))
                .containsExactly("/downstream?ms=1", "/bank/statement");
    }

    @Test
    void servers_are_sorted_by_name_and_other_folders_ignored() throws IOException {
        server("1", GOOD.replace("NAME", "tomcat"));
        server("2", GOOD.replace("NAME", "axum"));
        Files.createDirectories(home.resolve("zoo/work/src"));
        Files.writeString(home.resolve("zoo/README.md"), "a file");
        assertThat(Zoo.at(home).servers())
                .extracting(ServerDescription::name)
                .containsExactly("axum", "tomcat");
        assertThat(Zoo.at(home).definition("jetty")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"name\": \"NAME\", | | name is missing",
                "\"name\": \"NAME\" | \"name\": 3 | expected text that is not empty, found 3",
                "\"name\": \"NAME\" | \"name\": \" \" | expected text that is not empty",
                "\"main\" | \"mian\" | the file has no key \"mian\"; its keys are about, batch, build, downstream-paths, jar, jvm, main",
                "\"jvm\": [\"-Xss1m\"], | \"runtime\": \"r\", | build is missing",
                "\"jvm\": [\"-Xss1m\"], | \"build\": [\"make\"], | build needs binary or runtime",
                "[\"-Xss1m\"] | \"-Xss1m\" | jvm must be a list of flags",
                "[\"-Xss1m\"] | [1] | expected text that is not empty, found 1",
                "\"settings\" | \"setings\" | a model has no key \"setings\"; its keys are about, adapts, settings, threads",
                "{\"about\": \"No pool.\", \"threads\": \"virtual\"} | {} | about is missing",
                "{\"about\": \"No pool.\", \"threads\": \"virtual\"} | 7 | a model must be an object",
                "\"No pool.\", \"threads\": \"virtual\" | \"No pool.\" | threads is missing",
                "\"threads\": \"virtual\" | \"threads\": \"green\" | threads must be virtual or bounded or unbounded or event-loop, was \"green\"",
                "\"jvm\" | \"settings\": {\"threads\": \"How many.\"}, \"jvm\" | a model repeats the setting threads",
                "\"about\": \"One | \"name\": \"One | Duplicate",
                "\"One sentence.\", | \"One sentence.\" | line 4",
            })
    void an_invalid_file_is_named_with_the_problem(String part, String by, String why)
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
                "\"build\" | \"jvm\": [], \"build\" | the file has no key \"jvm\"; its keys are about, batch, binary, build, downstream-paths,",
            })
    void an_invalid_file_of_a_binary_is_named_with_the_problem(String part, String by, String why)
            throws IOException {
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
                "`` | the file ends before",
                "[] | the file must be",
                "{} 3 | text after the end",
                "{ | line 1",
                "[\u001b] | line 1"
            })
    void a_file_without_an_object_is_reported(String text, String why) throws IOException {
        server("x", text);
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(() -> Zoo.at(home))
                .withMessageContaining(why)
                .withMessageNotContaining("\u001b");
    }

    @Test
    void two_servers_with_the_same_name_are_refused() throws IOException {
        server("1", GOOD);
        server("2", GOOD);
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(() -> Zoo.at(home))
                .withMessageContaining("two servers of the zoo have the name NAME");
    }

    @Test
    void a_home_without_a_zoo_is_refused() {
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(() -> Zoo.at(home))
                .withMessageContaining("expected " + home + " to be the home of Loombench");
    }

    private static TrafficSpec get(String path) {
        return TrafficSpec.of(Request.get(path, Duration.ofSeconds(1)));
    }

    private Path server(String folder, String json) throws IOException {
        var path = Files.createDirectories(home.resolve("zoo").resolve(folder));
        Files.writeString(path.resolve("server.json"), json);
        return path;
    }
}
