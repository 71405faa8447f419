package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.experiment.SmallZoo;
import dev.loombench.experiment.variant.ServerDescription;
import dev.loombench.experiment.variant.Threading;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
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
                                SmallZoo.model("No pool.", Threading.VIRTUAL, Map.of())));
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
                                        Optional.empty(),
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
                "\"name\": \"NAME\", | | 1:1: a server needs the key \"name\"",
                "\"name\": \"NAME\" | \"name\": 3 | 2:11: name: expected text, found the number 3",
                "\"name\": \"NAME\" | \"name\": \" \" | 2:11: name: must not be blank",
                "\"main\" | \"mian\" | 4:3: a server has no key \"mian\"; did you mean \"main\"?",
                "\"jvm\": [\"-Xss1m\"], | \"runtime\": \"r\", | 1:1: a server needs the key \"build\"",
                "\"jvm\": [\"-Xss1m\"], | \"build\": [\"make\"], | 6:3: build needs binary or runtime",
                "[\"-Xss1m\"] | \"-Xss1m\" | 6:10: jvm: expected a list, found the text",
                "[\"-Xss1m\"] | [{}] | 6:11: jvm: expected a single value, found a mapping",
                "\"settings\" | \"setings\" | a model has no key \"setings\"; did you mean \"settings\"?",
                "{\"about\": \"No pool.\", \"threads\": \"virtual\"} | {} | 9:16: a model needs the key \"about\"",
                "{\"about\": \"No pool.\", \"threads\": \"virtual\"} | 7 | 9:16: virtual: expected a mapping, found the number 7",
                "\"No pool.\", \"threads\": \"virtual\" | \"No pool.\" | 9:16: a model needs the key \"threads\"",
                "\"threads\": \"virtual\" | \"threads\": \"green\" | \"green\" is not a kind of threads; known: ",
                "\"jvm\" | \"settings\": {\"threads\": \"How many.\"}, \"jvm\" | 8:65: a model repeats the setting threads",
                "\"about\": \"One | \"name\": \"One | 3:3: duplicate key \"name\", first in line 2",
                "\"One sentence.\", | \"One sentence.\" | server.json:4:",
            })
    void an_invalid_file_is_named_with_the_problem(String part, String by, String why)
            throws IOException {
        var file = server("x", GOOD.replace(part, by == null ? "" : by)).resolve("server.json");
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> Zoo.at(home))
                .withMessageStartingWith(file.toString())
                .withMessageContaining(why);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"build\": [\"make\", \"a\"], | | 1:1: a server needs the key \"build\"",
                "[\"make\", \"a\"] | [] | 5:3: build must be the command that builds the binary",
                "[\"make\", \"a\"] | \"make\" | 5:12: build: expected a list, found the text \"make\"",
                "\"build\" | \"jvm\": [], \"build\" | 5:3: a server has no key \"jvm\"",
            })
    void an_invalid_file_of_a_binary_is_named_with_the_problem(String part, String by, String why)
            throws IOException {
        var file = server("x", BINARY.replace(part, by == null ? "" : by)).resolve("server.json");
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> Zoo.at(home))
                .withMessageStartingWith(file.toString())
                .withMessageContaining(why);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | is empty",
                "[] | 1:1: expected a mapping of keys to values, found a list",
                "{} 3 | server.json:1:4: ",
                "{ | server.json:1:",
                "[\u001b] | server.json:1:2: expected plain text"
            })
    void a_file_without_an_object_is_reported(String text, String why) throws IOException {
        server("x", text);
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> Zoo.at(home))
                .withMessageContaining(why)
                .withMessageNotContaining("\u001b");
    }

    /// A person who edits a file sees all that is wrong with it.
    @Test
    void all_mistakes_are_reported_together() throws IOException {
        server("x", GOOD.replace("\"main\"", "\"mian\"").replace("bounded", "green"));
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> Zoo.at(home))
                .withMessageContaining("server.json:4:3: ")
                .withMessageContaining("server.json:8:54: threads: ");
    }

    @Test
    void all_of_json_is_read() throws IOException {
        var json =
                GOOD.replace("One sentence.", "\\u00e9\\/\\\"\\uD83D\\uDE00").replace("\n", "\n\t");
        server("x", json.strip());
        assertThat(Zoo.at(home).servers().getFirst().about()).isEqualTo("\u00e9/\"\uD83D\uDE00");
    }

    @Test
    void two_servers_with_the_same_name_are_refused() throws IOException {
        server("1", GOOD);
        server("2", GOOD);
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> Zoo.at(home))
                .withMessageContaining("two servers of the zoo have the name NAME");
    }

    @Test
    void a_home_without_a_zoo_is_refused() {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> Zoo.at(home))
                .withMessageContaining("expected " + home + " to be the home of Loombench");
    }

    private static Traffic get(String path) {
        return Traffic.of(Request.get(path, Duration.ofSeconds(1)));
    }

    private Path server(String folder, String json) throws IOException {
        var path = Files.createDirectories(home.resolve("zoo").resolve(folder));
        Files.writeString(path.resolve("server.json"), json);
        return path;
    }
}
