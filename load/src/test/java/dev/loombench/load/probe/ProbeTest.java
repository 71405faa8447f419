package dev.loombench.load.probe;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.load.Responder;
import dev.loombench.load.probe.Probe.Failure;
import dev.loombench.load.probe.Probe.Result;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Streaming;
import dev.loombench.traffic.Traffic;
import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ProbeTest {
    @ParameterizedTest
    @MethodSource("dev.loombench.load.AvailableTransports#transports")
    void a_good_response_to_one_request_is_enough(TransportChoice transport) throws Exception {
        try (var server = Responder.always(Responder.HELLO)) {
            assertThat(probe(server.address(), transport, Duration.ofSeconds(50))).isEmpty();
            assertThat(server.requests()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.loombench.load.AvailableTransports#transports")
    void an_unexpected_status_is_reported(TransportChoice transport) throws Exception {
        var response = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
        try (var server = Responder.always(response)) {
            var failure = probe(server.address(), transport, Duration.ofSeconds(50));
            assertThat(failure)
                    .contains(
                            new Failure(
                                    true,
                                    "GET /a: 127.0.0.1:%d responds with status 404"
                                            .formatted(server.address().getPort())));
        }
    }

    @ParameterizedTest
    @MethodSource("dev.loombench.load.AvailableTransports#transports")
    void a_switch_to_another_protocol_is_an_unexpected_status(TransportChoice transport)
            throws Exception {
        var response = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\nxx";
        try (var server = Responder.always(response)) {
            assertThat(probe(server.address(), transport, Duration.ofSeconds(50)))
                    .contains(
                            new Failure(
                                    true,
                                    "GET /a: 127.0.0.1:%d responds with status 101, with which the connection leaves HTTP/1.1: for WebSocket give a ws:// URL, for HTTP/2 --http2"
                                            .formatted(server.address().getPort())));
        }
    }

    @ParameterizedTest
    @MethodSource("dev.loombench.load.AvailableTransports#transports")
    void an_unused_port_is_reported(TransportChoice transport) throws Exception {
        var unused = Responder.unusedAddress();
        assertThat(probe(unused, transport, Duration.ofSeconds(50)))
                .contains(
                        new Failure(
                                false,
                                "GET /a: no server listens at 127.0.0.1:%d (connect-refused)"
                                        .formatted(unused.getPort())));
    }

    @Test
    void the_wait_for_a_response_is_limited() throws Exception {
        try (var server = new Responder(_ -> {})) {
            var failure = probe(server.address(), TransportChoice.AUTO, Duration.ofSeconds(1));
            assertThat(failure.orElseThrow().reason()).endsWith(" within 1s");
        }
    }

    @Test
    void a_response_without_an_end_is_told_from_none() throws Exception {
        var stream = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\ndata: a\n\n\r\n";
        try (var server = Responder.always(stream)) {
            int seconds = 3;
            var failure = probe(server.address(), TransportChoice.AUTO, ofSeconds(seconds));
            if (!failure.orElseThrow().reason().contains(" began ")) { // no processor for 3 s
                seconds = 40;
                failure = probe(server.address(), TransportChoice.AUTO, ofSeconds(seconds));
            }
            assertThat(failure)
                    .contains(
                            new Failure(
                                    false,
                                    "GET /a: the response of 127.0.0.1:%d began and did not end within %ds; give --sse for server-sent events, with --hold where they do not end, or a longer --timeout"
                                            .formatted(server.address().getPort(), seconds)));
        }
    }

    @Test
    void what_is_wrong_with_a_response_is_reported() throws Exception {
        var longer = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nok";
        try (var server = Responder.always(longer)) {
            var failure = probe(server.address(), TransportChoice.AUTO, Duration.ofSeconds(50));
            assertThat(failure.orElseThrow().reason())
                    .endsWith("(malformed): bytes after the end of the response");
        }
    }

    @Test
    void the_check_can_end_the_wait() throws Exception {
        var received = new CountDownLatch(1);
        try (var server = new Responder(_ -> received.countDown())) {
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() ->
                            Probe.send(
                                    server.address(),
                                    traffic(Duration.ofHours(1)),
                                    1,
                                    TransportChoice.AUTO,
                                    () -> {
                                        if (received.getCount() == 0) {
                                            throw new IllegalStateException("the server has ended");
                                        }
                                    }))
                    .withMessage("the server has ended");
        }
    }

    @Test
    void a_body_without_the_expected_text_is_reported() throws Exception {
        try (var server = Responder.always(Responder.HELLO)) {
            assertThat(probe(server, "world")).isEmpty();
            assertThat(probe(server, "order"))
                    .contains(
                            new Failure(
                                    false,
                                    "GET /a: the body of 12 bytes does not contain \"order\""));
        }
    }

    @Test
    void a_compressed_body_is_read() throws Exception {
        var bytes = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(bytes)) {
            out.write("Hello world!".getBytes(UTF_8));
        }
        var head = "HTTP/1.1 200 OK\r\nContent-Length: %d\r\nContent-Encoding: %s\r\n\r\n";
        var body = bytes.toString(ISO_8859_1);
        try (var server = Responder.always(head.formatted(bytes.size(), "gzip") + body)) {
            assertThat(probe(server, "world")).isEmpty();
            assertThat(probe(server, "order").orElseThrow().reason())
                    .endsWith("does not contain \"order\"");
        }
        try (var server = Responder.always(head.formatted(bytes.size(), "br") + body)) {
            assertThat(probe(server, "world").orElseThrow().reason())
                    .contains("its encoding \"br\" cannot be read");
        }
    }

    /// Its query may have secrets. A request that may change something is not sent once more.
    @Test
    void a_redirect_is_reported_with_where_it_leads_to() throws Exception {
        var response =
                "HTTP/1.1 308 Permanent Redirect\r\nLocation: https://localhost:8443/a?token=x\r\nContent-Length: 0\r\n\r\n";
        try (var server = Responder.always(response)) {
            assertThat(probe(server.address(), TransportChoice.AUTO, Duration.ofSeconds(50)))
                    .contains(
                            new Failure(
                                    true,
                                    "GET /a: 127.0.0.1:%d responds with status 308; redirects are not followed: give the URL that it leads to, or expect the status; it leads to https://localhost:8443/a…"
                                            .formatted(server.address().getPort())));
            assertThat(server.requests()).isEqualTo(2);
        }
        var post = new Request("POST", "/a", Map.of(), "", Duration.ofSeconds(50));
        try (var server = Responder.always(response)) {
            assertThat(probe(server, Traffic.of(post)).failure().orElseThrow().reason())
                    .endsWith("or expect the status");
            assertThat(server.requests()).isEqualTo(1);
        }
    }

    @Test
    void a_body_that_cannot_be_checked_is_reported() throws Exception {
        try (var server =
                new Responder(exchange -> {
                    if (exchange.number() == 1) {
                        exchange.write(Responder.HELLO);
                    } else {
                        exchange.reset();
                    }
                })) {
            assertThat(probe(server, "world").orElseThrow().reason())
                    .startsWith("GET /a: the body cannot be checked, as the request for it failed");
        }
    }

    /// The response never ends, and the probe does not wait for the timeout, which is longer than
    /// the time limit of this test.
    @Test
    void the_first_event_of_a_stream_is_a_good_response() throws Exception {
        var stream = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\ndata: a\n\n\r\n";
        var traffic = traffic(Duration.ofHours(1)).withStreaming(Optional.of(Streaming.EVENTS));
        try (var server = Responder.always(stream)) {
            var result = probe(server, traffic);
            assertThat(result.failure()).isEmpty();
            assertThat(result.serviceNanos()).isPresent();
            assertThat(server.requests()).isEqualTo(1);
        }
    }

    @Test
    void a_server_without_websocket_is_reported() throws Exception {
        var traffic =
                traffic(Duration.ofSeconds(50)).withStreaming(Optional.of(Streaming.WEBSOCKET));
        try (var server = Responder.always(Responder.HELLO)) {
            assertThat(probe(server, traffic).failure().orElseThrow().reason())
                    .isEqualTo(
                            "GET /a: 127.0.0.1:%d responds with status 200 and does not open a WebSocket"
                                    .formatted(server.address().getPort()));
        }
    }

    @Test
    void a_redirect_of_a_handshake_is_reported_at_once() throws Exception {
        var traffic =
                traffic(Duration.ofSeconds(50)).withStreaming(Optional.of(Streaming.WEBSOCKET));
        var response =
                "HTTP/1.1 301 Moved Permanently\r\nLocation: https://h/a\r\nContent-Length: 0\r\n\r\n";
        try (var server = Responder.always(response)) {
            assertThat(probe(server, traffic).failure().orElseThrow().reason())
                    .contains("status 301 and does not open a WebSocket")
                    .endsWith("one of wss://");
        }
    }

    @Test
    void what_is_wrong_with_a_handshake_of_websocket_is_reported() throws Exception {
        var traffic =
                traffic(Duration.ofSeconds(50)).withStreaming(Optional.of(Streaming.WEBSOCKET));
        try (var server = Responder.always("HTTP/1.1 101 Switching Protocols\r\n\r\n")) {
            assertThat(probe(server, traffic).failure().orElseThrow().reason())
                    .endsWith("(upgrade-failed): no header Upgrade: websocket");
        }
    }

    private static Optional<Failure> probe(Responder server, String expected) throws Exception {
        var traffic = traffic(Duration.ofSeconds(50)).withExpectedBody(Optional.of(expected));
        return probe(server, traffic).failure();
    }

    private static Result probe(Responder server, Traffic traffic) throws Exception {
        return Probe.send(server.address(), traffic, 1, TransportChoice.AUTO, () -> {});
    }

    private static Optional<Failure> probe(
            InetSocketAddress target, TransportChoice transport, Duration limit) throws Exception {
        return Probe.<RuntimeException>send(target, traffic(limit), 1, transport, () -> {})
                .failure();
    }

    private static Traffic traffic(Duration limit) {
        return Traffic.of(Request.get("/a", limit));
    }
}
