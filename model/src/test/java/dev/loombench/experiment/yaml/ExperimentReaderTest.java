package dev.loombench.experiment.yaml;

import static dev.loombench.experiment.yaml.ExperimentTexts.only;
import static dev.loombench.experiment.yaml.ExperimentTexts.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.experiment.Metric;
import dev.loombench.experiment.Phases;
import dev.loombench.experiment.SmallZoo;
import dev.loombench.experiment.TrialCount;
import dev.loombench.experiment.WrongExperiments;
import dev.loombench.experiment.variant.Cpus;
import dev.loombench.experiment.variant.Jdk;
import dev.loombench.experiment.variant.Threading;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.LoadProfileParser;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.ThinkTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The keys of an experiment file and their defaults.
class ExperimentReaderTest {
    @Test
    void missing_keys_have_defaults() {
        var experiment =
                read(
                        """
                        question: Is it fast?
                        variants: [{server: tomcat, model: virtual}]
                        load: {users: 10k, path: /hello}
                        """);
        assertThat(experiment.name()).isEqualTo("trial");
        assertThat(experiment.question()).isEqualTo("Is it fast?");
        assertThat(experiment.variants())
                .containsExactly(Variant.of("tomcat", "virtual", Threading.VIRTUAL, Map.of()));
        assertThat(experiment.load()).isEqualTo(new LoadModel.Closed(10_000, Duration.ZERO));
        assertThat(only(experiment)).isEqualTo(Request.get("/hello", Duration.ofSeconds(30)));
        assertThat(experiment.phases()).isEqualTo(phases(2_000, 15_000, 10_000));
        assertThat(experiment.trials()).isEqualTo(TrialCount.exactly(5));
        assertThat(experiment.claims()).isEmpty();
        assertThat(experiment.metric()).isEqualTo(Metric.THROUGHPUT);
        assertThat(experiment.margin()).isEqualTo(0.03);
        assertThat(experiment.seed()).isEmpty();
    }

    @Test
    void all_keys_of_a_variant_are_read() {
        var experiment =
                read(
                        """
                        question: Is it fast?
                        variants:
                          - server: jdk-httpserver
                            model: platform-pool
                            name: pool of 1,000
                            threads: 1k
                            jvm: [-Xmx512m, "-Dkey=a b"]
                            jdk: some/jdk
                            cpus: 0
                            working-directory: /tmp
                            environment: {KEY: value, NUMBER: 5, EMPTY: ""}
                            port: 8080
                        load: {users: 1, path: /}
                        """);
        var variant = experiment.variants().getFirst();
        assertThat(variant.name()).isEqualTo("pool of 1,000");
        assertThat(variant.settings()).isEqualTo(Map.of("threads", "1000"));
        assertThat(variant.jvm()).containsExactly("-Xmx512m", "-Dkey=a b");
        assertThat(variant.jdk()).contains(new Jdk.Home(Path.of("some/jdk")));
        assertThat(variant.cpus()).contains(new Cpus.Listed("0"));
        assertThat(variant.workingDirectory()).contains(Path.of("/tmp"));
        assertThat(variant.environment())
                .isEqualTo(Map.of("KEY", "value", "NUMBER", "5", "EMPTY", ""));
        assertThat(variant.port()).isEqualTo(8080);
    }

    /// As all paths of a file, wherever the lab is started.
    @Test
    void a_working_directory_is_relative_to_the_file() {
        var yaml = WrongExperiments.GOOD.replace("threads: 100", "working-directory: ./data/../a");
        assertThat(read(yaml).variants().getFirst().workingDirectory())
                .contains(Path.of("a").toAbsolutePath());
    }

    @Test
    void an_open_load_and_a_full_request_are_read() {
        var experiment =
                read(
                        """
                        question: >
                          Does it keep up
                          with any load?
                        variants: [{server: vertx, model: event-loop}]
                        load:
                          rate: 600/min
                          arrival: poisson
                          connections: 50
                          request:
                            method: POST
                            path: /sleep?ms=100
                            headers: {Accept: text/plain, X-Number: 5}
                            body: "hello"
                            timeout: 500ms
                        phases: {warm-up: 5s, measure: 1m}
                        metric: p99.9
                        margin: 0.5%
                        trials: 1
                        seed: -42
                        """);
        assertThat(experiment.question()).isEqualTo("Does it keep up with any load?");
        assertThat(experiment.load()).isEqualTo(new LoadModel.Open(10, Arrival.POISSON, 50));
        assertThat(only(experiment))
                .isEqualTo(
                        new Request(
                                "POST",
                                "/sleep?ms=100",
                                Map.of("Accept", "text/plain", "X-Number", "5"),
                                "hello",
                                Duration.ofMillis(500)));
        assertThat(experiment.phases()).isEqualTo(phases(5_000, 5_000, 60_000));
        assertThat(experiment.metric()).isEqualTo(Metric.P999);
        assertThat(experiment.margin()).isEqualTo(0.005);
        assertThat(experiment.seed()).hasValue(-42);
    }

    @Test
    void stages_are_read_and_the_window_has_their_length() {
        var experiment =
                read(
                        """
                        question: When does it break?
                        variants: [{server: tomcat, model: virtual}]
                        load:
                          rate:
                            - {duration: 30s, target: 5k/s}
                            - {duration: 0s, target: 2k/s}
                            - {duration: 1m, target: 2k/s}
                          path: /
                        phases: {warm-up: {max: 5s, level: 500/s}}
                        """);
        var rate = LoadProfileParser.ofRates().line("0..5k/30s,2k/1m").withWarmUp(500);
        assertThat(experiment.load()).isEqualTo(new LoadModel.Open(rate, Arrival.CONSTANT, 1_000));
        assertThat(experiment.phases()).isEqualTo(phases(2_000, 5_000, 90_000));
    }

    @Test
    void stages_of_users_and_exponential_think_times_are_read() {
        var experiment =
                read(
                        """
                        question: Is it fast?
                        variants: [{server: tomcat, model: virtual}]
                        load:
                          users: 0..400/30s,100/1m
                          think-time: {mean: 2s, distribution: exponential}
                          path: /
                        phases: {measure: 5s, warm-up: {level: 10}}
                        """);
        var thinking = new ThinkTime(Duration.ofSeconds(2), ThinkTime.Distribution.EXPONENTIAL);
        var users = LoadProfileParser.ofUsers(1_000).line("0..400/30s,100/1m").withWarmUp(10);
        assertThat(experiment.load()).isEqualTo(new LoadModel.Closed(users, thinking));
        assertThat(experiment.phases()).isEqualTo(phases(2_000, 15_000, 5_000));
    }

    @Test
    void the_window_of_held_connections_is_the_time_to_open_them() {
        var experiment =
                read(
                        """
                        question: How many can it hold?
                        variants: [{server: tomcat, model: virtual}]
                        load: {held-connections: 19k, connect-rate: 2k/s, path: /}
                        """);
        assertThat(experiment.load()).isEqualTo(new LoadModel.HeldConnections(19_000, 2_000));
        assertThat(experiment.phases().measure()).isEqualTo(Duration.ofMillis(9_500));
    }

    @Test
    void a_window_can_end_after_a_number_of_requests() {
        var experiment =
                read(
                        """
                        question: Is it fast?
                        variants: [{server: tomcat, model: virtual}]
                        load: {users: 10, path: /}
                        phases: {warm-up: 1s, measure: {requests: 1M}}
                        """);
        assertThat(experiment.phases().requests()).hasValue(1_000_000);
        assertThat(experiment.phases().measure()).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void a_load_can_mix_requests_with_values(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("users.csv"), "id,name\n1,Ada\n");
        var file =
                Files.writeString(
                        folder.resolve("mix.yaml"),
                        """
                        question: Can it carry the load of the shop?
                        variants: [{server: tomcat, model: virtual}]
                        load:
                          users: 10
                          timeout: 5s
                          requests:
                            - {path: "/list?page=${page}", weight: 3}
                            - name: order
                              method: POST
                              path: /orders
                              headers: {X-User: "${user}"}
                              body: '{"number": ${i}, "price": "$$5"}'
                          values:
                            page: {random: 1..20}
                            i: {counter: {from: 7}}
                            user: {csv: users.csv, column: name, pick: random}
                          errors: expected
                          keep-alive: false
                          connect-timeout: 300ms
                          source-addresses: [127.0.0.2, 127.0.0.3]
                        """);
        var traffic = new ExperimentReader(SmallZoo.SERVERS).read(file).traffic();
        var timeout = Duration.ofSeconds(5);
        assertThat(traffic.requests())
                .containsExactly(
                        new Request(
                                "GET /list?page=${page}",
                                3,
                                "GET",
                                "/list?page=${page}",
                                Map.of(),
                                "",
                                timeout),
                        new Request(
                                "order",
                                1,
                                "POST",
                                "/orders",
                                Map.of("X-User", "${user}"),
                                "{\"number\": ${i}, \"price\": \"$$5\"}",
                                timeout));
        assertThat(traffic.values())
                .containsEntry("page", new dev.loombench.traffic.ValueSource.Uniform(1, 20))
                .containsEntry("i", new dev.loombench.traffic.ValueSource.Counter(7))
                .containsEntry(
                        "user",
                        new dev.loombench.traffic.ValueSource.Column(
                                folder.resolve("users.csv"), "name", true));
        assertThat(traffic.connections())
                .isEqualTo(
                        new ConnectionPolicy(
                                false,
                                Optional.of(Duration.ofMillis(300)),
                                List.of("127.0.0.2", "127.0.0.3")));
        assertThat(traffic.expectsErrors()).isTrue();
    }

    @Test
    void a_missing_file_of_values_and_a_missing_column_are_reported(@TempDir Path folder)
            throws IOException {
        Files.writeString(folder.resolve("users.csv"), "id,name\n1,Ada\n");
        var yaml =
                """
                requests: [{path: "/${a}${b}${c}"}]
                values:
                  a: {csv: none.csv, column: id}
                  b: {csv: users.csv, column: nam}
                  c: {counter: {}}
                """;
        var file = Files.writeString(folder.resolve("requests.yaml"), yaml);
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() ->
                        ExperimentReader.requests(
                                file, ConnectionPolicy.DEFAULT, Duration.ofSeconds(1), false))
                .withMessageContaining("requests.yaml:3:12: ")
                .withMessageContaining("none.csv: cannot be read")
                .withMessageContaining("requests.yaml:4:31: ")
                .withMessageContaining("no column \"nam\"");
        Files.writeString(file, yaml.replace("none", "users").replace("nam}", "name}"));
        var traffic =
                ExperimentReader.requests(
                        file, ConnectionPolicy.DEFAULT, Duration.ofSeconds(1), false);
        assertThat(traffic.values())
                .containsEntry("c", new dev.loombench.traffic.ValueSource.Counter(1));
        assertThat(traffic.timeout()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void a_body_is_posted_unless_a_method_is_named_or_it_is_a_message(@TempDir Path folder)
            throws IOException {
        var file =
                Files.writeString(
                        folder.resolve("requests.yaml"),
                        """
                        requests:
                          - {path: /a}
                          - {path: /b, body: b}
                          - {path: /c, body: c, method: GET}
                        """);
        var second = Duration.ofSeconds(1);
        var read = ExperimentReader.requests(file, ConnectionPolicy.DEFAULT, second, false);
        assertThat(read.requests())
                .extracting(Request::name)
                .containsExactly("GET /a", "POST /b", "GET /c");
        var messages = ExperimentReader.requests(file, ConnectionPolicy.DEFAULT, second, true);
        assertThat(messages.requests()).extracting(Request::method).containsOnly("GET");
    }

    @Test
    void bytes_of_a_body_are_those_of_a_file_or_in_base64(@TempDir Path folder) throws IOException {
        Files.write(folder.resolve("photo.jpg"), new byte[] {(byte) 0xff, 10});
        var yaml =
                """
                requests: [{method: POST, path: /, body: "${a}${b}"}]
                values:
                  a: {file: photo.jpg}
                  b: {base64: "/9j/ 4A=="}
                """;
        var file = Files.writeString(folder.resolve("requests.yaml"), yaml);
        var second = Duration.ofSeconds(1);
        var policy = ConnectionPolicy.DEFAULT;
        assertThat(ExperimentReader.requests(file, policy, second, false).values())
                .containsEntry("a", new dev.loombench.traffic.ValueSource.Bytes("/wo="))
                .containsEntry("b", new dev.loombench.traffic.ValueSource.Bytes("/9j/4A=="));
        Files.writeString(file, yaml.replace("photo", "none").replace("9j", "!j"));
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> ExperimentReader.requests(file, policy, second, false))
                .withMessageContaining("none.jpg: cannot be read")
                .withMessageContaining("the bytes of a body are given in Base64");
    }

    private static Phases phases(int minMillis, int maxMillis, int measureMillis) {
        return new Phases(
                Duration.ofMillis(minMillis),
                Duration.ofMillis(maxMillis),
                Duration.ofMillis(measureMillis));
    }
}
