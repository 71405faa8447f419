package dev.loombench.spec.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Jdk;
import dev.loombench.spec.Metric;
import dev.loombench.spec.Phases;
import dev.loombench.spec.ServerDescription;
import dev.loombench.spec.SmallZoo;
import dev.loombench.spec.Threading;
import dev.loombench.spec.TrialCount;
import dev.loombench.spec.Variant;
import dev.loombench.spec.WrongSpecs;
import dev.loombench.spec.WrongSpecs.WrongSpec;
import dev.loombench.spec.load.Arrival;
import dev.loombench.spec.load.ConnectionPolicy;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.Protocol;
import dev.loombench.spec.load.Request;
import dev.loombench.spec.load.ThinkTime;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.TextSanitizer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpecReaderTest {
    private static final SpecReader READER = new SpecReader(SmallZoo.SERVERS);

    @TempDir Path folder;

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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "question: Is it fast?",
                "# first\nquestion: Is it fast?  \nload: {}",
                "question: Is it fast? # or not",
                "question: \"Is it fast?\"",
                "question: Is\n  it fast?",
                "question: Is\n\n  it fast?",
                "question: >-\n  Is it\n  fast?",
                "{question: Is it fast?, load: {}}",
                "load:\n  question: Is it slow?\nquestion: Is it fast?",
            })
    void a_question_is_found_in_every_form_of_yaml(String text) throws IOException {
        var file = Files.writeString(folder.resolve("trial.yaml"), text);
        assertThat(SpecReader.question(file).replace('\n', ' ')).isEqualTo("Is it fast?");
        assertThat(SpecReader.isExperiment(file)).isTrue();
    }

    @Test
    void reading_the_question_of_a_file_without_one_fails() throws IOException {
        var file = Files.writeString(folder.resolve("trial.yaml"), "load: {users: 1}");
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(() -> SpecReader.question(file))
                .withMessageContaining("needs the key \"question\"");
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
        assertThat(variant.cpus()).contains("0");
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
    void admission_can_only_be_adaptive() {
        var models =
                Map.of(
                        "virtual",
                        new ServerDescription.Model(
                                "a thread", Threading.VIRTUAL, Map.of("admission", "how")));
        var reader = new SpecReader(List.of(new ServerDescription("tomcat", "a server", models)));
        var yaml =
                """
                question: Which requests are rejected?
                variants: [{server: tomcat, model: virtual, admission: adaptive}]
                load: {rate: 1k/s, path: /hello}
                """;
        var spec = read(reader, yaml);
        assertThat(spec.variants().getFirst().settings())
                .isEqualTo(Map.of("admission", "adaptive"));
        assertThat(spec.traffic().expectsErrors()).as("by default").isFalse();
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(() -> read(reader, yaml.replace(": adaptive", ": fixed")))
                .withMessageContaining("\"fixed\" is not a value of admission");
    }

    @Test
    void a_bank_has_settings_for_its_ledger_and_connection_pool() {
        var settings = Map.of("ledger", "where", "pool", "how many", "database", "which");
        var models =
                Map.of(
                        "virtual",
                        new ServerDescription.Model("a thread", Threading.VIRTUAL, settings));
        var reader = new SpecReader(List.of(new ServerDescription("bank", "a bank", models)));
        var yaml =
                """
                question: How long do requests wait for a connection?
                variants: [{server: bank, model: virtual, ledger: postgresql, pool: 10}]
                load: {users: 100, path: /bank/balance}
                """;
        assertThat(read(reader, yaml).variants().getFirst().settings())
                .isEqualTo(Map.of("ledger", "postgresql", "pool", "10"));
        for (var wrong : List.of("ledger: paper", "pool: 501", "pool: none")) {
            var key = wrong.substring(0, wrong.indexOf(':'));
            var broken = yaml.replaceFirst(key + ": \\w+", wrong);
            assertThatExceptionOfType(SpecError.class)
                    .isThrownBy(() -> read(reader, broken))
                    .withMessageContaining(key + ": ");
        }
    }

    @Test
    void a_load_can_send_lines_to_a_server_of_the_line_protocol() {
        var models =
                Map.of(
                        "virtual",
                        new ServerDescription.Model("a thread", Threading.VIRTUAL, Map.of()));
        var echo =
                new ServerDescription(
                        "echo", "sends it back", Protocol.LINE, models, false, List.of());
        var yaml =
                """
                question: How many threads?
                variants: [{server: echo, model: virtual}]
                load: {held-connections: 19k, protocol: line, line: ping, timeout: 5s}
                """;
        var reader = new SpecReader(List.of(echo));
        var timeout = Duration.ofSeconds(5);
        assertThat(only(read(reader, yaml))).isEqualTo(Request.line("ping", timeout));
        var plain = yaml.replace("line: ping, timeout: 5s", "timeout: 5s");
        assertThat(only(read(reader, plain)).body()).isEqualTo("Hello world!");
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(
                        () -> read(reader, yaml.replace("protocol: line, line: ping", "path: /a")))
                .withMessageContaining(
                        "echo uses LINE, but this load uses HTTP; set protocol: line");
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

    @Test
    void an_alias_is_replaced_by_its_target() {
        var spec =
                read(
                        """
                        question: Is it fast?
                        variants:
                          - {server: tomcat, model: virtual, jvm: &flags [-Xmx1g]}
                          - {server: vertx, model: virtual, jvm: *flags}
                        load: {users: 1, path: /}
                        """);
        assertThat(spec.variants()).extracting(Variant::jvm).containsOnly(List.of("-Xmx1g"));
    }

    @Test
    void a_byte_order_mark_and_windows_line_ends_are_accepted() {
        var windows = "\uFEFF" + WrongSpecs.GOOD.replace("\n", "\r\n");
        assertThat(read(windows)).isEqualTo(read(WrongSpecs.GOOD));
    }

    @Test
    void a_spec_has_the_name_of_its_file() throws IOException {
        var file = folder.resolve("my-own_2.yml");
        Files.writeString(file, WrongSpecs.GOOD);
        assertThat(READER.read(file).name()).isEqualTo("my-own_2");
    }

    @ParameterizedTest
    @MethodSource("dev.loombench.spec.WrongSpecs#all")
    @Timeout(10)
    void an_error_states_the_location_what_was_found_and_what_was_expected(WrongSpec wrong) {
        var where = wrong.location().isEmpty() ? "trial.yaml: " : "trial.yaml:" + wrong.location();
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(() -> read(wrong.yaml()))
                .satisfies(error -> {
                    assertThat(error.getMessage()).startsWith(where).contains(wrong.fragments());
                    assertThat(error.getMessage().replace("\n", ""))
                            .matches(TextSanitizer::isPrintable);
                });
    }

    @Test
    void the_line_is_quoted_with_a_caret() {
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(() -> read(WrongSpecs.GOOD.replace("threads: 100", "threds: 100")))
                .withMessage(
                        """
                        trial.yaml:5:5: a variant has no key "threds"; did you mean "threads"?
                          5 |     threds: 100
                            |     ^^^^^^\
                        """);
    }

    @Test
    void all_problems_are_reported_together_in_the_order_of_the_file() {
        var wrong =
                WrongSpecs.GOOD
                        .replace("threads: 100", "threads: none")
                        .replace("users: 400", "users: many")
                        .replace("trials: 5", "trials: 0");
        assertThat(problems(wrong))
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("trial.yaml:5:14:"),
                        second -> assertThat(second).startsWith("trial.yaml:9:10:"),
                        third -> assertThat(third).startsWith("trial.yaml:13:9:"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "server: tomcat -> sever: tomcat",
                "server: tomcat -> server: tomact",
                "threads: 100 -> threads: 0",
                "measure: 10s -> warm-up: {min: never, max: 1s}",
                "model: virtual -> model: event-loop",
                "users: 400 -> users: 0",
                "path: /hello -> request: {path: hello}"
            })
    void one_mistake_is_one_problem(String change) {
        var sides = List.of(change.split(" -> ", 2));
        assertThat(problems(WrongSpecs.GOOD.replaceFirst(sides.get(0), sides.get(1)))).hasSize(1);
    }

    @Test
    void two_variants_with_the_same_mistake_are_not_also_reported_as_equal() {
        var wrong = WrongSpecs.GOOD.replace("virtual", "platform-pool\n    threads: 0");
        assertThat(problems(wrong.replace("100", "0"))).hasSize(2);
    }

    @Test
    void only_the_first_ten_problems_are_shown() {
        var many = new StringBuilder(WrongSpecs.GOOD);
        for (int i = 0; i < 100; i++) {
            many.append("wrong").append(i).append(": 1\n");
        }
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(() -> read(many.toString()))
                .withMessageEndingWith("and 90 more problems");
    }

    @Test
    void a_long_line_is_quoted_in_part() {
        var wrong = WrongSpecs.GOOD + "# " + "x".repeat(500) + "\u0007" + "x".repeat(500);
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(() -> read(wrong))
                .satisfies(error ->
                        assertThat(error.getMessage().lines()).allMatch(l -> l.length() < 120));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "x ",
                "[",
                "[[]",
                "{",
                "{a: ",
                "- ",
                "a: 1\n",
                "? ",
                "#\n",
                "'",
                "\"\\x",
                "\t",
                "\n",
                "&a ",
                "*a ",
                "!a ",
                "|\n",
                ">\n ",
                "%\n",
                "---\n",
                "a: &a [*a]\n",
                "\uD83E\uDDF5",
                ",",
                "-"
            })
    @Timeout(20)
    void a_mebibyte_of_repeated_text_is_rejected_quickly(String piece) {
        var size = SourceText.MAX_BYTES / piece.getBytes(StandardCharsets.UTF_8).length;
        assertThat(problems(piece.repeat(size))).isNotEmpty();
        assertThat(problems("question: " + piece.repeat(size - 10))).isNotEmpty();
    }

    @Test
    void a_file_that_is_not_text_is_rejected() {
        assertRejected(
                new byte[] {'q', ':', '\n', (byte) 0xFF, 1}, "trial.yaml:2: byte 0xFF is not");
        assertRejected(new byte[] {'q', 0}, "control character U+0000");
        assertRejected(new byte[] {(byte) 0xC3}, "byte 0xC3 is not UTF-8");
    }

    @Test
    void a_missing_file_a_folder_and_a_wrong_name_are_rejected() throws IOException {
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(() -> READER.read(folder.resolve("none.yaml")))
                .withMessageEndingWith("none.yaml: no such file");
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(() -> READER.read(folder))
                .withMessageContaining("expected a file, found a folder");
        var spaced = Files.writeString(folder.resolve("a b.yaml"), WrongSpecs.GOOD);
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(() -> READER.read(spaced))
                .withMessageContaining("must consist of letters, digits, . _ and -, was \"a b\"");
    }

    @Test
    void a_file_that_cannot_be_read_is_reported() {
        // Reading address 0 of the process's own memory fails even for root.
        var unreadable = Path.of("/proc/self/mem");
        assumeThat(unreadable).isRegularFile();
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(() -> READER.read(unreadable))
                .withMessageStartingWith("/proc/self/mem: cannot be read");
    }

    private static void assertRejected(byte[] bytes, String message) {
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(() -> READER.read(SourceText.of("trial.yaml", bytes), "trial"))
                .withMessageContaining(message);
    }

    /// The messages of the problems, without the quoted lines of the file.
    private static List<String> problems(String yaml) {
        try {
            throw new AssertionError("expected problems, found the spec " + read(yaml));
        } catch (SpecError e) {
            return e.getMessage().lines().filter(line -> !line.startsWith("  ")).toList();
        }
    }

    private static ExperimentSpec read(String yaml) {
        return read(READER, yaml);
    }

    private static ExperimentSpec read(SpecReader reader, String yaml) {
        var bytes = yaml.getBytes(StandardCharsets.UTF_8);
        return reader.read(SourceText.of("trial.yaml", bytes), "trial");
    }

    private static Phases phases(int minMillis, int maxMillis, int measureMillis) {
        return new Phases(
                Duration.ofMillis(minMillis),
                Duration.ofMillis(maxMillis),
                Duration.ofMillis(measureMillis));
    }

    private static Request only(ExperimentSpec spec) {
        assertThat(spec.traffic().requests()).hasSize(1);
        return spec.traffic().requests().getFirst();
    }
}
