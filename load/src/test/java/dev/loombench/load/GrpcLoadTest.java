package dev.loombench.load;

import static dev.loombench.load.GrpcGreeter.field;
import static dev.loombench.load.GrpcGreeter.following;
import static dev.loombench.load.GrpcGreeter.framed;
import static dev.loombench.load.GrpcGreeter.reflect;
import static dev.loombench.load.GrpcGreeter.reply;
import static dev.loombench.load.GrpcGreeter.respond;
import static dev.loombench.load.GrpcGreeter.server;
import static dev.loombench.load.GrpcGreeter.traffic;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.http2.FrameBytes;
import dev.loombench.load.Http2Responder.RequestHandler;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.ValueSource;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Calls of gRPC over sockets, over every available transport.
@ParameterizedClass
@MethodSource("dev.loombench.load.AvailableTransports#transports")
class GrpcLoadTest extends LoadFixture {
    private static final int DATA = 0;
    private static final int END_STREAM = 1;
    private static final String GOOD = "grpc-status: 0";

    GrpcLoadTest(TransportChoice transport) {
        super(transport);
    }

    private LoadResult failing(Traffic traffic, RequestHandler calls) throws Exception {
        try (var server = server(calls)) {
            return failing(server.address(), users(1), traffic, 3);
        }
    }

    private LoadResult failing(RequestHandler calls) throws Exception {
        return failing(traffic(), calls);
    }

    private static Map<Integer, Long> statuses(LoadResult result) {
        return result.connections().streams().orElseThrow().grpcStatuses();
    }

    @Test
    void a_call_with_status_0_is_good() throws Exception {
        try (var server = server(exchange -> exchange.write(reply(exchange.stream(), 1, GOOD)))) {
            var result = good(server.address(), users(4), traffic(), 50);
            assertThat(result.counts().errors()).isEmpty();
            assertThat(statuses(result)).isEmpty();
            assertThat(firstMessage(result).getTotalCount()).isEqualTo(result.counts().succeeded());
        }
    }

    /// A stall of 300 ms once 50 calls of the window have ended, under 100 calls/s. Every call that
    /// was intended in its first 200 ms waits for at least 100 ms, however slow the machine: 20 of
    /// them, and half of these for a generator that begins late.
    @Test
    void a_stall_shows_in_the_response_times_of_an_open_load() throws Exception {
        var stalls = new AtomicBoolean();
        var stall = new Object();
        try (var server =
                        server(exchange -> {
                            synchronized (stall) {
                                if (stalls.getAndSet(false)) {
                                    Thread.sleep(300);
                                }
                            }
                            exchange.write(reply(exchange.stream(), 1, GOOD));
                        });
                var run = start(server.address(), constant(100, 50), traffic(), 1, settings)) {
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

    /// Trailers only: the status is in the first header block.
    @Test
    void another_status_is_an_error_with_its_number() throws Exception {
        var result = failing(exchange -> exchange.end(":status: 200", "grpc-status: 8"));
        long sent = result.counts().sent();
        assertThat(result.counts().errors()).isEqualTo(Map.of("grpc-status", sent));
        assertThat(statuses(result)).isEqualTo(Map.of(8, sent));
        assertThat(result.events().orElseThrow().faults())
                .isEqualTo(Map.of("grpc-status", "8 RESOURCE_EXHAUSTED"));
    }

    @Test
    void what_a_server_says_of_a_status_has_no_secret_of_the_request() throws Exception {
        var traffic =
                traffic(
                        Map.of("Authorization", "Bearer ${token}"),
                        Map.of("token", new ValueSource.Secret(Optional.of("opensesame"))));
        var said = "grpc-message: opensesame is old";
        var result =
                failing(traffic, exchange -> exchange.end(":status: 200", "grpc-status: 16", said));
        assertThat(result.events().orElseThrow().faults())
                .isEqualTo(Map.of("grpc-status", "16 UNAUTHENTICATED: *** is old"));
    }

    /// Reflection is the first request, and may be behind the same gateway as the calls; a deadline
    /// is one of the calls only.
    @Test
    void reflection_has_the_host_and_the_headers_of_the_calls() throws Exception {
        var heads = new ConcurrentLinkedQueue<String>();
        var traffic =
                traffic(
                        Map.of("Authorization", "Bearer ${token}", "grpc-timeout", "77S"),
                        Map.of("token", new ValueSource.Secret(Optional.of("t0k"))));
        try (var server =
                new Http2Responder(exchange -> {
                    heads.add(exchange.head());
                    if (exchange.number() == 1) {
                        reflect(exchange);
                    } else {
                        exchange.write(reply(exchange.stream(), 1, GOOD));
                    }
                })) {
            var address = server.address();
            var named = InetAddress.getByAddress("greeter", address.getAddress().getAddress());
            var target = new InetSocketAddress(named, address.getPort());
            try (var run = start(target, users(1), traffic, 1, settings)) {
                awaitResponses(run, 3);
            }
            assertThat(heads.element())
                    .contains("/grpc.reflection.v1.ServerReflection/")
                    .doesNotContain("77S");
            assertThat(heads.stream().skip(1)).allMatch(head -> head.contains("77S"));
            assertThat(heads)
                    .allMatch(head -> head.contains("greeter:" + address.getPort()))
                    .allMatch(head -> head.contains("Bearer t0k"));
        }
    }

    @Test
    void the_first_call_has_its_status_in_its_failure() throws Exception {
        var said = "grpc-message: user%207%0Ais %C3%BCber%";
        try (var server =
                server(exchange -> exchange.end(":status: 200", "grpc-status: 7", said))) {
            var failure = firstFailure(server.address(), traffic());
            assertThat(failure.byStatus()).isTrue();
            assertThat(failure.reason())
                    .endsWith("grpc-status 7 PERMISSION_DENIED: user 7\uFFFDis \u00fcber%");
        }
    }

    /// It is counted with those without a status, but is not one of them.
    @Test
    void the_first_call_names_a_status_that_grpc_does_not_define() throws Exception {
        try (var server = server(exchange -> exchange.end(":status: 200", "grpc-status: 99"))) {
            var failure = firstFailure(server.address(), traffic());
            assertThat(failure.byStatus()).isTrue();
            assertThat(failure.reason()).contains("99").doesNotContain("none");
        }
    }

    @Test
    void a_server_that_cannot_be_asked_for_descriptors_is_told_by_its_connection()
            throws Exception {
        assertThat(firstFailure(Responder.unusedAddress()))
                .startsWith("POST /test.Greeter/Greet: no server listens at ");
        try (var server =
                Responder.always("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")) {
            assertThat(firstFailure(server.address()))
                    .contains("speaks HTTP/1.1 only")
                    .doesNotContain("--http2");
        }
    }

    /// The status of reflection, as of a server that requires credentials.
    @Test
    void a_reflection_that_fails_is_the_failure_where_the_connection_works() throws Exception {
        try (var server =
                new Http2Responder(exchange -> exchange.end(":status: 200", "grpc-status: 16"))) {
            assertThat(firstFailure(server.address())).contains("grpc-status 16", "--protoset");
            assertThatThrownBy(
                            () -> start(server.address(), users(1), traffic(), 1, settings).close())
                    .isInstanceOf(ReflectionFailed.class);
        }
    }

    /// Field 7 of a response is an error, whose field 2 is its message; field 6 has the services.
    @Test
    void a_service_that_is_unknown_is_answered_by_those_that_there_are() throws Exception {
        var unknown = field(7, field(2, "not found".getBytes(US_ASCII)));
        var orders = field(1, field(1, "shop.v2.Orders".getBytes(US_ASCII)));
        var reflection = "grpc.reflection.v1.ServerReflection".getBytes(US_ASCII);
        var services =
                field(6, new FrameBytes().raw(orders).raw(field(1, field(1, reflection))).bytes());
        try (var server =
                new Http2Responder(exchange ->
                        respond(exchange, exchange.number() == 1 ? unknown : services))) {
            assertThatThrownBy(
                            () -> start(server.address(), users(1), traffic(), 1, settings).close())
                    .isInstanceOf(WrongInput.class)
                    .hasMessage(
                            "the server does not know test.Greeter: not found; it has shop.v2.Orders");
        }
    }

    private String firstFailure(InetSocketAddress target) throws Exception {
        return firstFailure(target, traffic()).reason();
    }

    @Test
    void a_response_without_a_status_is_an_error() throws Exception {
        var result = failing(Http2Responder.Exchange::ok);
        assertThat(result.counts().errors()).containsOnlyKeys("grpc-status");
        assertThat(statuses(result)).containsOnlyKeys(-1);
        assertThat(result.events().orElseThrow().faults()).containsOnlyKeys("grpc-status");
    }

    /// The first of two messages comes at once, and the other one 20 ms later.
    @Test
    void the_first_message_of_a_stream_has_its_own_time() throws Exception {
        var message = framed("hello".getBytes(US_ASCII));
        try (var server =
                server(exchange -> {
                    GrpcGreeter.begin(exchange);
                    Thread.sleep(20);
                    exchange.write(
                            new FrameBytes()
                                    .frame(DATA, 0, exchange.stream(), message)
                                    .headers(exchange.stream(), true, GOOD));
                })) {
            var result = good(server.address(), users(1), following(TIMEOUT), 5);
            var first = firstMessage(result);
            assertThat(first.getTotalCount()).isEqualTo(result.counts().succeeded());
            assertThat(result.responseTime().getMinValue()).isGreaterThanOrEqualTo(atLeast(20));
            assertThat(first.getMean()).isLessThanOrEqualTo(result.responseTime().getMean());
        }
    }

    private static Histogram firstMessage(LoadResult result) {
        return result.connections().streams().orElseThrow().firstMessage();
    }

    /// A proxy without a server behind it, whose content is a text, and a whole message.
    @Test
    void a_status_of_http_is_the_error_whatever_the_content() throws Exception {
        for (var content : List.of("no server".getBytes(US_ASCII), framed(new byte[3]))) {
            var result =
                    failing(exchange ->
                            exchange.write(
                                    new FrameBytes()
                                            .headers(exchange.stream(), false, ":status: 503")
                                            .frame(DATA, END_STREAM, exchange.stream(), content)));
            assertThat(result.counts().errors()).containsOnlyKeys("status-5xx");
            assertThat(firstMessage(result).getTotalCount()).isZero();
        }
    }

    /// A response with three of the five bytes of a prefix.
    private static FrameBytes cutOff(int stream, String status) {
        return new FrameBytes()
                .headers(stream, false, ":status: 200")
                .frame(DATA, 0, stream, 0, 0, 0)
                .headers(stream, true, status);
    }

    /// The status is that of an internal error.
    @Test
    void a_status_of_grpc_is_the_error_after_a_message_that_ends_early() throws Exception {
        var result =
                failing(exchange -> exchange.write(cutOff(exchange.stream(), "grpc-status: 13")));
        assertThat(result.counts().errors()).containsOnlyKeys("grpc-status");
        assertThat(statuses(result)).containsOnlyKeys(13);
    }

    @Test
    void a_message_that_ends_early_is_malformed() throws Exception {
        var result = failing(exchange -> exchange.write(cutOff(exchange.stream(), GOOD)));
        assertThat(result.counts().errors()).containsOnlyKeys("malformed");
    }

    /// A client of a unary method could not use the response.
    @Test
    void a_unary_call_without_its_one_message_is_malformed_and_a_stream_is_not() throws Exception {
        for (int messages : new int[] {0, 2}) {
            RequestHandler calls =
                    exchange -> exchange.write(reply(exchange.stream(), messages, GOOD));
            assertThat(failing(calls).counts().errors()).containsOnlyKeys("malformed");
            try (var server = server(calls)) {
                var result = good(server.address(), users(1), following(TIMEOUT), 3);
                assertThat(result.counts().errors()).isEmpty();
            }
        }
    }
}
