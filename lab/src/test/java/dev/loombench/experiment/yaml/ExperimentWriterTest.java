package dev.loombench.experiment.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Phases;
import dev.loombench.experiment.Scenario;
import dev.loombench.experiment.SmallZoo;
import dev.loombench.experiment.TrialCount;
import dev.loombench.launch.Zoo;
import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.LoadProfile;
import dev.loombench.traffic.LoadProfile.Stage;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.ThinkTime;
import dev.loombench.traffic.Traffic;
import dev.loombench.yaml.SourceText;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// An experiment is the same after it was written and read.
class ExperimentWriterTest {
    private static final Path HOME = Path.of(System.getProperty("loombench.home"));
    private static final List<String> FOLDERS =
            List.of(
                    "experiments",
                    "bench/governor",
                    "bench/proof",
                    "examples/governed-spring-boot",
                    "lab/src");
    private static final ExperimentReader BUNDLED = new ExperimentReader(Zoo.at(HOME).servers());
    private static final ExperimentReader SMALL = new ExperimentReader(SmallZoo.SERVERS);

    /// Every key of an experiment with services, none with its default.
    private static final String SERVICES =
            """
            question: "Which?"
            service:
              ready: {log: "Started: \\"{port}\\"", within: 90s}
              environment: {MODE: "a: b #c", EMPTY: "", DB: "{db.port}", TOKEN: "${TOKEN}"}
              working-directory: /opt/shop
              same-answers: "off"
              backends:
                - {name: db, command: [db, "--port={port}", "a b"], per: block, port: 5432, cpus: quota 0.5,
                   ready: {http: /up, within: 5s}, environment: {A: "1"}, working-directory: data}
                - {name: cache, command: cache}
              before-each: {command: [reset, "{db.port}"], within: 1500ms}
              after-each: dump all "" ' '
            variants:
              - {name: "yes", command: [java, "-jar", "app.jar", "--port={port}", "true", "~", "0x1F"],
                 expects: virtual-threads, jdk: 21, cpus: count 2, port: 8081, environment: {ONLY: here}}
              - {name: "2", command: ./shop, jdk: ./21, cpus: "0-1,3"}
            load:
              rate: [{duration: 0s, target: 100/min}, {duration: 5s, target: 100/min}, {duration: 0s, target: 0}, {duration: 250ms, target: 1.5k}]
              arrival: poisson
              connections: 300
              requests:
                - {name: first, weight: 3, method: POST, path: "/a?b=$$1&c=${id}", headers: {X-A: "", Authorization: "Bearer ${API_TOKEN}"}, body: "{\\"a\\": \\"x\\\\n\\n y\\"}"}
                - {path: /b}
              timeout: 5s
              errors: expected
              expect-status: 2xx,302
              deadline: 250ms
              values: {id: {counter: {from: 7}}, photo: {base64: "/9j/4A=="}}
              keep-alive: false
              connect-timeout: 2s
              source-addresses: ["127.0.0.2", "::1"]
              tls: {cacert: ca.pem, cert: own.pem, key: own.key, version: "1.2", resumption: false}
            phases:
              warm-up: {min: 1s, cycles: 3, load: 4s, pause: 500ms, level: 0.123456789}
              measure: {requests: 10000, max: 1h}
            trials: {min: 2, max: 7}
            precision: 2.5%
            budget: 90m
            mode: sequential
            metric: p99.9
            margin: 0.7%
            expect:
              - "yes p99 below 1.5x 2"
              - {claim: "2 throughput within 10% of 667/s", article: "667 per second", where: "Figure 3: \\"left\\""}
            seed: -5
            observe: [counters, native-memory]
            """;

    private static final List<String> OTHERS =
            List.of(
                    """
                    question: Is it fast?
                    variants:
                      - {server: tomcat, model: platform-pool, threads: 10k, jvm: [-Xmx1g, "-Da=b c"], port: 8080,
                         working-directory: here, environment: {A: b}, jdk: 25, cpus: quota 2}
                      - {server: vertx, model: virtual, name: "no"}
                    load: {users: "5..10/10s,3/1s", think-time: {mean: 10ms, distribution: exponential}, path: /a?b}
                    phases: {warm-up: {level: 2}}
                    trials: 3
                    """,
                    """
                    question: Are they held?
                    variants: [{server: tomcat, model: virtual}]
                    load: {held-connections: 20, connect-rate: 30/min, request: {method: PUT, path: /, body: b, timeout: 1h}}
                    precision: 1%
                    """,
                    """
                    question: Which is posted?
                    variants: [{server: tomcat, model: virtual}]
                    load: {users: 1, requests: [{path: /a, body: a}, {method: GET, path: /b, body: b}]}
                    """,
                    """
                    question: Do URLs answer?
                    service: {same-answers: status}
                    variants:
                      - {name: a, url: "http://127.0.0.1:8081/price", pid: 17}
                      - {name: b, url: "http://127.0.0.1:8082"}
                    load: {users: 1, think-time: 2s, path: "/${n}", expect-body: '"id": 1', values: {n: {random: 0..9}}}
                    """,
                    """
                    question: Which is called?
                    service: {command: ./a}
                    variants: [{name: a}]
                    load: {users: 1, grpc: {proto: shop/a.proto, proto-path: [shared, "own: x"]}, request: {method: POST, path: /a.B/C}}
                    """,
                    """
                    question: Which echoes after its greetings?
                    variants: [{server: tomcat, model: virtual}]
                    load: {users: 1, streaming: websocket, websocket: {greetings: 2, binary: true}, request: {path: /echo, body: AAEC}}
                    """);

    private static final String WITHOUT_REQUESTS =
            """
            question: Which?
            variants: [{server: tomcat, model: virtual}]
            load: {users: 1, path: /}
            """;

    @TempDir private Path folder;

    private static Experiment read(ExperimentReader reader, String yaml, String name, Path folder) {
        var source = SourceText.of("written", yaml.getBytes(StandardCharsets.UTF_8));
        return reader.read(source, name, folder);
    }

    private static void assertSame(ExperimentReader reader, Experiment experiment, Path folder) {
        var text = ExperimentWriter.text(experiment, folder);
        assertThat(read(reader, text, experiment.name(), folder)).as(text).isEqualTo(experiment);
    }

    /// Only in folders to which no other test writes.
    static Stream<Path> experiments() throws IOException {
        var all = new ArrayList<Path>();
        for (var folder : FOLDERS) {
            try (var files = Files.walk(HOME.resolve(folder))) {
                files.filter(f -> f.toString().endsWith(".yaml"))
                        .filter(ExperimentReader::isExperiment)
                        .forEach(all::add);
            }
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("experiments")
    void every_experiment_of_the_project_is_the_same(Path file) {
        assertSame(BUNDLED, BUNDLED.read(file), Objects.requireNonNull(file.getParent()));
    }

    @Test
    void every_key_is_written() {
        assertSame(SMALL, read(SMALL, SERVICES, "own", folder), folder);
        OTHERS.forEach(yaml -> assertSame(SMALL, read(SMALL, yaml, "other", folder), folder));
    }

    @Test
    void paths_are_relative_to_the_file() throws IOException {
        Files.writeString(folder.resolve("users.csv"), "id\n1\n");
        var experiment =
                read(
                        SMALL,
                        """
                        question: Which?
                        service: {command: ./a}
                        variants: [{name: a}]
                        load: {users: 1, path: "/${id}", values: {id: {csv: users.csv, column: id, pick: random}}}
                        """,
                        "own",
                        folder);
        assertSame(SMALL, experiment, folder);
        assertThat(ExperimentWriter.text(experiment, folder))
                .contains("service: {}", "csv: \"users.csv\"");
        assertThat(ExperimentWriter.text(experiment, folder.resolve("other")))
                .contains("working-directory: \"" + folder, "csv: \"" + folder);
    }

    /// 4 arrivals in 3 s have a mean rate that no decimal number is.
    @Test
    void the_mean_rate_of_a_log_stays_that_of_the_log() throws IOException {
        Files.writeString(
                folder.resolve("access.log"),
                """
                192.0.2.7 - - [12/Nov/2026:06:25:24 +0000] "GET /a HTTP/1.1" 200 612 "-" "-"
                192.0.2.7 - - [12/Nov/2026:06:25:24 +0000] "GET /b HTTP/1.1" 200 612 "-" "-"
                192.0.2.8 - - [12/Nov/2026:06:25:24 +0000] "GET /a HTTP/1.1" 200 612 "-" "-"
                192.0.2.9 - - [12/Nov/2026:06:25:26 +0000] "GET /b HTTP/1.1" 200 612 "-" "-"
                """);
        var experiment =
                read(
                        SMALL,
                        """
                        question: Which?
                        variants: [{server: tomcat, model: virtual}]
                        load: {replay: access.log, path: /}
                        phases: {warm-up: {level: 3}}
                        """,
                        "log",
                        folder);
        assertThat(experiment.load())
                .isInstanceOfSatisfying(
                        LoadModel.Open.class,
                        open -> assertThat(open.rate().warmUpLevel()).isEqualTo(3));
        assertThat(ExperimentWriter.text(experiment, folder)).doesNotContain("rate:");
        assertSame(SMALL, experiment, folder);
    }

    @Test
    void an_experiment_is_written_for_people() {
        var text = ExperimentWriter.text(read(SMALL, OTHERS.getFirst(), "other", folder), folder);
        assertThat(text)
                .isEqualTo(
                        """
                        question: "Is it fast?"
                        variants:
                          - name: "tomcat platform-pool 10000"
                            server: tomcat
                            model: platform-pool
                            threads: 10000
                            jvm: ["-Xmx1g", "-Da=b c"]
                            working-directory: "here"
                            environment:
                              "A": "b"
                            jdk: "25"
                            cpus: "quota 2.0"
                            port: 8080
                          - name: "no"
                            server: vertx
                            model: virtual
                        load:
                          users:
                            - {duration: 0s, target: 5}
                            - {duration: 10s, target: 10}
                            - {duration: 0s, target: 3}
                            - {duration: 1s, target: 3}
                          think-time: {mean: 10ms, distribution: exponential}
                          path: "/a?b"
                        phases:
                          warm-up: {min: 2s, max: 15s, level: 2}
                          measure: 11s
                        trials: 3
                        metric: throughput
                        """);
    }

    private static Experiment withBody(Experiment experiment, String header, String body) {
        return with(
                experiment,
                new Request("PUT", "/", Map.of("X", header), body, Duration.ofSeconds(1)));
    }

    private static Experiment with(Experiment experiment, Request request) {
        return experiment.withScenario(
                new Scenario(experiment.load(), Traffic.of(request), experiment.phases()));
    }

    /// 2,000 texts of characters with a meaning in YAML, controls, and such outside ASCII.
    @Test
    void no_text_is_read_as_anything_else() {
        var experiment = read(SMALL, WITHOUT_REQUESTS, "texts", folder);
        var random = new SplittableRandom(20_261_127);
        var alphabet =
                "ab01 :#-?*&!|>'\"%@`{}[],\\~\n\t\r\u0000\u0007\u0085\u00A0\u2028\u202E\uFEFFé日🧵";
        var points = alphabet.codePoints().toArray();
        for (int round = 0; round < 500; round++) {
            var body = new StringBuilder();
            random.ints(random.nextInt(12), 0, points.length)
                    .forEach(i -> body.appendCodePoint(points[i]));
            var header = body.toString().replaceAll("[^ -~]", "");
            assertSame(SMALL, withBody(experiment, header, body.toString()), folder);
        }
    }

    @Test
    void random_loads_phases_and_trials_are_the_same() {
        var experiment = read(SMALL, WITHOUT_REQUESTS, "random", folder);
        var random = new SplittableRandom(35);
        for (int round = 0; round < 500; round++) {
            var shortest = millis(random);
            var written = new Phases(shortest, shortest.plus(millis(random)), millis(random));
            var phases = random.nextBoolean() ? written : written.withWarmUpOthers(shortest);
            var scenario = new Scenario(load(random), experiment.traffic(), phases);
            int min = random.nextInt(2, 10);
            var precision = OptionalDouble.of(random.nextInt(1, 99_999) / 1e5);
            var trials = new TrialCount(min, min + random.nextInt(9), precision);
            assertSame(SMALL, experiment.withScenario(scenario).withTrials(trials), folder);
        }
    }

    private static Duration millis(SplittableRandom random) {
        return Duration.ofMillis(random.nextInt(1, 200_000));
    }

    private static LoadModel load(SplittableRandom random) {
        boolean open = random.nextBoolean();
        var stages = new ArrayList<Stage>();
        stages.add(Stage.at(level(random, open) + 1, Duration.ZERO));
        for (int i = random.nextInt(5); i > 0; i--) {
            var length = random.nextBoolean() ? Duration.ZERO : millis(random);
            stages.add(Stage.rampTo(level(random, open), length));
        }
        var profile = LoadProfile.of(stages);
        var warmed = random.nextBoolean() ? profile : profile.withWarmUp(level(random, open) + 1);
        return open
                ? new LoadModel.Open(warmed, Arrival.POISSON, random.nextInt(1, 2_000))
                : new LoadModel.Closed(warmed, ThinkTime.constant(millis(random)));
    }

    private static double level(SplittableRandom random, boolean open) {
        return open ? random.nextInt(900_000_000) / 1e3 : random.nextInt(1_000);
    }

    @Test
    void a_method_is_no_value_of_yaml() {
        var experiment = read(SMALL, WITHOUT_REQUESTS, "methods", folder);
        for (var method : List.of("NULL", "TRUE", "PUT")) {
            var request = new Request(method, "/", Map.of(), "", Duration.ofSeconds(1));
            assertSame(SMALL, with(experiment, request), folder);
        }
    }

    @Test
    void half_a_surrogate_pair_is_written_as_it_is_sent() {
        var experiment =
                withBody(read(SMALL, WITHOUT_REQUESTS, "a", folder), "", "a\uD83E b\uDDF5");
        assertThat(ExperimentWriter.text(experiment, folder)).contains("body: \"a? b?\"");
    }

    /// Rates as users write them, in steps of nine decimals per second or per minute.
    @Test
    void every_rate_is_the_same() {
        var random = new SplittableRandom(7);
        for (int round = 0; round < 10_000; round++) {
            var number = random.nextLong(1, 60_000_000_000L) / 1e9;
            var unit = List.of("", "/min", "k", "k/min").get(random.nextInt(4));
            var rounded = new BigDecimal(number).setScale(random.nextInt(10), RoundingMode.UP);
            var text = rounded.toPlainString() + unit;
            double perSecond = Units.rate(text);
            assertThat(Units.rate(Units.textOfRate(perSecond))).as(text).isEqualTo(perSecond);
        }
    }

    @Test
    void a_large_body_is_the_same() {
        var experiment = read(SMALL, WITHOUT_REQUESTS, "large", folder);
        assertSame(SMALL, withBody(experiment, "", "x".repeat(5 << 20)), folder);
    }

    @Tag("nightly")
    @Test
    void what_no_file_can_hold_is_refused() {
        var experiment = read(SMALL, WITHOUT_REQUESTS, "a", folder);
        var headers = new TreeMap<String, String>();
        IntStream.range(0, 510_000).forEach(i -> headers.put("X-" + i, ""));
        var request = new Request("GET", "/", headers, "", Duration.ofSeconds(1));
        var many = with(experiment, request);
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> ExperimentWriter.text(many, folder))
                .withMessageContaining("keys and values, more than the 1,000,000");
    }
}
