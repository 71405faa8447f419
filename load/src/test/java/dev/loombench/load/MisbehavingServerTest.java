package dev.loombench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.transport.TransportChoice;
import dev.loombench.traffic.Request;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// The load generator against servers that break the protocol or the connection, over every
/// available transport.
@ParameterizedClass
@MethodSource("dev.loombench.load.AvailableTransports#transports")
class MisbehavingServerTest extends LoadFixture {
    MisbehavingServerTest(TransportChoice transport) {
        super(transport);
    }

    @Test
    void every_request_is_counted_once() throws Exception {
        // Not idempotent: none is retried, so that each reset shows.
        var post = new Request("POST", "/hello", Map.of(), "", Duration.ofMillis(300));
        try (var server = new Responder(MisbehavingServerTest::misbehave);
                var run = LoadFixture.start(server.address(), users(8), post, 1, settings)) {
            awaitResponses(run, 20);
            run.openWindow();
            awaitResponses(run, 100);
            var counts = run.closeWindow().counts();
            assertThat(counts.sent())
                    .isEqualTo(counts.succeeded() + counts.failed() + counts.unfinished());
            assertThat(counts.unfinished()).isZero();
            assertThat(counts.errors())
                    .containsKeys("status-4xx", "status-5xx", "reset", "malformed", "closed-early");
        }
    }

    private static void misbehave(Responder.RequestExchange exchange)
            throws IOException, InterruptedException {
        switch (exchange.number() % 10) {
            case 1 -> exchange.write("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
            case 2 -> exchange.write("HTTP/1.1 503 Busy\r\nContent-Length: 2\r\n\r\nno");
            case 3 -> exchange.reset();
            case 4 -> exchange.write("what?\r\n\r\n");
            case 5 -> {
                exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf");
                exchange.socket().close();
            }
            default -> exchange.write(Responder.HELLO);
        }
    }

    @Test
    void the_histograms_hold_only_good_responses_and_timeouts() throws Exception {
        try (var server = new Responder(MisbehavingServerTest::misbehave);
                var run = start(server, users(8), TIMEOUT)) {
            run.openWindow();
            awaitResponses(run, 100);
            var result = run.closeWindow();
            assertThat(result.counts().errors()).doesNotContainKey("timeout");
            assertThat(result.responseTime().getTotalCount())
                    .isEqualTo(result.counts().succeeded());
            assertThat(result.serviceTime().getTotalCount()).isEqualTo(result.counts().succeeded());
        }
    }

    @Test
    void a_connection_that_the_server_drops_is_reopened() throws Exception {
        try (var server =
                        new Responder(exchange -> {
                            exchange.write(Responder.HELLO);
                            if (exchange.onConnection() == 3) {
                                exchange.socket().close();
                            }
                        });
                var run = start(server, users(4), TIMEOUT)) {
            run.openWindow();
            awaitResponses(run, 100);
            var result = run.closeWindow();
            assertThat(result.counts().errors()).isEmpty();
            assertThat(result.connections().closed()).isGreaterThanOrEqualTo(20);
        }
    }

    @Test
    void a_response_that_ends_with_the_connection_is_good() throws Exception {
        try (var server =
                        new Responder(exchange -> {
                            exchange.write("HTTP/1.0 200 OK\r\n\r\nno length");
                            exchange.socket().close();
                        });
                var run = start(server, users(2), TIMEOUT)) {
            run.openWindow();
            awaitResponses(run, 20);
            assertThat(run.closeWindow().counts().errors()).isEmpty();
        }
    }

    @Test
    void a_response_in_single_bytes_is_one_response() throws Exception {
        var chunked =
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n";
        try (var server =
                        new Responder(exchange -> {
                            for (int i = 0; i < chunked.length(); i++) {
                                exchange.write(chunked.substring(i, i + 1));
                            }
                        });
                var run = start(server, users(2), TIMEOUT)) {
            run.openWindow();
            awaitResponses(run, 30); // a few may come before the worker opens its window
            var counts = run.closeWindow().counts();
            assertThat(counts.errors()).isEmpty();
            assertThat(counts.bytes()).isGreaterThanOrEqualTo(20L * chunked.length());
        }
    }

    @Test
    void an_endless_head_is_too_large() throws Exception {
        try (var server = Responder.always("HTTP/1.1 200 OK\r\n" + "X: y\r\n".repeat(20_000));
                var run = start(server, users(1), TIMEOUT)) {
            run.openWindow();
            awaitErrors(run, 4); // the first may have been sent before the window began
            var counts = run.closeWindow().counts();
            assertThat(counts.sent()).isPositive();
            assertThat(counts.errors()).isEqualTo(Map.of("too-large", counts.sent()));
        }
    }
}
