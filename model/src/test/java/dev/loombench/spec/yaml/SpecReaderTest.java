package dev.loombench.spec.yaml;

import static dev.loombench.spec.yaml.SpecTexts.only;
import static dev.loombench.spec.yaml.SpecTexts.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.spec.Cpus;
import dev.loombench.spec.Jdk;
import dev.loombench.spec.Metric;
import dev.loombench.spec.Phases;
import dev.loombench.spec.SmallZoo;
import dev.loombench.spec.Threading;
import dev.loombench.spec.TrialCount;
import dev.loombench.spec.Variant;
import dev.loombench.spec.load.Arrival;
import dev.loombench.spec.load.ConnectionPolicy;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.LoadProfileParser;
import dev.loombench.spec.load.Request;
import dev.loombench.spec.load.ThinkTime;
import dev.loombench.spec.text.SpecError;
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
class SpecReaderTest {
    @Test
    void missing_keys_have_defaults() {
        var spec =
                read(
                        """
                        question: Is it fast?
                        variants: [{server: tomcat, model: virtual}]
                        load: {users: 10k, path: /hello}
                        """);
        assertThat(spec.name()).isEqualTo("trial");
        assertThat(spec.question()).isEqualTo("Is it fast?");
        assertThat(spec.variants())
                .containsExactly(Variant.of("tomcat", "virtual", Threading.VIRTUAL, Map.of()));
        assertThat(spec.load()).isEqualTo(new LoadModel.Closed(10_000, Duration.ZERO));
        assertThat(only(spec)).isEqualTo(Request.get("/hello", Duration.ofSeconds(30)));
        assertThat(spec.phases()).isEqualTo(phases(2_000, 15_000, 10_000));
        assertThat(spec.trials()).isEqualTo(TrialCount.exactly(5));
        assertThat(spec.claims()).isEmpty();
        assertThat(spec.metric()).isEqualTo(Metric.THROUGHPUT);
        assertThat(spec.margin()).isEqualTo(0.03);
        assertThat(spec.seed()).isEmpty();
    }

    @Test
    void all_keys_of_a_variant_are_read() {
        var spec =
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
        var variant = spec.variants().getFirst();
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

    @Test
    void an_open_load_and_a_full_request_are_read() {
        var spec =
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
        assertThat(spec.question()).isEqualTo("Does it keep up with any load?");
        assertThat(spec.load()).isEqualTo(new LoadModel.Open(10, Arrival.POISSON, 50));
        assertThat(only(spec))
                .isEqualTo(
                        new Request(
                                "POST",
                                "/sleep?ms=100",
                                Map.of("Accept", "text/plain", "X-Number", "5"),
                                "hello",
                                Duration.ofMillis(500)));
        assertThat(spec.phases()).isEqualTo(phases(5_000, 5_000, 60_000));
        assertThat(spec.metric()).isEqualTo(Metric.P999);
        assertThat(spec.margin()).isEqualTo(0.005);
        assertThat(spec.seed()).hasValue(-42);
    }

    @Test
    void stages_are_read_and_the_window_has_their_length() {
        var spec =
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
        assertThat(spec.load()).isEqualTo(new LoadModel.Open(rate, Arrival.CONSTANT, 1_000));
        assertThat(spec.phases()).isEqualTo(phases(2_000, 5_000, 90_000));
    }

    @Test
    void stages_of_users_and_exponential_think_times_are_read() {
        var spec =
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
        assertThat(spec.load()).isEqualTo(new LoadModel.Closed(users, thinking));
        assertThat(spec.phases()).isEqualTo(phases(2_000, 15_000, 5_000));
    }

    @Test
    void the_window_of_held_connections_is_the_time_to_open_them() {
        var spec =
                read(
                        """
                        question: How many can it hold?
                        variants: [{server: tomcat, model: virtual}]
                        load: {held-connections: 19k, connect-rate: 2k/s, path: /}
                        """);
        assertThat(spec.load()).isEqualTo(new LoadModel.HeldConnections(19_000, 2_000));
        assertThat(spec.phases().measure()).isEqualTo(Duration.ofMillis(9_500));
    }

    @Test
    void a_window_can_end_after_a_number_of_requests() {
        var spec =
                read(
                        """
                        question: Is it fast?
                        variants: [{server: tomcat, model: virtual}]
                        load: {users: 10, path: /}
                        phases: {warm-up: 1s, measure: {requests: 1M}}
                        """);
        assertThat(spec.phases().requests()).hasValue(1_000_000);
        assertThat(spec.phases().measure()).isEqualTo(Duration.ofMinutes(10));
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
        var traffic = new SpecReader(SmallZoo.SERVERS).read(file).traffic();
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
                .containsEntry("page", new dev.loombench.spec.load.ValueSource.Uniform(1, 20))
                .containsEntry("i", new dev.loombench.spec.load.ValueSource.Counter(7))
                .containsEntry(
                        "user",
                        new dev.loombench.spec.load.ValueSource.Column(
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
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(() ->
                        SpecReader.requests(file, ConnectionPolicy.DEFAULT, Duration.ofSeconds(1)))
                .withMessageContaining("requests.yaml:3:12: ")
                .withMessageContaining("none.csv: cannot be read")
                .withMessageContaining("requests.yaml:4:31: ")
                .withMessageContaining("no column \"nam\"");
        Files.writeString(file, yaml.replace("none", "users").replace("nam}", "name}"));
        var traffic = SpecReader.requests(file, ConnectionPolicy.DEFAULT, Duration.ofSeconds(1));
        assertThat(traffic.values())
                .containsEntry("c", new dev.loombench.spec.load.ValueSource.Counter(1));
        assertThat(traffic.timeout()).isEqualTo(Duration.ofSeconds(1));
    }

    private static Phases phases(int minMillis, int maxMillis, int measureMillis) {
        return new Phases(
                Duration.ofMillis(minMillis),
                Duration.ofMillis(maxMillis),
                Duration.ofMillis(measureMillis));
    }
}
