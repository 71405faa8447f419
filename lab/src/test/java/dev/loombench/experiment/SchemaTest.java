package dev.loombench.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.loombench.experiment.WrongExperiments.WrongExperiment;
import dev.loombench.experiment.variant.ServerDescription;
import dev.loombench.experiment.yaml.ClaimParserTest;
import dev.loombench.experiment.yaml.ExperimentReader;
import dev.loombench.experiment.yaml.ExperimentWriter;
import dev.loombench.experiment.yaml.Keys;
import dev.loombench.launch.Zoo;
import dev.loombench.text.Units;
import dev.loombench.traffic.ErrorPolicy;
import dev.loombench.traffic.Protocol;
import dev.loombench.traffic.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// The published schema and the reader agree.
class SchemaTest {
    private static final Path EXPERIMENTS =
            Path.of(System.getProperty("loombench.home"), "experiments");

    private static final List<ServerDescription> SERVERS =
            Zoo.at(EXPERIMENTS.resolve("..")).servers();

    private static JsonNode tree;
    private static Schema schema;

    @BeforeAll
    static void read() throws IOException {
        var json = Files.readString(EXPERIMENTS.resolve("experiment.schema.json"));
        tree = new ObjectMapper().readTree(json);
        schema =
                SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(json);
    }

    static Stream<Path> experiments() throws IOException {
        try (var ready = Files.walk(EXPERIMENTS);
                var validation = Files.walk(EXPERIMENTS.resolveSibling("bench/proof"))) {
            return Stream.concat(ready, validation)
                    .filter(f -> f.toString().endsWith(".yaml"))
                    .filter(ExperimentReader::isExperiment)
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("experiments")
    void every_ready_experiment_conforms_and_can_be_read(Path file) throws IOException {
        assertThat(errors(Files.readString(file))).isEmpty();
        var experiment = new ExperimentReader(SERVERS).read(file);
        assertThat(experiment.variants()).isNotEmpty();
        assertThat(ExperimentReader.question(file)).isEqualTo(experiment.question());
    }

    @ParameterizedTest
    @MethodSource("experiments")
    void every_experiment_conforms_after_it_was_written(Path file) {
        var experiment = new ExperimentReader(SERVERS).read(file);
        assertThat(
                        errors(
                                ExperimentWriter.text(
                                        experiment, Objects.requireNonNull(file.getParent()))))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("experiments")
    void every_ready_experiment_begins_with_a_comment(Path file) throws IOException {
        assertThat(Files.readAllLines(file).getFirst())
                .isEqualTo("# yaml-language-server: $schema=" + schemaFrom(file));
        assertThat(Files.readAllLines(file).get(2)).startsWith("# ");
    }

    /// The first example has none, and of articles some are read without a figure to compare.
    @Test
    void every_experiment_of_the_project_has_a_claim_that_can_fail() throws IOException {
        var articles = EXPERIMENTS.resolve("articles");
        var reader = new ExperimentReader(SERVERS);
        try (var own = experiments()) {
            assertThat(
                            own.filter(f -> f.startsWith(EXPERIMENTS) && !f.startsWith(articles))
                                    .filter(f -> !f.endsWith("quickstart.yaml"))
                                    .filter(f -> reader.read(f).claims().isEmpty()))
                    .isEmpty();
        }
    }

    /// The path from an experiment to the schema.
    private static Path schemaFrom(Path experiment) {
        var schema = EXPERIMENTS.resolve("experiment.schema.json");
        return experiment.resolveSibling("").relativize(schema);
    }

    @Test
    void a_good_experiment_conforms() {
        assertThat(errors(WrongExperiments.GOOD)).isEmpty();
        assertThat(errors(WrongExperiments.OPEN)).isEmpty();
        assertThat(errors(WrongExperiments.GOOD.replace("400", "1.5k").replace("10s", "0.5 s")))
                .isEmpty();
        assertThat(errors(WrongExperiments.OPEN.replace("10k/s", "0.5/min"))).isEmpty();
        assertThat(errors(WrongExperiments.GOOD + "margin: 0.5%\nseed: -1\n")).isEmpty();
        assertThat(errors(WrongExperiments.GOOD + "budget: 10m\n")).isEmpty();
        assertThat(
                        errors(
                                WrongExperiments.GOOD.replace(
                                        "trials: 5", "trials: {min: 3, max: 9}\nprecision: 2%")))
                .isEmpty();
        assertThat(errors(WrongExperiments.GOOD + ClaimParserTest.CLAIMS)).isEmpty();
        assertThat(errors(WrongExperiments.GOOD + ClaimParserTest.PUBLISHED)).isEmpty();
        assertThat(errors(WrongExperiments.OPEN.replace("10k/s", "0..5k/s/30s,5k/1m"))).isEmpty();
        var stages =
                "[{duration: 30s, target: 400}, {duration: 0s, target: 10}, {duration: 1m, target: 10}, {duration: 5s, target: 0}]";
        assertThat(errors(WrongExperiments.OPEN.replace("10k/s", stages))).isEmpty();
        assertThat(errors(WrongExperiments.GOOD.replace("400", stages))).isEmpty();
        assertThat(
                        errors(
                                WrongExperiments.GOOD.replace(
                                        "users: 400",
                                        "held-connections: 19k\n  connect-rate: 2k/s")))
                .isEmpty();
        var thinks = "400\n  think-time: {mean: 2s, distribution: exponential}";
        assertThat(errors(WrongExperiments.GOOD.replace("400", thinks))).isEmpty();
        var cycles = "warm-up: {cycles: 4, load: 5s, pause: 2s, min: 6s}";
        assertThat(errors(WrongExperiments.GOOD.replace("measure: 10s", cycles))).isEmpty();
        for (var cpus : List.of("0", "0-1,3", "count 2", "quota 0.5", "quota 2")) {
            assertThat(errors(WrongExperiments.GOOD.replace("100", "100\n    cpus: " + cpus)))
                    .isEmpty();
        }
        var counted = "measure: {requests: 1M, max: 5m}\n  warm-up: {level: 20}";
        assertThat(errors(WrongExperiments.GOOD.replace("measure: 10s", counted))).isEmpty();
    }

    @Test
    void a_load_of_lines_conforms() {
        var line = "protocol: line";
        assertThat(errors(WrongExperiments.GOOD.replace("path: /hello", line))).isEmpty();
        line += "\n  line: ping\n  timeout: 2s";
        assertThat(errors(WrongExperiments.GOOD.replace("path: /hello", line))).isEmpty();
        assertThat(errors(WrongExperiments.GOOD.replace("/hello", "/hello\n  protocol: http")))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("dev.loombench.experiment.WrongExperiments#seenByTheSchema")
    void the_schema_rejects_the_wrong_experiments_that_it_can_detect(WrongExperiment wrong) {
        assertThat(errors(wrong.yaml())).isNotEmpty();
    }

    @Test
    void the_schema_is_a_valid_schema() {
        var dialect = SpecificationVersion.DRAFT_2020_12;
        var meta =
                SchemaRegistry.withDefaultDialect(dialect)
                        .getSchema(SchemaLocation.of(dialect.getDialectId()));
        assertThat(meta.validate(tree)).isEmpty();
    }

    @Test
    void the_schema_has_the_keys_of_the_reader_and_no_others() {
        assertThat(keys("")).hasSameElementsAs(Keys.EXPERIMENT);
        assertThat(keys("/$defs/service")).hasSameElementsAs(Keys.SERVICE);
        assertThat(keys("/$defs/service/properties/ready")).hasSameElementsAs(Keys.READY);
        assertThat(keys("/$defs/serviceVariant")).hasSameElementsAs(Keys.SERVICE_VARIANT);
        assertThat(keys("/$defs/backend")).hasSameElementsAs(Keys.BACKEND);
        assertThat(keys("/$defs/trialCommand/anyOf/2")).hasSameElementsAs(Keys.TRIAL_COMMAND);
        assertThat(keys("/$defs/load")).hasSameElementsAs(Keys.LOAD);
        assertThat(keys("/$defs/load/properties/tls")).hasSameElementsAs(Keys.TLS);
        assertThat(keys("/$defs/request")).hasSameElementsAs(Keys.REQUEST);
        assertThat(keys("/$defs/load/properties/grpc")).hasSameElementsAs(Keys.GRPC);
        assertThat(keys("/$defs/load/properties/websocket")).hasSameElementsAs(Keys.WEBSOCKET);
        assertThat(keys("/$defs/weightedRequest")).hasSameElementsAs(Keys.WEIGHTED_REQUEST);
        assertThat(keys("/$defs/value")).hasSameElementsAs(Keys.VALUE);
        assertThat(keys("/$defs/value/properties/counter")).hasSameElementsAs(Keys.COUNTER);
        assertThat(keys("/$defs/phases")).hasSameElementsAs(Keys.PHASES);
        assertThat(keys("/$defs/phases/properties/warm-up/anyOf/1"))
                .hasSameElementsAs(Keys.WARM_UP);
        assertThat(keys("/properties/trials/anyOf/1")).hasSameElementsAs(Keys.TRIALS);
        assertThat(keys("/$defs/phases/properties/measure/anyOf/1"))
                .hasSameElementsAs(Keys.MEASURE);
        assertThat(keys("/$defs/load/properties/think-time/anyOf/1"))
                .hasSameElementsAs(Keys.THINK_TIME);
        assertThat(keys("/properties/expect/items/anyOf/1")).hasSameElementsAs(Keys.CLAIM);
        assertThat(keys("/$defs/rateStages/items")).hasSameElementsAs(Keys.STAGE);
        assertThat(keys("/$defs/userStages/items")).hasSameElementsAs(Keys.STAGE);
        var settings = new ArrayList<>(keys("/$defs/variant"));
        assertThat(settings).containsAll(Keys.VARIANT);
        settings.removeAll(Keys.VARIANT);
        assertThat(settings).hasSameElementsAs(settingsOfTheZoo());
    }

    @Test
    void every_model_of_the_zoo_is_in_the_schema() {
        var models = new ArrayList<String>();
        tree.at("/$defs/variant/properties/model/enum").forEach(m -> models.add(m.asString()));
        for (var server : SERVERS) {
            assertThat(models).as(server.name()).containsAll(server.models().keySet());
        }
    }

    private static Set<String> settingsOfTheZoo() {
        return SERVERS.stream()
                .flatMap(server -> server.models().values().stream())
                .flatMap(model -> model.settings().keySet().stream())
                .collect(Collectors.toSet());
    }

    @Test
    void the_schema_has_the_values_and_defaults_of_the_reader() {
        assertThat(strings("/properties/metric/enum"))
                .containsExactlyElementsOf(
                        Arrays.stream(Metric.values())
                                .filter(m -> m != Metric.CAPACITY) // of claims alone
                                .map(Metric::label)
                                .toList());
        assertThat(strings("/$defs/load/properties/arrival/enum"))
                .containsExactly("constant", "poisson");
        assertThat(strings("/$defs/load/properties/errors/enum"))
                .containsExactlyElementsOf(
                        Arrays.stream(ErrorPolicy.values()).map(ErrorPolicy::label).toList());
        assertThat(text("/$defs/load/properties/errors/default"))
                .isEqualTo(ErrorPolicy.DEFAULT.label());
        assertThat(tree.at("/properties/trials/default").asInt()).isEqualTo(Defaults.TRIALS);
        var trials = "/properties/trials/anyOf/1/properties/";
        assertThat(tree.at(trials + "min/default").asInt()).isEqualTo(Defaults.TRIALS_MIN);
        assertThat(tree.at(trials + "max/default").asInt()).isEqualTo(Defaults.TRIALS_MAX);
        assertThat(text("/properties/metric/default")).isEqualTo(Defaults.METRIC.label());
        assertThat(Units.percent(text("/properties/margin/default"))).isEqualTo(Defaults.MARGIN);
        assertThat(tree.at("/$defs/load/properties/connections/default").asInt())
                .isEqualTo(Defaults.CONNECTIONS);
        assertThat(Units.duration(text("/$defs/load/properties/think-time/default")))
                .isEqualTo(Defaults.THINK_TIME);
        assertThat(strings("/$defs/load/properties/protocol/enum"))
                .containsExactlyElementsOf(
                        Arrays.stream(Protocol.values())
                                .filter(p -> p != Protocol.GRPC) // of servers; a load has grpc: {}
                                .map(Protocol::label)
                                .toList());
        assertThat(text("/$defs/load/properties/protocol/default"))
                .isEqualTo(Defaults.PROTOCOL.label());
        assertThat(text("/$defs/load/properties/line/default")).isEqualTo(Defaults.LINE);
        for (var parent : List.of("load", "request")) {
            var timeout = text("/$defs/" + parent + "/properties/timeout/default");
            assertThat(Units.duration(timeout)).isEqualTo(Request.DEFAULT_TIMEOUT);
        }
        var phases = "/$defs/phases/properties/";
        assertThat(Units.duration(text(phases + "measure/default"))).isEqualTo(Defaults.MEASURE);
        assertThat(Units.duration(text(phases + "measure/anyOf/1/properties/max/default")))
                .isEqualTo(Defaults.MEASURE_MAX);
        assertThat(Units.rate(text("/$defs/load/properties/connect-rate/default")))
                .isEqualTo(Defaults.CONNECT_RATE);
        var warmUp = phases + "warm-up/anyOf/1/properties/";
        assertThat(Units.duration(text(warmUp + "min/default"))).isEqualTo(Defaults.WARM_UP_MIN);
        assertThat(Units.duration(text(warmUp + "max/default"))).isEqualTo(Defaults.WARM_UP_MAX);
    }

    @Test
    void everything_in_the_schema_has_a_title_and_a_description() {
        var bare = new ArrayList<String>();
        collectBare("", tree, bare);
        assertThat(bare).isEmpty();
    }

    /// Collects every named property and definition without title or description, except references
    /// and `false`.
    private static void collectBare(String path, JsonNode node, List<String> bare) {
        for (var group : List.of("properties", "$defs")) {
            for (var named : node.path(group).properties()) {
                var child = named.getValue();
                if (child.isObject() && !child.has("$ref")) {
                    if (!child.has("title") || !child.has("description")) {
                        bare.add(path + "/" + group + "/" + named.getKey());
                    }
                }
            }
        }
        for (var child : node.properties()) {
            collectBare(path + "/" + child.getKey(), child.getValue(), bare);
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            collectBare(path + "/" + i, node.get(i), bare);
        }
    }

    private static List<Error> errors(String yaml) {
        return schema.validate(yaml, InputFormat.YAML);
    }

    private static List<String> keys(String pointer) {
        return List.copyOf(tree.at(pointer + "/properties").propertyNames());
    }

    private static List<String> strings(String pointer) {
        return tree.at(pointer).valueStream().map(JsonNode::asString).toList();
    }

    private static String text(String pointer) {
        return tree.at(pointer).asString();
    }
}
