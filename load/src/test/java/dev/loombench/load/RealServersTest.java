package dev.loombench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.RealServer.Kind;
import dev.loombench.load.RealServer.Mode;
import dev.loombench.load.tls.TlsIdentity;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.Http2Policy;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Streaming;
import dev.loombench.traffic.TlsPolicy;
import dev.loombench.traffic.Traffic;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Loads on servers of others, beside those of the zoo: Node.js, nginx and Caddy. Run with
/// `-Dloombench.proof=long`; skipped where a server is missing.
@EnabledIfSystemProperty(named = "loombench.proof", matches = "long")
@ParameterizedClass
@MethodSource("dev.loombench.load.AvailableTransports#transports")
class RealServersTest extends LoadFixture {
    private static final TlsIdentity SERVER = TlsIdentity.selfSigned("localhost");
    private static final int USERS = 10;
    private static final int STREAMS = 5;

    /// Bytes that `/length` of Node.js expects.
    private static final int LENGTH = 200_000;

    @TempDir private Path folder;

    RealServersTest(TransportChoice transport) {
        super(transport);
    }

    private RealServer serve(Kind kind, Mode mode) throws Exception {
        return RealServer.start(kind, mode, folder, SERVER);
    }

    private Traffic traffic(Mode mode, Request request) {
        var trusting =
                new TlsPolicy(
                        true,
                        Optional.of(SERVER.certificateFile(folder, "trusted.pem")),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        true);
        var connections =
                ConnectionPolicy.DEFAULT
                        .withTls(mode.isSecured() ? Optional.of(trusting) : Optional.empty())
                        .withHttp2(
                                mode.isHttp2()
                                        ? Optional.of(new Http2Policy(STREAMS))
                                        : Optional.empty());
        return new Traffic(List.of(request), Map.of(), connections);
    }

    /// nginx closes a connection after 100 requests, and Node.js one of HTTP/2.
    @ParameterizedTest
    @CsvSource({
        "NODE, HTTP1",
        "NODE, HTTPS",
        "NODE, H2C",
        "NODE, H2",
        "NGINX, HTTP1",
        "NGINX, HTTPS",
        "NGINX, H2C",
        "NGINX, H2",
        "CADDY, HTTP1",
        "CADDY, HTTPS",
        "CADDY, H2C",
        "CADDY, H2"
    })
    void all_responses_are_good(Kind kind, Mode mode) throws Exception {
        var hello = traffic(mode, Request.get("/hello", TIMEOUT));
        try (var server = serve(kind, mode);
                var run = start(server.address(), users(USERS), hello, 1, settings)) {
            awaitResponses(run, USERS);
            run.openWindow();
            awaitResponses(run, 2_000);
            var result = run.closeWindow();
            assertThat(result.counts().errors()).isEmpty();
            assertThat(result.connections().tls().isPresent()).isEqualTo(mode.isSecured());
            if (mode.isHttp2() && kind.endsConnections()) {
                var streams = result.connections().streams().orElseThrow();
                assertThat(streams.goAways()).isPositive();
                assertThat(result.connections().closed()).isPositive();
            }
        }
    }

    /// More than the windows of HTTP/2, a record of TLS and one send.
    @ParameterizedTest
    @EnumSource(Mode.class)
    void large_requests_arrive_whole(Mode mode) throws Exception {
        var request = new Request("POST", "/length", Map.of(), "x".repeat(LENGTH), TIMEOUT);
        var large = traffic(mode, request);
        try (var server = serve(Kind.NODE, mode);
                var run = start(server.address(), users(USERS), large, 1, settings)) {
            run.openWindow();
            awaitResponses(run, 50);
            assertThat(run.closeWindow().counts().errors()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void large_responses_arrive_whole(Mode mode) throws Exception {
        var large = traffic(mode, Request.get("/large", TIMEOUT));
        try (var server = serve(Kind.NODE, mode);
                var run = start(server.address(), users(USERS), large, 1, settings)) {
            run.openWindow();
            awaitResponses(run, 50);
            var result = run.closeWindow();
            assertThat(result.counts().errors()).isEmpty();
            assertThat(result.counts().bytes()).isGreaterThan(30L << 20); // 10 began before
        }
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void streams_of_events_are_read(Mode mode) throws Exception {
        var events =
                traffic(mode, Request.get("/events", TIMEOUT))
                        .withStreaming(Optional.of(Streaming.EVENTS));
        try (var server = serve(Kind.NODE, mode);
                var run = start(server.address(), users(USERS), events, 1, settings)) {
            awaitResponses(run, USERS);
            run.openWindow();
            awaitResponses(run, 200);
            var result = run.closeWindow();
            assertThat(result.counts().errors()).isEmpty();
            var seen = result.events().orElseThrow();
            assertThat(seen.withoutEvent()).isZero();
            assertThat(seen.count()).isGreaterThan(2 * result.counts().succeededInWindow());
        }
    }
}
