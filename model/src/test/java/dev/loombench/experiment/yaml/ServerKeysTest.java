package dev.loombench.experiment.yaml;

import static dev.loombench.experiment.yaml.ExperimentTexts.only;
import static dev.loombench.experiment.yaml.ExperimentTexts.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.experiment.SmallZoo;
import dev.loombench.experiment.variant.ServerDescription;
import dev.loombench.experiment.variant.Threading;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.GrpcPolicy;
import dev.loombench.traffic.Http2Policy;
import dev.loombench.traffic.Protocol;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Streaming;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Keys that depend on the server: its settings and its protocol.
class ServerKeysTest {
    @Test
    void admission_can_only_be_adaptive() {
        var models =
                Map.of(
                        "virtual",
                        SmallZoo.model("a thread", Threading.VIRTUAL, Map.of("admission", "how")));
        var reader = new ExperimentReader(List.of(SmallZoo.server("tomcat", "a server", models)));
        var yaml =
                """
                question: Which requests are rejected?
                variants: [{server: tomcat, model: virtual, admission: adaptive}]
                load: {rate: 1k/s, path: /hello}
                """;
        var experiment = read(reader, yaml);
        assertThat(experiment.variants().getFirst().settings())
                .isEqualTo(Map.of("admission", "adaptive"));
        assertThat(experiment.traffic().expectsErrors()).as("by default").isFalse();
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> read(reader, yaml.replace(": adaptive", ": fixed")))
                .withMessageContaining("\"fixed\" is not a value of admission");
    }

    @Test
    void a_bank_has_settings_for_its_ledger_and_connection_pool() {
        var settings = Map.of("ledger", "where", "pool", "how many", "database", "which");
        var models = Map.of("virtual", SmallZoo.model("a thread", Threading.VIRTUAL, settings));
        var reader = new ExperimentReader(List.of(SmallZoo.server("bank", "a bank", models)));
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
            assertThatExceptionOfType(WrongInput.class)
                    .isThrownBy(() -> read(reader, broken))
                    .withMessageContaining(key + ": ");
        }
    }

    /// A server of the zoo speaks HTTP/2 by its own setting, and the load has the number of
    /// streams.
    @Test
    void http2_is_a_setting_of_a_variant() {
        var models =
                Map.of(
                        "virtual",
                        SmallZoo.model("a thread", Threading.VIRTUAL, Map.of("http2", "whether")));
        var reader = new ExperimentReader(List.of(SmallZoo.server("tomcat", "a server", models)));
        var yaml =
                """
                question: Does HTTP/2 change which model is best?
                variants:
                  - {name: one, server: tomcat, model: virtual}
                  - {name: two, server: tomcat, model: virtual, http2: true}
                load: {users: 100, path: /hello, streams: 20}
                """;
        var experiment = read(reader, yaml);
        var one = experiment.of(experiment.variants().getFirst()).traffic().connections();
        var two = experiment.of(experiment.variants().getLast()).traffic().connections();
        assertThat(one.http2()).isEmpty();
        assertThat(two.http2()).hasValue(new Http2Policy(20));
        var alone = read(reader, yaml.replace(", streams: 20", ""));
        assertThat(alone.of(alone.variants().getLast()).traffic().connections().http2())
                .hasValue(Http2Policy.DEFAULT);
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> read(reader, yaml.replace("streams: 20", "streams: 0")))
                .withMessageContaining("streams: ");
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() ->
                        read(reader, yaml.replace("streams: 20", "streams: 20, http2: false")))
                .withMessageContaining("http2 is false");
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() ->
                        read(reader, yaml.replace("streams: 20", "streams: 20, keep-alive: false")))
                .withMessageContaining("keep-alive is false");
    }

    /// Held connections carry one request each, and WebSocket is that of HTTP/1.1.
    @Test
    void a_variant_over_http2_gets_a_load_that_http2_can_carry() {
        var models =
                Map.of(
                        "virtual",
                        SmallZoo.model("a thread", Threading.VIRTUAL, Map.of("http2", "whether")));
        var reader = new ExperimentReader(List.of(SmallZoo.server("tomcat", "a server", models)));
        var yaml =
                """
                question: How much memory does a connection take?
                variants:
                  - {name: one, server: tomcat, model: virtual}
                  - {name: two, server: tomcat, model: virtual, http2: true}
                load: {held-connections: 100, path: /hello}
                """;
        var held = read(reader, yaml);
        assertThat(held.of(held.variants().getLast()).traffic().connections().http2())
                .hasValue(Http2Policy.ONE);
        var events = read(reader, yaml.replace("path:", "streaming: events, path:"));
        assertThat(events.of(events.variants().getLast()).traffic().streaming())
                .hasValue(Streaming.EVENTS);
        var shared = read(reader, yaml.replace("path:", "streaming: events, streams: 20, path:"));
        assertThat(shared.of(shared.variants().getLast()).traffic().connections().http2())
                .hasValue(new Http2Policy(20));
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> read(reader, yaml.replace("path:", "streams: 20, path:")))
                .withMessageContaining("held requests share connections as streams");
        var messages = yaml.replace("path:", "streaming: websocket, path:");
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> read(reader, messages))
                .withMessageStartingWith("trial.yaml:4:")
                .withMessageContaining("not over HTTP/2");
    }

    @Test
    void a_load_calls_methods_of_a_server_of_grpc() {
        var models = Map.of("virtual", SmallZoo.model("a thread", Threading.VIRTUAL, Map.of()));
        var server =
                new ServerDescription("grpc", "calls", Protocol.GRPC, models, false, List.of());
        var yaml =
                """
                question: Which executor?
                variants: [{server: grpc, model: virtual}]
                load:
                  users: 100
                  request: {method: POST, path: /loombench.Work/Do, body: '{"path": "/hello"}'}
                  grpc: {}
                """;
        var reader = new ExperimentReader(List.of(server));
        var experiment = read(reader, yaml);
        assertThat(experiment.of(experiment.variants().getFirst()).traffic().connections().http2())
                .hasValue(Http2Policy.DEFAULT.withGrpc(Optional.of(GrpcPolicy.BY_REFLECTION)));
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> read(reader, yaml.replace("  grpc: {}\n", "")))
                .withMessageContaining("grpc uses GRPC, but this load uses HTTP; add grpc: {}");
    }

    @Test
    void a_load_can_send_lines_to_a_server_of_the_line_protocol() {
        var models = Map.of("virtual", SmallZoo.model("a thread", Threading.VIRTUAL, Map.of()));
        var echo =
                new ServerDescription(
                        "echo", "sends it back", Protocol.LINE, models, false, List.of());
        var yaml =
                """
                question: How many threads?
                variants: [{server: echo, model: virtual}]
                load: {held-connections: 19k, protocol: line, line: ping, timeout: 5s}
                """;
        var reader = new ExperimentReader(List.of(echo));
        var timeout = Duration.ofSeconds(5);
        assertThat(only(read(reader, yaml))).isEqualTo(Request.line("ping", timeout));
        var plain = yaml.replace("line: ping, timeout: 5s", "timeout: 5s");
        assertThat(only(read(reader, plain)).body()).isEqualTo("Hello world!");
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(
                        () -> read(reader, yaml.replace("protocol: line, line: ping", "path: /a")))
                .withMessageContaining(
                        "echo uses LINE, but this load uses HTTP; set protocol: line");
    }
}
