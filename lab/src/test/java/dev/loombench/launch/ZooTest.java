package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.spec.ServerDescription;
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
                                        "A pool.",
                                        Threading.BOUNDED,
                                        Map.of("threads", "How many.")),
                                "virtual",
                                new ServerDescription.Model(
                                        "No pool.", Threading.VIRTUAL, Map.of())));
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
                                        Optional.empty()),
                                folder));
    }

    @Test
    void a_jar_with_a_pom_beside_it_is_made_by_a_module() throws IOException {
        var folder = server("x", GOOD);
        assertThat(onlyProgram().module()).isEmpty();
        Files.createFile(folder.resolve("pom.xml"));
        assertThat(onlyProgram().module()).contains("zoo/x");
    }

    private ServerDefinition onlyProgram() {
        var zoo = Zoo.at(home);
        return zoo.program(zoo.servers().getFirst().name()).orElseThrow();
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
    void settings_of_the_file_are_those_of_every_model_after_its_own() throws IOException {
        server("x", GOOD.replace("\"jvm\"", "\"settings\": {\"pool\": \"Size.\"}, \"jvm\""));
        var models = Zoo.at(home).servers().getFirst().models().values();
        assertThat(models)
                .extracting(model -> List.copyOf(model.settings().keySet()))
                .containsExactly(List.of("threads", "pool"), List.of("pool"));
    }

    @Test
    void requests_that_call_the_delay_service_are_known_by_their_path() throws IOException {
        server("x", GOOD.replace("\"jvm\"", "\"downstream-paths\": [\"/bank/s\"], \"jvm\""));
        var server = Zoo.at(home).servers().getFirst();
        assertThat(Stream.of("/downstream?ms=1", "/bank/statement", "/bank/balance", "/hello"))
                .filteredOn(path -> server.callsDownstream(get(path)))
                .containsExactly("/downstream?ms=1", "/bank/statement");
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
                "\"name\": \"NAME\" | \"name\": 3 | expected a non-empty text, found 3",
                "\"name\": \"NAME\" | \"name\": \" \" | expected a non-empty text",
                "\"main\" | \"mian\" | the file has no \"mian\", it has about, batch, build, downstream-paths, jar, jvm, main",
                "\"jvm\": [\"-Xss1m\"], | \"runtime\": \"r\", | build is missing",
                "\"jvm\": [\"-Xss1m\"], | \"build\": [\"make\"], | build needs binary or runtime",
                "[\"-Xss1m\"] | \"-Xss1m\" | jvm must be a list of flags",
                "[\"-Xss1m\"] | [1] | expected a non-empty text, found 1",
                "\"settings\" | \"setings\" | a model has no \"setings\", it has about, settings, threads",
                "{\"about\": \"No pool.\", \"threads\": \"virtual\"} | {} | about is missing",
                "{\"about\": \"No pool.\", \"threads\": \"virtual\"} | 7 | a model must be an object",
                "\"No pool.\", \"threads\": \"virtual\" | \"No pool.\" | threads is missing",
                "\"threads\": \"virtual\" | \"threads\": \"green\" | threads must be virtual or bounded or unbounded or event-loop, was \"green\"",
                "\"jvm\" | \"settings\": {\"threads\": \"How many.\"}, \"jvm\" | a model repeats the setting threads",
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
                "\"build\" | \"jvm\": [], \"build\" | the file has no \"jvm\", it has about, batch, binary, build, downstream-paths,",
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

    private static TrafficSpec get(String path) {
        return TrafficSpec.of(Request.get(path, Duration.ofSeconds(1)));
    }

    private Path server(String folder, String json) throws IOException {
        var path = Files.createDirectories(home.resolve("zoo").resolve(folder));
        Files.writeString(path.resolve("server.json"), json);
        return path;
    }
}
