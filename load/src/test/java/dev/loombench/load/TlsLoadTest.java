package dev.loombench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.Await;
import dev.loombench.load.api.Load;
import dev.loombench.load.api.Problem;
import dev.loombench.load.api.UnansweredProblem.NoGoodResponse;
import dev.loombench.load.api.UnansweredProblem.NoGoodResponse.Reason;
import dev.loombench.load.pace.Pacing;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.tls.TlsChoice;
import dev.loombench.load.tls.TlsIdentity;
import dev.loombench.load.tls.TlsServer;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.GrpcPolicy;
import dev.loombench.traffic.Http2Policy;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Streaming;
import dev.loombench.traffic.TlsPolicy;
import dev.loombench.traffic.Traffic;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Whole loads over TLS, over every available transport.
@ParameterizedClass
@MethodSource("dev.loombench.load.AvailableTransports#transports")
class TlsLoadTest extends LoadFixture {
    private static final TlsIdentity AUTHORITY = TlsIdentity.authority("authority");
    private static final TlsIdentity SERVER = AUTHORITY.issue("localhost");
    private static final Traffic PLAIN = Traffic.of(Request.get("/hello", TIMEOUT));

    @TempDir private Path folder;

    TlsLoadTest(TransportChoice transport) {
        super(transport);
    }

    private Traffic traffic(boolean keepAlive, boolean resumption) {
        var policy =
                new TlsPolicy(
                        true,
                        Optional.of(AUTHORITY.certificateFile(folder, "authority.pem")),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        resumption);
        return new Traffic(
                List.of(Request.get("/hello", TIMEOUT)),
                Map.of(),
                new ConnectionPolicy(keepAlive, Optional.empty(), List.of())
                        .withTls(Optional.of(policy)));
    }

    private static TlsServer server() throws Exception {
        return new TlsServer(TlsServer.hello(SERVER.context(AUTHORITY)));
    }

    private LoadResult load(TlsServer server, Traffic traffic, int requests) throws Exception {
        try (var run = start(server.address("localhost"), users(4), traffic, 1, settings)) {
            awaitResponses(run, 8);
            run.openWindow(OptionalLong.of(requests), _ -> {});
            Await.until(run::progress, () -> run.windowOver(Duration.ofHours(1)));
            return run.closeWindow();
        }
    }

    @Test
    void kept_connections_are_secured_once() throws Exception {
        try (var server = server()) {
            var result = load(server, traffic(true, true), 100);
            assertThat(result.counts().succeeded()).isEqualTo(100);
            var tls = result.connections().tls().orElseThrow();
            assertThat(tls.agreed()).startsWith("TLSv1.3 TLS_");
            assertThat(tls.verified()).isTrue();
            assertThat(tls.handshakeTime().getTotalCount()).isLessThanOrEqualTo(4);
        }
    }

    /// The four users had connections before, whose sessions can be resumed.
    @Test
    void each_request_has_a_handshake_where_connections_are_not_kept() throws Exception {
        for (boolean resumption : List.of(true, false)) {
            try (var server = server()) {
                var result = load(server, traffic(false, resumption), 40);
                var tls = result.connections().tls().orElseThrow();
                assertThat(result.counts().succeeded()).isEqualTo(40);
                assertThat(tls.handshakeTime().getTotalCount()).isBetween(36L, 44L);
                assertThat(tls.handshakeTime().getMaxValue())
                        .isLessThanOrEqualTo(result.connections().connectTime().getMaxValue());
                if (resumption) {
                    assertThat(tls.resumed()).isPositive();
                } else {
                    assertThat(tls.resumed()).isZero();
                }
            }
        }
    }

    /// Each number of the body occurs once, so that a part of it that is sent twice, or left out,
    /// makes another body. Its 0.7 MB take milliseconds to encrypt, and both workers send all the
    /// time: each of the twelve requests or more goes out beside others.
    @Test
    void several_workers_send_the_same_large_request_whole_with_each_library() throws Exception {
        try {
            for (var library : List.of("jdk", "auto")) {
                System.setProperty(TlsChoice.PROPERTY, library);
                assertSentWhole();
            }
        } finally {
            System.clearProperty(TlsChoice.PROPERTY);
        }
    }

    private void assertSentWhole() throws Exception {
        var body =
                IntStream.range(1_000_000, 1_100_000)
                        .mapToObj(String::valueOf)
                        .collect(Collectors.joining());
        var plain = traffic(true, true);
        var post = plain.withRequests(List.of(new Request("POST", "/", Map.of(), body, TIMEOUT)));
        var others = new AtomicInteger();
        var context = SERVER.context(AUTHORITY);
        var onTwoThreads = new LoadSettings(settings.transport(), Pacing.AUTO, 2);
        try (var server =
                        new TlsServer(socket -> {
                            try (var secured = TlsServer.secure(socket, context)) {
                                while (TlsServer.readRequest(secured)) {
                                    var read = secured.getInputStream().readNBytes(body.length());
                                    if (!new String(read, US_ASCII).equals(body)) {
                                        others.incrementAndGet();
                                    }
                                    TlsServer.write(secured, TlsServer.HELLO);
                                }
                            }
                        });
                var run = start(server.address("localhost"), users(4), post, 1, onTwoThreads)) {
            run.openWindow();
            awaitResponses(run, 12);
            assertThat(run.closeWindow().counts().errors()).isEmpty();
            assertThat(others).hasValue(0);
        }
    }

    /// A stall of 300 ms once 50 requests of the window have ended, under 100 requests/s. Every
    /// request that was intended in its first 200 ms waits for at least 100 ms, however slow the
    /// machine: 20 of them, and half of these for a generator that begins late.
    @Test
    void a_stall_shows_in_the_response_times_of_an_open_load() throws Exception {
        var stalls = new AtomicBoolean();
        var context = SERVER.context(AUTHORITY);
        var stall = new Object();
        try (var server =
                        new TlsServer(socket -> {
                            try (var secured = TlsServer.secure(socket, context)) {
                                while (TlsServer.readRequest(secured)) {
                                    synchronized (stall) {
                                        if (stalls.getAndSet(false)) {
                                            Thread.sleep(300);
                                        }
                                    }
                                    TlsServer.write(secured, TlsServer.HELLO);
                                }
                            }
                        });
                var run =
                        start(
                                server.address("localhost"),
                                constant(100, 50),
                                traffic(true, true),
                                1,
                                settings)) {
            run.openWindow();
            awaitResponses(run, 50);
            stalls.set(true);
            awaitResponses(run, 100);
            var result = run.closeWindow();
            var times = result.responseTime();
            assertThat(times.getMaxValue()).isGreaterThanOrEqualTo(atLeast(290));
            assertThat(times.getCountBetweenValues(atLeast(100), times.getMaxValue()))
                    .isGreaterThanOrEqualTo(10);
            assertThat(result.counts().errors()).isEmpty();
        }
    }

    /// Also one that only ends the connection.
    @Test
    void a_plain_load_names_a_server_that_expects_tls() throws Exception {
        var context = SERVER.context(AUTHORITY);
        for (var script : List.of(TlsServer.hello(context), TlsServer.helloOrEnd(context))) {
            try (var server = new TlsServer(script)) {
                assertThat(failure(server, PLAIN)).contains("https://", "(tls-expected)");
            }
        }
    }

    /// As nginx answers.
    private static TlsServer plainRefusing() throws IOException {
        var body = "<center>The plain HTTP request was sent to HTTPS port</center>";
        var response =
                "HTTP/1.1 400 Bad Request\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s"
                        .formatted(body.length(), body);
        return new TlsServer(socket -> {
            TlsServer.readRequest(socket);
            TlsServer.write(socket, response);
        });
    }

    /// A load of a number of requests sends none before it.
    @Test
    void a_plain_load_without_a_probe_names_it_afterwards() throws Exception {
        try (var server = plainRefusing()) {
            var url = "http://localhost:%d/".formatted(server.address("localhost").getPort());
            try (var measurement = Load.of(url).body("hello").connections(1).requests(3).start()) {
                var result = measurement.result().orElseThrow();
                assertThat(result.measured().counts().errors())
                        .isEqualTo(Map.of("tls-expected", 3L));
                assertExpectsTls(result.problems());
            }
        }
    }

    @Test
    void a_status_400_about_tls_is_recognised() throws Exception {
        try (var server = plainRefusing()) {
            var failure = firstFailure(server.address("localhost"), PLAIN);
            assertThat(failure.byStatus()).isFalse();
            assertThat(failure.reason()).contains("https://", "(tls-expected)");
        }
    }

    /// To the preface of HTTP/2, the handshake of WebSocket and a request without descriptors: the
    /// end of the connection as of Go, the HTTP/1.1 of nginx, and the alert of rustls.
    @Test
    void plain_loads_of_other_protocols_name_a_server_that_expects_tls() throws Exception {
        var refusal = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n";
        var alert = "\025\003\003\000\002\002\012";
        for (var plain : List.of("", refusal, alert)) {
            var script = TlsServer.plainOr(plain, SERVER.context(AUTHORITY), TlsServer.HELLO);
            try (var server = new TlsServer(script)) {
                assertThat(failure(server, http2(Optional.empty())))
                        .contains("https://", "(tls-expected)");
                assertThat(failure(server, http2(Optional.of(GrpcPolicy.BY_REFLECTION))))
                        .contains("grpcs://", "(tls-expected)");
                assertThat(failure(server, webSocket())).contains("wss://", "(tls-expected)");
            }
        }
    }

    /// There is no URL of lines over TLS.
    @Test
    void a_load_of_lines_names_a_server_that_expects_tls() throws Exception {
        try (var server = new TlsServer(TlsServer.helloOrEnd(SERVER.context(AUTHORITY)))) {
            assertThat(failure(server, Traffic.of(Request.line("hello", TIMEOUT))))
                    .contains("over which lines of text are not sent", "(tls-expected)")
                    .doesNotContain("https://");
            var url = "tcp://localhost:%d".formatted(server.address("localhost").getPort());
            try (var measurement = Load.of(url).body("hello").connections(1).requests(3).start()) {
                assertExpectsTls(measurement.result().orElseThrow().problems());
            }
        }
    }

    private static void assertExpectsTls(List<Problem> problems) {
        assertThat(problems.getFirst())
                .isInstanceOfSatisfying(
                        NoGoodResponse.class,
                        none -> assertThat(none.reason()).isEqualTo(Reason.TLS_EXPECTED));
    }

    private static Traffic http2(Optional<GrpcPolicy> grpc) {
        return Traffic.of(new Request("POST", "/a.B/C", Map.of(), "", TIMEOUT))
                .withHttp2(Optional.of(new Http2Policy(1, grpc)));
    }

    private static Traffic webSocket() {
        return Traffic.of(Request.get("/hello", TIMEOUT))
                .withStreaming(Optional.of(Streaming.WEBSOCKET));
    }

    private String failure(TlsServer server, Traffic traffic) throws Exception {
        return firstFailure(server.address("localhost"), traffic).reason();
    }

    /// A server of the JDK sends `bad_certificate`, others `certificate_required`.
    @Test
    void a_server_that_requires_a_certificate_of_the_client_is_named_with_its_alert()
            throws Exception {
        var requiring = TlsServer.requiringCertificate(SERVER.context(AUTHORITY));
        try (var server = new TlsServer(requiring)) {
            assertThat(failure(server, traffic(true, true)))
                    .containsPattern(
                            "\\(tls-client-certificate\\): (bad_certificate|certificate_required), ");
        }
    }

    @Test
    void a_load_over_tls_names_a_server_without_it_and_an_unknown_authority() throws Exception {
        var stranger = TlsIdentity.authority("other").issue("localhost");
        var traffic = traffic(true, true);
        try (var other = new TlsServer(TlsServer.hello(stranger.context(AUTHORITY)));
                var nothing = new TlsServer(socket -> TlsServer.write(socket, TlsServer.HELLO))) {
            assertThat(failure(other, traffic))
                    .contains("--cacert FILE", "(tls-certificate-issuer)");
            assertThat(failure(nothing, traffic)).contains("http://", "(not-tls)");
        }
    }
}
