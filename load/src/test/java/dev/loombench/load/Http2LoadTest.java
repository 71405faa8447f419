package dev.loombench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.http2.ErrorCode;
import dev.loombench.http2.FrameBytes;
import dev.loombench.load.probe.Probe;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.Http2Policy;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.ValueSource;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// HTTP/2 over sockets, by prior knowledge, over every available transport; times are exact in
/// virtual time, in `Http2VirtualLoadTest`.
@ParameterizedClass
@MethodSource("dev.loombench.load.AvailableTransports#transports")
class Http2LoadTest extends LoadFixture {
    private static final int MAX_STREAMS = 3;
    private static final int INITIAL_WINDOW = 4;

    Http2LoadTest(TransportChoice transport) {
        super(transport);
    }

    private static Traffic traffic(Request request, int streams) {
        return traffic(request, Map.of(), streams);
    }

    private static Traffic traffic(Request request, Map<String, ValueSource> values, int streams) {
        var policy = ConnectionPolicy.DEFAULT.withHttp2(Optional.of(new Http2Policy(streams)));
        return new Traffic(List.of(request), values, policy);
    }

    private static Request hello() {
        return Request.get("/hello", TIMEOUT);
    }

    private LoadRun run(InetSocketAddress target, int users, Traffic traffic) throws IOException {
        return start(target, users(users), traffic, 1, settings);
    }

    @Test
    void users_share_connections() throws Exception {
        try (var server = new Http2Responder(Http2Responder.Exchange::ok);
                var run = run(server.address(), 20, traffic(hello(), 10))) {
            await(run, p -> p.connectionsOpen() == 2);
            run.openWindow();
            awaitResponses(run, 500);
            var result = run.closeWindow();
            assertThat(result.counts().errors()).isEmpty();
            assertThat(result.counts().succeeded()).isEqualTo(result.counts().sent());
            assertThat(result.connections().established()).isEqualTo(2);
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    /// One connection is that of one thread; of three, one thread has two.
    @Test
    void threads_share_connections() throws Exception {
        var threads = settings.withThreads(2);
        for (int connections : new int[] {1, 3}) {
            var model = users(10 * connections - 1);
            try (var server = new Http2Responder(Http2Responder.Exchange::ok);
                    var run = start(server.address(), model, traffic(hello(), 10), 1, threads)) {
                await(run, p -> p.connectionsOpen() == connections);
                run.openWindow();
                awaitResponses(run, 200);
                var result = run.closeWindow();
                assertThat(result.connections().requested()).isEqualTo(connections);
                assertThat(result.connections().established()).isEqualTo(connections);
                assertThat(result.generator().threads()).isEqualTo(Math.min(2, connections));
            }
        }
    }

    /// 300,000 bytes are more than the windows and than one send.
    @Test
    void a_large_request_is_sent_as_the_windows_allow() throws Exception {
        int size = 300_000;
        var bodies = new ConcurrentLinkedQueue<Long>();
        var post = new Request("POST", "/", Map.of(), "x".repeat(size), TIMEOUT);
        try (var server =
                new Http2Responder(
                        exchange -> {
                            bodies.add(exchange.bodyLength());
                            exchange.ok();
                        },
                        INITIAL_WINDOW,
                        1_000)) {
            var result = good(server.address(), users(4), traffic(post, 4), 20);
            assertThat(result.counts().errors()).isEmpty();
            assertThat(bodies).allMatch(length -> length == size);
        }
    }

    /// 3 MiB in frames of 16,384 bytes: more than the window of a stream, which is 1 MiB.
    @Test
    void a_large_response_is_received() throws Exception {
        int frames = 192;
        try (var server =
                new Http2Responder(exchange -> {
                    exchange.write(
                            new FrameBytes().headers(exchange.stream(), false, ":status: 200"));
                    for (int i = 1; i <= frames; i++) {
                        exchange.write(
                                new FrameBytes().data(exchange.stream(), i == frames, 16_384));
                    }
                })) {
            var result = good(server.address(), users(2), traffic(hello(), 2), 6);
            assertThat(result.counts().errors()).isEmpty();
            // The responses to the two users may have begun before the window.
            long whole = result.counts().succeededInWindow() - 2;
            assertThat(result.counts().bytes()).isGreaterThan(whole * frames * 16_384);
        }
    }

    @Test
    void requests_with_values_are_right_on_every_stream() throws Exception {
        var request =
                new Request(
                        "POST",
                        "/items/${id}",
                        Map.of("X-Id", "${id}"),
                        "{\"id\": ${id}}",
                        TIMEOUT);
        var lengths = new ConcurrentLinkedQueue<Long>();
        try (var server =
                        new Http2Responder(exchange -> {
                            lengths.add(exchange.bodyLength());
                            exchange.ok();
                        });
                var run =
                        run(
                                server.address(),
                                8,
                                traffic(request, Map.of("id", new ValueSource.Counter(95)), 8))) {
            run.openWindow();
            awaitResponses(run, 50);
            assertThat(run.closeWindow().counts().errors()).isEmpty();
            assertThat(lengths).contains(10L, 11L); // two and three digits
            assertThat(lengths).allMatch(length -> length >= 10 && length <= 14);
        }
    }

    @Test
    void the_limit_of_the_server_is_kept() throws Exception {
        var atOnce = new AtomicLong();
        var most = new AtomicLong();
        try (var server =
                new Http2Responder(
                        exchange -> {
                            most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
                            Thread.sleep(2);
                            atOnce.decrementAndGet();
                            exchange.ok();
                        },
                        MAX_STREAMS,
                        3)) {
            var result = good(server.address(), users(20), traffic(hello(), 20), 100);
            assertThat(result.counts().errors()).isEmpty();
            assertThat(most.get()).isBetween(1L, 3L);
            assertThat(result.connections().streams().orElseThrow().limit()).hasValue(3);
        }
    }

    @Test
    void a_connection_that_goes_away_is_replaced() throws Exception {
        try (var server =
                new Http2Responder(exchange -> {
                    var frames = new FrameBytes().ok(exchange.stream());
                    if (exchange.number() % 50 == 0) {
                        frames.goAway(Integer.MAX_VALUE, ErrorCode.NO_ERROR);
                    }
                    exchange.write(frames);
                })) {
            var result = good(server.address(), users(5), traffic(hello(), 5), 300);
            assertThat(result.counts().errors()).isEmpty();
            assertThat(result.connections().closed()).isPositive();
            assertThat(result.connections().streams().orElseThrow().goAways()).isPositive();
        }
    }

    @Test
    void a_reset_connection_fails_its_requests_and_is_opened_again() throws Exception {
        try (var server =
                        new Http2Responder(exchange -> {
                            if (exchange.number() == 30) {
                                exchange.reset();
                            } else {
                                exchange.ok();
                            }
                        });
                var run = run(server.address(), 4, traffic(hello(), 4))) {
            awaitResponses(run, 100);
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void a_stream_that_is_reset_is_an_error_and_the_others_go_on() throws Exception {
        try (var server =
                new Http2Responder(exchange -> {
                    if (exchange.number() % 10 == 0) {
                        exchange.write(
                                new FrameBytes()
                                        .reset(exchange.stream(), ErrorCode.INTERNAL_ERROR));
                    } else {
                        exchange.ok();
                    }
                })) {
            var result = failing(server.address(), users(4), traffic(hello(), 4), 3);
            assertThat(result.counts().errors()).containsOnlyKeys("stream-reset");
            assertThat(result.connections().closed()).isZero();
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void a_ping_is_acknowledged() throws Exception {
        try (var server =
                        new Http2Responder(exchange -> {
                            exchange.write(new FrameBytes().ping(0).ok(exchange.stream()));
                        });
                var run = run(server.address(), 1, traffic(hello(), 1))) {
            awaitResponses(run, 10);
            assertThat(server.pings()).isPositive();
        }
    }

    /// Servers of Python take the preface for a request of HTTP/0.9, and respond with a page alone.
    @Test
    void a_server_of_http1_is_named() throws Exception {
        var refusal = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n";
        for (var response : List.of(refusal, "<!DOCTYPE HTML>\n<html lang=\"en\">\n")) {
            try (var server = Responder.always(response)) {
                assertThat(firstFailure(server.address(), traffic(hello(), 1)).reason())
                        .contains("http1-only");
            }
        }
    }

    @Test
    void a_server_of_http2_is_named() throws Exception {
        try (var server = new Http2Greeter()) {
            assertThat(firstFailure(server.address(), Traffic.of(hello())).reason())
                    .contains("speaks HTTP/2", "--http2");
        }
    }

    @Test
    void a_server_that_allows_no_stream_is_named() throws Exception {
        var named = "SETTINGS_MAX_CONCURRENT_STREAMS";
        try (var server = new Http2Responder(Http2Responder.Exchange::ok, MAX_STREAMS, 0)) {
            var reason = reasonWithin(3, server);
            // A server without a processor for 3 s has not said it by then.
            assertThat(reason.contains(named) ? reason : reasonWithin(40, server)).contains(named);
        }
    }

    private String reasonWithin(int seconds, Http2Responder server) throws Exception {
        var limited = Request.get("/", Duration.ofSeconds(seconds));
        return firstFailure(server.address(), traffic(limited, 1)).reason();
    }

    @Test
    void the_body_of_the_first_response_is_checked() throws Exception {
        var expecting = traffic(hello(), 1).withExpectedBody(Optional.of("hello"));
        var traffic = traffic(hello(), 1).withExpectedBody(Optional.of("\0\0\0"));
        try (var server =
                new Http2Responder(exchange ->
                        exchange.write(
                                new FrameBytes()
                                        .headers(exchange.stream(), false, ":status: 200")
                                        .data(exchange.stream(), true, 3)))) {
            var sent = Probe.send(server.address(), traffic, 1, settings.transport(), () -> {});
            assertThat(sent.failure()).isEmpty();
            assertThat(firstFailure(server.address(), expecting).reason())
                    .contains("does not contain");
        }
    }

    /// Held connections have one stream each.
    @Test
    void connections_are_held() throws Exception {
        var model = new LoadModel.HeldConnections(50, 1_000);
        try (var server = new Http2Responder(Http2Responder.Exchange::ok);
                var run = start(server.address(), model, traffic(hello(), 1), 1, settings)) {
            run.openWindow(OptionalLong.empty(), _ -> {});
            await(run, _ -> run.windowOver(Duration.ofMillis(1)));
            var result = run.closeWindow();
            assertThat(result.connections().established()).isEqualTo(50);
            assertThat(result.counts().succeeded()).isEqualTo(50);
        }
    }
}
