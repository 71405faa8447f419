package dev.loombench.agent;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.agent.wire.Frame.Text;
import dev.loombench.agent.wire.MalformedFrame;
import dev.loombench.launch.process.TemporaryFolder;
import dev.loombench.load.LoadPlan;
import dev.loombench.load.LoadSettings;
import dev.loombench.load.LoadShare;
import dev.loombench.load.grpc.GreeterProto;
import dev.loombench.load.grpc.GrpcTraffic;
import dev.loombench.load.pace.Pacing;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.GrpcPolicy;
import dev.loombench.traffic.Http2Policy;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.LoadProfileParser;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.TlsPolicy;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.ValueSource;
import dev.loombench.traffic.WebSocketPolicy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanTextTest {
    @TempDir private Path own;
    @TempDir private Path received;
    private Path csv;

    @BeforeEach
    void write() throws IOException {
        csv = Files.writeString(own.resolve("users.csv"), "name\nJörg\nAnn\n");
    }

    @Test
    void a_plan_arrives_with_its_files_and_variables_but_no_others() throws IOException {
        var sent = plan(csv, Map.of("TOKEN", "secret", "HOME", "/root"));
        var texts = PlanText.of(sent);
        assertThat(texts).containsOnlyKeys("0/users.csv", PlanText.PLAN);
        var plan = PlanText.read(texts, received);
        assertThat(plan.target()).isEqualTo(sent.target());
        assertThat(plan.target().getHostString()).isEqualTo("shop.example");
        assertThat(plan.model()).isEqualTo(sent.model());
        assertThat(plan.share()).isEqualTo(new LoadShare(2, 6));
        assertThat(plan.settings()).isEqualTo(sent.settings());
        assertThat(plan.environment()).isEqualTo(Map.of("TOKEN", "secret"));
        assertThat(plan.traffic().values())
                .containsEntry("PIN", new ValueSource.Secret(Optional.of("1%204")));
        assertThat(plan.traffic().requests()).isEqualTo(sent.traffic().requests());
        var column = (ValueSource.Column) requireNonNull(plan.traffic().values().get("user"));
        assertThat(column.file()).startsWith(received).hasSameTextualContentAs(csv);
        assertThat(column.file().getFileName()).hasToString("users.csv"); // the seed of its rows
    }

    @Test
    void a_plan_over_http2_arrives_and_agents_ask_the_server_for_descriptors() throws IOException {
        var sent = plan(csv, Map.of("TOKEN", "secret"));
        var calls = new Http2Policy(20, Optional.of(GrpcPolicy.BY_REFLECTION));
        var arrived = PlanText.read(PlanText.of(with(sent, calls)), received);
        assertThat(arrived.traffic().connections().http2()).hasValue(calls);
    }

    @Test
    void the_kind_of_messages_of_websocket_arrives() throws IOException {
        var sent = plan(csv, Map.of("TOKEN", "secret"));
        var policy = new WebSocketPolicy(2, true);
        var traffic =
                new Traffic(
                        sent.traffic().requests(),
                        sent.traffic().values(),
                        sent.traffic().connections().withWebSocket(Optional.of(policy)));
        var arrived = PlanText.read(PlanText.of(with(sent, traffic)), received);
        assertThat(arrived.traffic().webSocket()).isEqualTo(policy);
    }

    @Test
    void the_bytes_of_a_body_arrive() throws IOException {
        var sent = plan(csv, Map.of("TOKEN", "secret"));
        var values = new HashMap<>(sent.traffic().values());
        values.put("photo", new ValueSource.Bytes("/9j/4A=="));
        var arrived =
                PlanText.read(PlanText.of(with(sent, sent.traffic().withValues(values))), received);
        assertThat(arrived.traffic().values())
                .containsEntry("photo", new ValueSource.Bytes("/9j/4A=="));
    }

    /// Bytes that are no text arrive as they are: an agent has no such file.
    @Test
    void the_descriptors_of_a_file_arrive() throws IOException {
        var file =
                GreeterProto.write(
                        own.resolve("greeter.protoset"),
                        GreeterProto.names(),
                        GreeterProto.greeter());
        var sent = calling(file, "/test.Greeter/Greet");
        var texts = PlanText.of(sent);
        assertThat(texts).containsOnlyKeys("0/descriptors", PlanText.PLAN);
        var arrived = PlanText.read(texts, received).traffic();
        var policy = arrived.connections().http2().orElseThrow().grpc().orElseThrow();
        assertThat(policy.protoset().orElseThrow())
                .startsWith(received)
                .hasSameBinaryContentAs(file);
        assertThat(messages(arrived)).isEqualTo(messages(sent.traffic()));
    }

    private static List<String> messages(Traffic traffic) {
        var calls =
                GrpcTraffic.encoded(
                        traffic,
                        () -> {
                            throw new AssertionError("the file has the descriptors");
                        });
        return calls.traffic().requests().stream().map(Request::body).toList();
    }

    @Test
    void descriptors_without_the_method_are_refused_by_the_controller() throws IOException {
        var file = GreeterProto.write(own.resolve("names.protoset"), GreeterProto.names());
        assertThatThrownBy(() -> PlanText.of(calling(file, "/test.Greeter/Greet")))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("no service test.Greeter is known");
    }

    private LoadPlan calling(Path file, String path) {
        var body = "{\"name\": {\"first\": \"Al\"}, \"times\": 3}";
        var request = new Request("POST", path, Map.of(), body, Duration.ofSeconds(3));
        var policy = new Http2Policy(20, Optional.of(new GrpcPolicy(Optional.of(file))));
        var connections = ConnectionPolicy.DEFAULT.withHttp2(Optional.of(policy));
        return with(plan(csv, Map.of()), new Traffic(List.of(request), Map.of(), connections));
    }

    private static LoadPlan with(LoadPlan plan, Http2Policy http2) {
        return with(plan, plan.traffic().withHttp2(Optional.of(http2)));
    }

    private static LoadPlan with(LoadPlan plan, Traffic traffic) {
        return new LoadPlan(
                plan.target(),
                plan.model(),
                traffic,
                plan.seed(),
                plan.settings(),
                plan.share(),
                plan.environment());
    }

    @Test
    void the_certificates_and_the_key_of_tls_arrive() throws IOException {
        var authority = Files.writeString(own.resolve("ca.pem"), "authority");
        var certificate = Files.writeString(own.resolve("own.pem"), "certificate");
        var key = Files.writeString(own.resolve("own.key"), "key");
        var policy =
                new TlsPolicy(
                        true,
                        Optional.of(authority),
                        Optional.of(certificate),
                        Optional.of(key),
                        Optional.of(TlsPolicy.Version.TLS_1_2),
                        false);
        var plain = plan(csv, Map.of("TOKEN", "secret"));
        var sent =
                new LoadPlan(
                        plain.target(),
                        plain.model(),
                        plain.traffic().withTls(Optional.of(policy)),
                        plain.seed(),
                        plain.settings(),
                        plain.share(),
                        plain.environment());
        var read = PlanText.read(PlanText.of(sent), received).traffic().connections().tls();
        var arrived = read.orElseThrow();
        assertThat(arrived.authorities().orElseThrow())
                .startsWith(received)
                .hasSameTextualContentAs(authority);
        assertThat(arrived.certificate().orElseThrow()).hasSameTextualContentAs(certificate);
        assertThat(arrived.key().orElseThrow()).hasSameTextualContentAs(key);
        assertThat(arrived.withFiles(policy.authorities(), policy.certificate(), policy.key()))
                .isEqualTo(policy);
    }

    @Test
    void a_file_that_was_not_sent_is_never_read() throws IOException {
        var texts = new HashMap<>(PlanText.of(plan(csv, Map.of("TOKEN", "secret"))));
        texts.remove("0/users.csv");
        assertThatThrownBy(() -> PlanText.read(texts, received))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("0/users.csv, which was not sent");
    }

    @Test
    void a_file_cannot_be_written_outside_of_the_folder() throws IOException {
        var texts = new HashMap<>(PlanText.of(plan(csv, Map.of("TOKEN", "secret"))));
        for (var name :
                List.of(
                        "../users.csv",
                        "/users.csv",
                        own + "/users.csv",
                        "0/..",
                        "0/../../b",
                        "0/a/b")) {
            texts.put(name, "name\nx\n");
            texts.put(
                    PlanText.PLAN,
                    requireNonNull(
                                    PlanText.of(plan(csv, Map.of("TOKEN", "secret")))
                                            .get(PlanText.PLAN))
                            .replace("0/users.csv", name));
            assertThatThrownBy(() -> PlanText.read(texts, received))
                    .as(name)
                    .isInstanceOf(WrongInput.class)
                    .hasMessageContaining("which was not sent");
        }
        assertThat(received).isEmptyDirectory();
    }

    @Test
    void what_is_no_plan_is_refused() {
        for (var text : List.of("", "{}", "[]", "{\"target\": 5}", "x".repeat(1_000))) {
            assertThatThrownBy(() -> PlanText.read(Map.of(PlanText.PLAN, text), received))
                    .as(text)
                    .isInstanceOf(WrongInput.class)
                    .hasMessageContaining("the controller sent no plan");
        }
    }

    /// The plan is for the third of six workers.
    @Test
    void a_share_of_workers_that_do_not_exist_is_refused() {
        var texts = new HashMap<>(PlanText.of(plan(csv, Map.of("TOKEN", "secret"))));
        texts.computeIfPresent(
                PlanText.PLAN, (_, text) -> text.replace("\"firstWorker\":2", "\"firstWorker\":6"));
        assertThatThrownBy(() -> PlanText.read(texts, received))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("the controller sent no plan");
    }

    @Test
    void a_variable_that_is_not_set_is_refused_by_the_controller() {
        var plan = plan(csv, Map.of());
        assertThatThrownBy(() -> PlanText.of(plan))
                .isInstanceOf(WrongInput.class)
                .hasMessage("the environment variable TOKEN is not set");
    }

    /// Names are no part of the length of all texts.
    @Test
    void the_names_of_texts_have_a_limit_and_so_has_their_number() throws Exception {
        var texts = new ReceivedTexts();
        texts.add(new Text("n".repeat(300), "x"));
        assertThatThrownBy(() -> texts.add(new Text("n".repeat(301), "")))
                .isInstanceOf(MalformedFrame.class)
                .hasMessage("the name of a text has 301 characters, more than 300");
        for (int i = 1; i < ReceivedTexts.MAX_TEXTS; i++) {
            texts.add(new Text(Integer.toString(i), ""));
        }
        assertThatThrownBy(() -> texts.add(new Text("another", "")))
                .isInstanceOf(MalformedFrame.class)
                .hasMessage("a load has more than 1,000 texts");
        assertThat(texts.take()).hasSize(ReceivedTexts.MAX_TEXTS);
        texts.add(new Text("another", ""));
        assertThat(texts.take()).isEqualTo(Map.of("another", ""));
    }

    /// The folder of a load that does not begin, as each failed plan left one.
    @Test
    void texts_that_are_no_plan_leave_no_folder() throws IOException {
        var folder = new TemporaryFolder(received.resolve("load"));
        folder.create();
        var wrong = new HashMap<>(PlanText.of(plan(csv, Map.of("TOKEN", "secret"))));
        wrong.remove("0/users.csv");
        assertThatThrownBy(() -> ShareRun.of(1, wrong, folder, _ -> {}))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("which was not sent");
        assertThat(received).isEmptyDirectory();

        folder.create();
        var share =
                ShareRun.of(1, PlanText.of(plan(csv, Map.of("TOKEN", "secret"))), folder, _ -> {});
        assertThat(folder.path().resolve("0/users.csv")).exists();
        share.stop();
        assertThat(received).isEmptyDirectory();
    }

    private static LoadPlan plan(Path csv, Map<String, String> environment) {
        var request =
                new Request(
                        "GET",
                        "/users/${user}?n=${number}&pin=${PIN}",
                        Map.of("Authorization", "Bearer ${TOKEN}"),
                        "",
                        Duration.ofSeconds(3));
        Map<String, ValueSource> values =
                Map.of(
                        "user", new ValueSource.Column(csv, "name", true),
                        "number", new ValueSource.Counter(7),
                        "TOKEN", new ValueSource.Environment("TOKEN"),
                        "PIN", new ValueSource.Secret(Optional.of("1%204")));
        return new LoadPlan(
                target(),
                new LoadModel.Open(
                        LoadProfileParser.ofRates().line("0..900/10s"), Arrival.POISSON, 60),
                new Traffic(List.of(request), values, ConnectionPolicy.DEFAULT),
                42,
                new LoadSettings(TransportChoice.NIO, Pacing.EXACT, 2),
                new LoadShare(2, 6),
                environment);
    }

    private static InetSocketAddress target() {
        try {
            var address = InetAddress.getByAddress("shop.example", new byte[] {10, 0, 0, 9});
            return new InetSocketAddress(address, 8080);
        } catch (java.net.UnknownHostException e) {
            throw new AssertionError(e);
        }
    }
}
