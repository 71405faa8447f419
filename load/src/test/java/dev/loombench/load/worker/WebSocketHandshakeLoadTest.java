package dev.loombench.load.worker;

import static dev.loombench.load.worker.VirtualLoad.MILLI;
import static dev.loombench.load.worker.VirtualLoad.TIMEOUT;
import static dev.loombench.load.worker.WebSocketLoadTest.MESSAGE;
import static dev.loombench.load.worker.WebSocketLoadTest.USER;
import static dev.loombench.load.worker.WebSocketLoadTest.accepted;
import static dev.loombench.load.worker.WebSocketLoadTest.echo;
import static dev.loombench.load.worker.WebSocketLoadTest.frames;
import static dev.loombench.load.worker.WebSocketLoadTest.isHandshake;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.worker.ScriptedTransport.Peer;
import dev.loombench.load.worker.ScriptedTransport.Received;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Streaming;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.ValueSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Handshakes of WebSocket under load: refused, late, and with subprotocols.
class WebSocketHandshakeLoadTest {
    @ParameterizedTest
    @CsvSource({
        "HTTP/1.1 503 Busy, status-5xx",
        "HTTP/1.1 999 Denied, status-5xx",
        "HTTP/1.1 404 Not Found, status-4xx",
        "HTTP/1.1 200 OK, status-2xx",
        "HTTP/1.1 101 Switching Protocols, upgrade-failed",
        "SSH-2.0-OpenSSH, upgrade-failed"
    })
    void a_handshake_that_is_not_accepted_has_a_kind(String line, String kind) throws Exception {
        Peer server = (request, net) -> net.responds(request.id(), MILLI, line + "\r\n\r\n");
        var result = new VirtualLoad(USER, echo(), server).window(0, 1).result(5);
        assertThat(result.counts().errors()).isEqualTo(Map.of(kind, 1L));
    }

    /// The start of the SETTINGS with which a server of HTTP/2 begins, and of its GOAWAY.
    @Test
    void a_server_of_http2_only_is_recognised() throws Exception {
        var frames = "\0\0\0\4\0\0\0\0\0\0\0\10\7\0\0\0\0\0";
        Peer server = (request, net) -> net.responds(request.id(), MILLI, frames);
        var result = new VirtualLoad(USER, echo(), server).window(0, 1).result(5);
        assertThat(result.counts().errors()).isEqualTo(Map.of("http2-only", 1L));
    }

    /// Both begin at 0, and have 50 ms.
    @Test
    void a_handshake_that_is_not_answered_in_time_has_a_kind() throws Exception {
        for (boolean opens : List.of(true, false)) {
            Peer silent =
                    new Peer() {
                        @Override
                        public void connects(int id, ScriptedTransport net) {
                            if (opens) {
                                net.opens(id, 0);
                            }
                        }

                        @Override
                        public void receives(Received request, ScriptedTransport net) {}
                    };
            var policy = new ConnectionPolicy(true, Optional.of(Duration.ofMillis(50)), List.of());
            var traffic =
                    new Traffic(echo().requests(), Map.of(), policy)
                            .withStreaming(Optional.of(Streaming.WEBSOCKET));
            var result = new VirtualLoad(USER, traffic, silent).window(0, 40).result(60);
            assertThat(result.counts().errors())
                    .isEqualTo(Map.of(opens ? "upgrade-timeout" : "connect-timeout", 1L));
        }
    }

    @Test
    void the_status_of_a_refused_handshake_is_counted_by_its_number() throws Exception {
        Peer server =
                (request, net) -> net.responds(request.id(), MILLI, "HTTP/1.1 403 No\r\n\r\n");
        var result = new VirtualLoad(USER, echo(), server).window(0, 1).result(5);
        assertThat(result.counts().statuses()).isEqualTo(Map.of(403, 1L));
    }

    /// Accepts the handshake with a subprotocol, and responds to each message.
    private static Peer choosing(String protocol) {
        return (request, net) -> {
            var response =
                    isHandshake(request)
                            ? accepted(request.text())
                                    .replace(
                                            "\r\n\r\n",
                                            "\r\nSec-WebSocket-Protocol: " + protocol + "\r\n\r\n")
                            : MESSAGE;
            net.responds(request.id(), MILLI, response);
        };
    }

    private static Traffic offering(String protocols, String secret) {
        var headers = Map.of("Sec-WebSocket-Protocol", protocols);
        return new Traffic(
                        List.of(new Request("GET", "/", headers, "ping", TIMEOUT)),
                        Map.of("secret", new ValueSource.Secret(Optional.of(secret))),
                        ConnectionPolicy.DEFAULT)
                .withStreaming(Optional.of(Streaming.WEBSOCKET));
    }

    /// As a page sends a token: the whole header, or a part of it, is a secret.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "${secret} | access_token, t0k | access_token",
                "${secret} | access_token, t0k | t0k",
                "access_token, ${secret} | t0k | access_token",
                "access_token, ${secret} | t0k | t0k"
            })
    void a_server_chooses_a_subprotocol_of_those_with_a_secret(
            String offered, String secret, String chosen) throws Exception {
        var load = new VirtualLoad(USER, offering(offered, secret), choosing(chosen)).window(0, 9);
        var result = load.result(30);
        assertThat(load.net.received().getFirst().text())
                .contains("\r\nSec-WebSocket-Protocol: access_token, t0k\r\n");
        assertThat(result.counts().errors()).isEmpty();
        assertThat(result.counts().succeeded()).isPositive();
    }

    @ParameterizedTest
    @CsvSource({"other", "${secret}", "secret"})
    void a_subprotocol_that_was_not_offered_is_no_upgrade(String chosen) throws Exception {
        var traffic = offering("access_token, ${secret}", "t0k");
        var result = new VirtualLoad(USER, traffic, choosing(chosen)).window(0, 1).result(5);
        assertThat(result.counts().errors()).isEqualTo(Map.of("upgrade-failed", 1L));
        assertThat(result.events().orElseThrow().faults())
                .isEqualTo(Map.of("upgrade-failed", "a subprotocol that was not offered"));
    }
}
