package dev.loombench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.tls.TlsIdentity;
import dev.loombench.load.tls.TlsServer;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.Http2Policy;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.TlsPolicy;
import dev.loombench.traffic.Traffic;
import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// HTTP/2 over TLS, agreed by ALPN, over every available transport.
@ParameterizedClass
@MethodSource("dev.loombench.load.AvailableTransports#transports")
class Http2TlsTest extends LoadFixture {
    private static final TlsIdentity SERVER = TlsIdentity.selfSigned("localhost");

    Http2TlsTest(TransportChoice transport) {
        super(transport);
    }

    private static Traffic traffic(String body) {
        var request =
                body.isEmpty()
                        ? Request.get("/hello", TIMEOUT)
                        : new Request("POST", "/hello", Map.of(), body, TIMEOUT);
        var connections =
                ConnectionPolicy.DEFAULT
                        .withTls(Optional.of(TlsPolicy.DEFAULT.unverified()))
                        .withHttp2(Optional.of(new Http2Policy(5)));
        return new Traffic(List.of(request), Map.of(), connections);
    }

    /// The server's end of a connection, which agrees on one protocol.
    private static Socket secured(Socket accepted, String protocol) throws IOException {
        var secured = TlsServer.secure(accepted, SERVER.context(SERVER));
        var parameters = secured.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {protocol});
        secured.setSSLParameters(parameters);
        return secured;
    }

    @Test
    void streams_share_secured_connections() throws Exception {
        try (var server =
                        new Http2Responder(
                                accepted -> secured(accepted, "h2"), Http2Responder.Exchange::ok);
                var run = start(server.address(), users(10), traffic(""), 1, settings)) {
            await(run, p -> p.connectionsOpen() == 2);
            run.openWindow();
            awaitResponses(run, 200);
            var result = run.closeWindow();
            assertThat(result.counts().errors()).isEmpty();
            assertThat(result.connections().established()).isEqualTo(2);
            assertThat(result.connections().tls()).isPresent();
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    /// 200,000 bytes are more than the windows, than a record of TLS and than one send.
    @Test
    void large_requests_are_sent_completely() throws Exception {
        int size = 200_000;
        try (var server =
                        new Http2Responder(
                                accepted -> secured(accepted, "h2"),
                                exchange -> {
                                    if (exchange.bodyLength() == size) {
                                        exchange.ok();
                                    } else {
                                        exchange.reset();
                                    }
                                });
                var run =
                        start(server.address(), users(4), traffic("x".repeat(size)), 1, settings)) {
            run.openWindow();
            awaitResponses(run, 20);
            assertThat(run.closeWindow().counts().errors()).isEmpty();
        }
    }

    /// The JDK's server ends a handshake without a common protocol; others go on without one.
    @Test
    void a_server_without_http2_is_an_error_of_its_own_kind() throws Exception {
        try (var server =
                        new Http2Responder(
                                accepted -> TlsServer.secure(accepted, SERVER.context(SERVER)),
                                Http2Responder.Exchange::ok);
                var run = start(server.address(), users(1), traffic(""), 1, settings)) {
            run.openWindow();
            awaitErrors(run, 2);
            assertThat(run.closeWindow().counts().errors()).containsOnlyKeys("tls-alpn");
        }
    }
}
