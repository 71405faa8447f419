package dev.loombench.experiment.yaml;

import static dev.loombench.experiment.yaml.ExperimentTexts.problems;
import static dev.loombench.experiment.yaml.ExperimentTexts.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.experiment.variant.Cpus;
import dev.loombench.experiment.variant.Jdk;
import dev.loombench.experiment.variant.Ready;
import dev.loombench.experiment.variant.RequestThreads;
import dev.loombench.experiment.variant.SameAnswers;
import dev.loombench.experiment.variant.ServiceCommand;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.result.store.ResultJson;
import dev.loombench.traffic.ValueSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceParserTest {
    private static final String GOOD =
            """
            question: Which one?
            service:
              command: java -jar 'my app.jar' --server.port={port}
            variants:
              - {name: pool}
              - {name: virtual, args: "--virtual=true -x 'a b'"}
            load: {users: 10, path: /orders/1}
            """;

    private static ServiceCommand service(Variant variant) {
        return variant.service().orElseThrow();
    }

    @Test
    void variants_add_arguments_to_the_command() {
        var experiment = read(GOOD);
        assertThat(service(experiment.variants().get(0)).words())
                .containsExactly("java", "-jar", "my app.jar", "--server.port={port}");
        assertThat(service(experiment.variants().get(1)).words())
                .containsExactly(
                        "java",
                        "-jar",
                        "my app.jar",
                        "--server.port={port}",
                        "--virtual=true",
                        "-x",
                        "a b");
    }

    /// As in one text: `app --prefix '' --separator ' '`.
    @Test
    void a_word_of_a_list_may_be_empty_or_blank() {
        var list = read(GOOD.replace("\"--virtual=true -x 'a b'\"", "[-p, \"\", -s, \" \"]"));
        var text = read(GOOD.replace("--virtual=true -x 'a b'", "-p '' -s ' '"));
        assertThat(service(list.variants().get(1)).words()).endsWith("-p", "", "-s", " ");
        assertThat(list.variants()).isEqualTo(text.variants());
    }

    @Test
    void a_variant_may_expect_threads() {
        var experiment =
                read(GOOD.replace("{name: pool}", "{name: pool, expects: platform-threads}"));
        assertThat(service(experiment.variants().get(0)).expects())
                .contains(RequestThreads.PLATFORM);
        assertThat(service(experiment.variants().get(1)).expects()).isEmpty();
        var json = ResultJson.MAPPER.writeValueAsString(experiment.variants().getFirst());
        assertThat(json).contains("\"expects\":\"platform-threads\"");
        var stored = ResultJson.MAPPER.readValue(json, Variant.class);
        assertThat(stored.subject()).isEqualTo(experiment.variants().getFirst().subject());
        var other = ResultJson.MAPPER.writeValueAsString(experiment.variants().get(1));
        assertThat(other).doesNotContain("expects");
        assertThat(ResultJson.MAPPER.readValue(other, Variant.class).subject())
                .isEqualTo(experiment.variants().get(1).subject());
    }

    @Test
    void the_measured_path_is_requested_until_it_responds_by_default() {
        var service = service(read(GOOD).variants().getFirst());
        assertThat(service.ready()).isEqualTo(new Ready.Http("/orders/1"));
        assertThat(service.within()).isEqualTo(Duration.ofSeconds(60));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "request: {method: POST, path: /orders}",
                "path: '/orders/${id}', values: {id: {random: 1..9}}"
            })
    void the_port_is_the_default_where_a_request_must_not_be_repeated(String request) {
        var experiment = read(GOOD.replace("path: /orders/1", request));
        assertThat(service(experiment.variants().getFirst()).ready()).isEqualTo(new Ready.Port());
    }

    @Test
    void a_service_names_the_event_that_shows_that_it_is_ready() {
        assertThat(ready("{http: /health, within: 5s}")).isEqualTo(new Ready.Http("/health"));
        assertThat(ready("{port: open}")).isEqualTo(new Ready.Port());
        assertThat(ready("{log: Started App in}")).isEqualTo(new Ready.LogLine("Started App in"));
        assertThat(ready("{within: 5s}")).isEqualTo(new Ready.Http("/orders/1"));
    }

    private static Ready ready(String ready) {
        return service(read(withService("ready: " + ready)).variants().getFirst()).ready();
    }

    private static String withService(String line) {
        return GOOD.replace("variants:", "  " + line + "\nvariants:");
    }

    @Test
    void a_variant_may_replace_the_command_and_add_variables_a_jdk_and_processors() {
        var experiment =
                read(
                        """
                        question: Which one?
                        service: {command: [node, server.js], environment: {A: 1, B: b}}
                        variants:
                          - name: go
                            command: ./shop -p {port}
                            environment: {B: c}
                            jdk: 21
                            cpus: 0-1
                            port: 8080
                        load: {users: 10, path: /}
                        """);
        var variant = experiment.variants().getFirst();
        assertThat(service(variant).words()).containsExactly("./shop", "-p", "{port}");
        assertThat(variant.environment()).isEqualTo(Map.of("A", "1", "B", "c"));
        assertThat(variant.jdk()).contains(new Jdk.Version(21));
        assertThat(variant.cpus()).contains(new Cpus.Listed("0-1"));
        assertThat(variant.port()).isEqualTo(8080);
    }

    @Test
    void the_working_directory_is_the_folder_of_the_file_by_default() {
        assertThat(read(GOOD).variants().getFirst().workingDirectory())
                .contains(Path.of("").toAbsolutePath());
        assertThat(read(withService("working-directory: target")).variants().getFirst())
                .extracting(Variant::workingDirectory)
                .isEqualTo(Optional.of(Path.of("target").toAbsolutePath()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "service: {comand: x} ; a service has no key \"comand\"; did you mean \"command\"?",
                "service: {command: 'a | b'} ; command: \"|\" needs a shell",
                "service: {command: []} ; command: needs at least one word",
                "service: {command: ['', a]} ; command: a command needs a program",
                "service: {command: a, ready: {http: /x, log: y}} ; ready takes one of http, port and log, found http and log",
                "service: {command: a, ready: {http: health}} ; path must begin with /",
                "service: {command: a, ready: {port: '8080'}} ; expected open, found \"8080\"",
                "service: {command: a, ready: {at: /x}} ; ready has no key \"at\"",
                "service: {command: a, ready: {log: x, within: 0s}} ; within: must be above 0",
                "service: {command: a, environment: {'a-b': 1}} ; \"a-b\" is not the name of a variable",
                "service: {} ; a variant needs the key \"command\" or \"url\", or the service needs \"command\"",
            })
    void mistakes_in_a_service_are_explained(String service, String message) {
        var yaml =
                """
                question: Which one?
                SERVICE
                variants: [{name: a}]
                load: {users: 10, path: /}
                """;
        assertThat(problems(yaml.replace("SERVICE", service)))
                .anySatisfy(problem -> assertThat(problem).contains(message));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{name: a, server: tomcat} ; server needs a server of the zoo, and this experiment has a service",
                "{args: -x} ; a variant needs the key \"name\"",
                "{name: a, jvm: [-Xmx1g]} ; a variant has no key \"jvm\"",
                "{name: a, args: 'b \"c'} ; args: the quote",
                "{name: a, expects: fast} ; expects: \"fast\" is not a kind of threads; known: platform-threads"
            })
    void mistakes_in_a_variant_are_explained(String variant, String message) {
        assertThat(problems(GOOD.replace("{name: pool}", variant)))
                .anySatisfy(problem -> assertThat(problem).contains(message));
    }

    @Test
    void a_batch_has_no_service() {
        assertThat(problems(GOOD.replace("{users: 10, path: /orders/1}", "{batch: {}}")))
                .anySatisfy(p -> assertThat(p).contains("a batch runs a program of the zoo"));
    }

    @Test
    void results_keep_the_command_and_no_value_of_the_environment() {
        var yaml = withService("environment: {PASSWORD: hunter2, TOKEN: \"${SHOP_TOKEN}\"}");
        var variant = read(yaml).variants().get(1);
        var json = ResultJson.MAPPER.writeValueAsString(variant);
        assertThat(json).doesNotContain("hunter2").contains("PASSWORD", "${SHOP_TOKEN}");
        var stored = ResultJson.MAPPER.readValue(json, Variant.class);
        assertThat(stored.subject()).isEqualTo(variant.subject());
        assertThat(stored.environment())
                .isEqualTo(Map.of("PASSWORD", "(not stored)", "TOKEN", "${SHOP_TOKEN}"));
    }

    @Test
    void a_request_may_name_variables_of_the_lab() {
        var experiment =
                read(
                        GOOD.replace(
                                "path: /orders/1",
                                "request: {path: '/${SHOP_ID}', body: '${SHOP_PIN}', headers: {Authorization: \"Bearer ${SHOP_TOKEN}\"}}"));
        assertThat(experiment.traffic().values())
                .isEqualTo(
                        Map.of(
                                "SHOP_ID", new ValueSource.Environment("SHOP_ID"),
                                "SHOP_PIN", new ValueSource.Environment("SHOP_PIN"),
                                "SHOP_TOKEN", new ValueSource.Environment("SHOP_TOKEN")));
        assertThat(problems(GOOD.replace("/orders/1", "'/orders/${shopId}'")))
                .anySatisfy(p -> assertThat(p).contains("values has no key \"shopId\""));
    }

    private static final String RUNNING =
            """
            question: Which one?
            service: {same-answers: status}
            variants:
              - {name: old, url: "http://127.0.0.1:8081"}
              - {name: new, url: "http://[::1]:8082/v2/price?a=$1", pid: 4711}
            load: {users: 10, path: /price}
            """;

    @Test
    void a_variant_may_name_a_service_that_already_runs() {
        var experiment = read(RUNNING);
        var old = experiment.variants().get(0);
        assertThat(old.service()).isEmpty();
        assertThat(old.sameAnswers()).isEqualTo(SameAnswers.STATUS);
        assertThat(experiment.of(old).traffic().requests().getFirst().path()).isEqualTo("/price");
        var other = experiment.variants().get(1);
        assertThat(other.endpoint().orElseThrow().pid()).hasValue(4711);
        assertThat(other.endpoint().orElseThrow().address()).isEqualTo("[::1]:8082");
        assertThat(experiment.of(other).traffic().requests().getFirst().path())
                .isEqualTo("/v2/price?a=$$1");
        var json = ResultJson.MAPPER.writeValueAsString(other);
        assertThat(json)
                .contains(
                        "\"endpoint\":{\"url\":\"http://[::1]:8082/v2/price?a=$1\",\"pid\":4711,\"sameAnswers\":\"status\"}")
                .doesNotContain("\"service\"");
        assertThat(ResultJson.MAPPER.readValue(json, Variant.class)).isEqualTo(other);
    }

    @Test
    void a_service_may_be_connected_to_at_another_address() {
        var yaml =
                RUNNING.replace(
                        "url: \"http://[::1]:8082/v2/price?a=$1\", pid: 4711",
                        "url: 'https://shop.example/v2', connect-to: '127.0.0.1:8443'");
        var experiment = read(yaml);
        var endpoint = experiment.variants().get(1).endpoint().orElseThrow();
        assertThat(endpoint.address()).isEqualTo("shop.example:443");
        assertThat(endpoint.connected()).isEqualTo("127.0.0.1:8443");
        assertThat(endpoint.summary()).isEqualTo("https://shop.example/v2 at 127.0.0.1:8443");
        var request = experiment.of(experiment.variants().get(1)).traffic().requests().getFirst();
        assertThat(request.headers()).containsEntry("Host", "shop.example");
        var json = ResultJson.MAPPER.writeValueAsString(experiment.variants().get(1));
        assertThat(json).contains("\"connectTo\":\"127.0.0.1:8443\"");
        assertThat(ResultJson.MAPPER.readValue(json, Variant.class))
                .isEqualTo(experiment.variants().get(1));
    }

    @Test
    void a_host_at_two_addresses_is_two_services() {
        var yaml =
                RUNNING.replace("\"http://127.0.0.1:8081\"", "'http://a:1', connect-to: 10.0.0.5")
                        .replace(
                                "url: \"http://[::1]:8082/v2/price?a=$1\", pid: 4711",
                                "url: 'http://a:1', connect-to: 10.0.0.6");
        assertThat(read(yaml).variants()).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "url: 'https:a' ; 5:22: url must be like http://host:port/path",
                "url: '127.0.0.1:1' ; 5:22: url: ",
                "url: 'tcp://a:1' ; 5:22: url must be like http://host:port/path",
                "url: 'http://a:0' ; url: the port must be between 1 and 65535, was 0",
                "url: 'http://u:pass@a:1' ; url: a URL with a user or password before @ is refused",
                "url: 'http://a:1/é' ; url: path must begin with / and contain only printable ASCII",
                "url: 'http://127.0.0.1:8081/x' ; 5:5: \"old\" and \"new\" are the same service at 127.0.0.1:8081",
                "command: ./shop ; 5:5: \"old\" and \"new\" cannot be compared: one already runs",
                "url: 'http://a:1', pid: 0 ; pid: expected the id of a process, found 0",
                "command: ./shop, pid: 7 ; pid needs url",
                "command: ./shop, connect-to: a ; connect-to needs url",
                "url: 'http://a:1', connect-to: 'a:b' ; connect-to: must be like 127.0.0.1:8443",
                "url: 'http://127.0.0.1:8081', connect-to: '127.0.0.1' ; \"old\" and \"new\" are the same service at 127.0.0.1:8081",
                "url: 'http://a:1', jdk: 25 ; jdk does not go with url: that service already runs",
            })
    void mistakes_in_a_url_are_explained(String keys, String message) {
        var yaml = RUNNING.replace("url: \"http://[::1]:8082/v2/price?a=$1\", pid: 4711", keys);
        assertThat(problems(yaml)).anySatisfy(problem -> assertThat(problem).contains(message));
    }

    @Test
    void a_url_needs_its_own_kind_of_service_and_load() {
        assertThat(problems(RUNNING.replace("{same-answers: status}", "{ready: {port: open}}")))
                .anySatisfy(p -> assertThat(p).contains("url does not go with command, ready"));
        assertThat(problems(RUNNING.replace("{same-answers: status}", "{working-directory: a}")))
                .anySatisfy(p -> assertThat(p).contains("url does not go with command, ready"));
        assertThat(problems(RUNNING.replace("service: {same-answers: status}\n", "")))
                .anySatisfy(p -> assertThat(p).contains("url needs the key service at the top"));
        var mix = RUNNING.replace("path: /price", "requests: [{path: /a}, {path: /b}]");
        assertThat(problems(mix))
                .anySatisfy(p -> assertThat(p).contains("so the url of \"new\" must have no path"));
        assertThat(problems(RUNNING.replace("path: /price", "protocol: line")))
                .anySatisfy(p -> assertThat(p).contains("a url needs protocol: http, not line"));
    }
}
