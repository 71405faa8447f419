package dev.loombench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.Await;
import dev.loombench.load.api.GeneratorProblem.GeneratorStarved;
import dev.loombench.load.api.Load;
import dev.loombench.load.api.Measurement;
import dev.loombench.load.api.Problem;
import dev.loombench.load.api.Progress.Phase;
import dev.loombench.load.api.ResponseProblem.ArrivalsOmitted;
import dev.loombench.load.api.ResponseProblem.Errors;
import dev.loombench.load.api.ResponseProblem.UnexpectedRedirects;
import dev.loombench.load.api.Result;
import dev.loombench.load.api.UnansweredProblem.NoGoodResponse;
import dev.loombench.load.tls.TlsIdentity;
import dev.loombench.load.tls.TlsServer;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.TlsPolicy;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadApiTest {
    private static final Duration LONG = Duration.ofHours(1);

    private static Load load(Responder server) {
        return Load.of("http://127.0.0.1:%d/a?b=$c".formatted(server.address().getPort()));
    }

    @Test
    void a_number_of_requests_ends_the_load_and_each_has_its_response() throws Exception {
        try (var server = Responder.always(Responder.HELLO);
                var measurement = load(server).connections(2).requests(50).start()) {
            var result = measurement.result().orElseThrow();
            assertThat(result.complete()).isTrue();
            assertThat(result.measured().counts().sent()).isEqualTo(50);
            assertThat(result.measured().counts().succeeded()).isEqualTo(50);
            assertThat(result.measured().connections().requested()).isEqualTo(2);
            assertThat(result.measured().connections().established()).isEqualTo(2);
            assertThat(result.errorShare()).hasValue(0);
            assertThat(result.responseTime().getTotalCount()).isEqualTo(50);
            assertThat(result.serviceTime().getTotalCount()).isEqualTo(50);
            assertThat(result.throughput()).isPositive();
            assertThat(server.requests()).isEqualTo(50);
            assertThat(measurement.await(Duration.ZERO)).isTrue();
            assertThat(measurement.progress().phase()).isEqualTo(Phase.ENDED);
        }
    }

    /// The name has an address of each version of IP, and a server may listen on one of them only.
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1"})
    void localhost_is_the_address_on_which_a_server_listens(String address) throws Exception {
        try (var server = listening(address)) {
            var url = "http://localhost:%d/".formatted(server.address().getPort());
            try (var measurement = Load.of(url).connections(1).requests(10).start()) {
                var counts = measurement.result().orElseThrow().measured().counts();
                assertThat(counts.succeeded()).isEqualTo(10);
            }
        }
    }

    private static Responder listening(String address) throws IOException {
        try {
            return new Responder(
                    InetAddress.ofLiteral(address), exchange -> exchange.write(Responder.HELLO));
        } catch (IOException _) {
            Assumptions.abort("this machine has no " + address);
            throw new IllegalStateException(address);
        }
    }

    @Test
    void the_request_is_sent_as_it_was_set() throws Exception {
        Queue<String> received = new ConcurrentLinkedQueue<>();
        try (var server =
                        new Responder(exchange -> {
                            received.add(exchange.head() + exchange.body());
                            exchange.write("HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n");
                        });
                var measurement =
                        load(server)
                                .header("X-Price", "5$")
                                .body("{\"price\": \"$5\"}")
                                .expectStatus("302")
                                .connections(1)
                                .requests(1)
                                .start()) {
            var result = measurement.result().orElseThrow();
            assertThat(result.measured().counts().succeeded()).isEqualTo(1);
        }
        assertThat(received).hasSize(1);
        assertThat(received.remove())
                .startsWith("POST /a?b=$c HTTP/1.1\r\n")
                .contains("X-Price: 5$\r\n")
                .endsWith("\r\n\r\n{\"price\": \"$5\"}");
    }

    @Test
    void a_url_of_https_is_loaded_over_tls(@TempDir Path folder) throws Exception {
        var authority = TlsIdentity.authority("authority");
        var identity = authority.issue("localhost");
        var trusted =
                TlsPolicy.DEFAULT.withFiles(
                        Optional.of(authority.certificateFile(folder, "authority.pem")),
                        Optional.empty(),
                        Optional.empty());
        try (var server = new TlsServer(TlsServer.hello(identity.context(authority)))) {
            var url = "https://localhost:%d/a".formatted(server.address("localhost").getPort());
            var load = Load.of(url).connections(2).requests(20);
            try (var measurement = load.tls(trusted).start()) {
                var result = measurement.result().orElseThrow().measured();
                assertThat(result.counts().succeeded()).isEqualTo(20);
                assertThat(result.connections().tls().orElseThrow().verified()).isTrue();
            }
            try (var measurement = load.tls(TlsPolicy.DEFAULT).start()) {
                var result = measurement.result().orElseThrow();
                assertThat(result.measured().counts().errors())
                        .containsOnlyKeys("tls-certificate-issuer");
                assertThat(result.isValid()).isFalse();
            }
        }
    }

    /// The certificate is for the name of the URL, which has no address here.
    @Test
    void a_host_is_loaded_at_another_address(@TempDir Path folder) throws Exception {
        var authority = TlsIdentity.authority("authority");
        var identity = authority.issue("shop.invalid");
        var trusted =
                TlsPolicy.DEFAULT.withFiles(
                        Optional.of(authority.certificateFile(folder, "authority.pem")),
                        Optional.empty(),
                        Optional.empty());
        try (var server = new TlsServer(TlsServer.hello(identity.context(authority)))) {
            var address = "127.0.0.1:" + server.address("a").getPort();
            var load = Load.of("https://shop.invalid/a").connections(2).requests(20).tls(trusted);
            try (var measurement = load.connectTo(address).start()) {
                var result = measurement.result().orElseThrow();
                assertThat(result.measured().counts().succeeded()).isEqualTo(20);
                assertThat(result.connectTo()).contains(address);
            }
            var other = Load.of("https://other.invalid/a").connections(2).requests(20).tls(trusted);
            try (var measurement = other.connectTo(address).start()) {
                var result = measurement.result().orElseThrow().measured();
                assertThat(result.counts().errors()).containsOnlyKeys("tls-certificate-host");
            }
        }
    }

    /// The server answers once both connections are open: one alone could serve all requests
    /// before.
    @Test
    void requests_share_the_connections_of_http2() throws Exception {
        var started = new CompletableFuture<Http2Responder>();
        try (var server =
                        new Http2Responder(exchange -> {
                            while (started.join().connections() < 2) {
                                Thread.sleep(1);
                            }
                            exchange.ok();
                        });
                var measurement =
                        Load.of("http://127.0.0.1:%d/a".formatted(server.address().getPort()))
                                .connections(10)
                                .http2(5)
                                .requests(100)
                                .start()) {
            started.complete(server);
            var result = measurement.result().orElseThrow().measured();
            assertThat(result.counts().succeeded()).isEqualTo(100);
            assertThat(result.connections().streams().orElseThrow().perConnection()).isEqualTo(5);
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void errors_have_kinds_and_make_the_result_invalid() throws Exception {
        var unused = Responder.unusedAddress();
        var url = "http://127.0.0.1:" + unused.getPort();
        try (var measurement = Load.of(url).connections(1).requests(3).start()) {
            var result = measurement.result().orElseThrow();
            assertThat(result.measured().counts().errors())
                    .isEqualTo(Map.of("connect-refused", 3L));
            assertThat(result.errorShare()).hasValue(1);
            assertThat(result.isValid()).isFalse();
            assertThat(result.problems())
                    .extracting(Problem::kind)
                    .containsExactly(NoGoodResponse.KIND);
        }
    }

    /// One of 2,000 is less than the share of errors that makes a result invalid.
    @Test
    void a_single_redirect_makes_the_result_invalid() throws Exception {
        try (var server =
                        new Responder(exchange ->
                                exchange.write(
                                        exchange.number() == 1
                                                ? "HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n"
                                                : Responder.HELLO));
                var measurement = load(server).connections(2).requests(2_000).start()) {
            var result = measurement.result().orElseThrow();
            assertThat(result.measured().counts().statuses()).isEqualTo(Map.of(302, 1L));
            assertThat(result.problems())
                    .extracting(Problem::kind)
                    .contains(UnexpectedRedirects.KIND)
                    .doesNotContain(Errors.KIND);
        }
    }

    /// The server stands still for 1 s, which one request of 200 sees: P(> w) = (1 s - w) / (1 s +
    /// the time of the others), and p99 is above 500 ms where the others take less than 49 s. Of a
    /// generator without a processor that is no finding of its own.
    @Test
    void a_server_that_stood_still_is_a_note_on_a_closed_load() throws Exception {
        try (var server =
                        new Responder(exchange -> {
                            if (exchange.number() == 100) {
                                Thread.sleep(1_000);
                            }
                            exchange.write(Responder.HELLO);
                        });
                var measurement = load(server).connections(1).requests(200).start()) {
            var result = measurement.result().orElseThrow();
            assertThat(result.arrivingRequest().orElseThrow().getValueAtPercentile(99))
                    .isGreaterThan(500_000_000);
            assertThat(result.problems())
                    .extracting(Problem::kind)
                    .containsAnyOf(ArrivalsOmitted.KIND, GeneratorStarved.KIND);
            var note = new ArrivalsOmitted("p99", 1e6, 3e8);
            var noted =
                    new Result(
                            result.measured(),
                            true,
                            Optional.empty(),
                            Optional.empty(),
                            List.of(note));
            assertThat(noted.isValid()).isTrue();
        }
    }

    @Test
    void a_stopped_load_has_the_result_of_its_time() throws Exception {
        try (var server = Responder.always(Responder.HELLO);
                var measurement =
                        load(server).warmUp(Duration.ZERO).duration(LONG).rate(500).start()) {
            awaitResponse(measurement);
            measurement.stop();
            var result = measurement.result().orElseThrow();
            assertThat(result.complete()).isFalse();
            assertThat(result.arrivingRequest()).isEmpty();
            assertThat(result.measured().counts().succeeded()).isPositive();
            assertThat(result.measured().window().nanos()).isLessThan(LONG.toNanos());
        }
    }

    @Test
    void a_load_that_is_stopped_in_its_warm_up_has_no_result() throws Exception {
        try (var server = Responder.always(Responder.HELLO);
                var measurement = load(server).warmUp(LONG).start()) {
            awaitResponse(measurement);
            assertThat(measurement.progress().phase()).isEqualTo(Phase.WARM_UP);
            measurement.stop();
            assertThat(measurement.result()).isEmpty();
        }
    }

    @Test
    void closing_ends_a_load_at_once() throws Exception {
        try (var server = Responder.always(Responder.HELLO)) {
            var measurement = load(server).warmUp(Duration.ZERO).duration(LONG).start();
            awaitResponse(measurement);
            measurement.close();
            assertThat(measurement.result()).isEmpty();
        }
    }

    private static void awaitResponse(Measurement measurement) throws InterruptedException {
        var first = measurement.progress();
        Await.until(() -> measurement.progress().succeeded() != first.succeeded());
        var later = measurement.progress();
        assertThat(later.elapsed()).isGreaterThan(first.elapsed());
        assertThat(later.throughputSince(first)).isPositive();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "grpc://localhost:1/a.B/C",
                "ws://localhost:1/",
                "ftp://localhost/",
                "localhost:8080",
                "tcp://localhost",
                "tcp://localhost:1/path",
                "http://",
                "http://me:secret@localhost/"
            })
    void a_url_that_no_load_can_have_is_refused(String url) {
        assertThatThrownBy(() -> Load.of(url)).isInstanceOf(WrongInput.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws://localhost:1/", "wss://h/", "GRPC://h/a.B/C", "grpcs://h/a.B/C"})
    void a_protocol_of_the_tool_alone_is_refused_with_its_command(String url) {
        assertThatThrownBy(() -> Load.of(url))
                .isInstanceOf(WrongInput.class)
                .hasMessageEndingWith("\"; loombench load has WebSocket and gRPC");
    }

    @Test
    void settings_that_contradict_one_another_are_refused_before_anything_is_sent() {
        var load = Load.of("http://localhost:1/").rate("10..1k/30s").arrival(Arrival.POISSON);
        assertThatThrownBy(() -> load.thinkTime(Duration.ofSeconds(1)).start())
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("think time");
        assertThatThrownBy(() -> load.thinkTime(Duration.ZERO).connections("0..9/1s,9/1m").start())
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("connections");
        assertThatThrownBy(() -> Load.of("http://localhost:1/").tls(TlsPolicy.DEFAULT).start())
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("https://");
        assertThatThrownBy(() -> Load.of("tcp://localhost:1").method("PUT").start())
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("a method and headers go with http://");
        assertThatThrownBy(() -> Load.of("tcp://localhost:1").body("a").expectStatus("404").start())
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("expected statuses go with requests of HTTP");
        assertThatThrownBy(() -> load.http2(0)).isInstanceOf(WrongInput.class);
        assertThatThrownBy(() -> load.rate(0)).isInstanceOf(WrongInput.class);
        assertThatThrownBy(() -> load.requests(0)).isInstanceOf(WrongInput.class);
        assertThatThrownBy(() -> load.threads(0)).isInstanceOf(WrongInput.class);
        assertThatThrownBy(() -> load.duration(Duration.ZERO)).isInstanceOf(WrongInput.class);
        assertThatThrownBy(() -> load.warmUp(Duration.ofSeconds(-1)))
                .isInstanceOf(WrongInput.class);
    }
}
