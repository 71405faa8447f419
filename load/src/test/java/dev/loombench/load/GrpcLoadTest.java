package dev.loombench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import dev.loombench.http2.FrameBytes;
import dev.loombench.load.grpc.GreeterProto;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.GrpcPolicy;
import dev.loombench.traffic.Http2Policy;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.ValueSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Calls of gRPC over sockets, over every available transport.
@ParameterizedClass
@MethodSource("dev.loombench.load.AvailableTransports#transports")
class GrpcLoadTest extends LoadFixture {
    /// The descriptors fit in the first window of a stream, and a message in one frame.
    private static final int DATA = 0;

    private static final int END_STREAM = 1;

    GrpcLoadTest(TransportChoice transport) {
        super(transport);
    }

    private static Traffic traffic() {
        return traffic(Map.of(), Map.of());
    }

    private static Traffic traffic(Map<String, String> headers, Map<String, ValueSource> values) {
        var policy = new Http2Policy(4, Optional.of(GrpcPolicy.BY_REFLECTION));
        var request =
                new Request(
                        "POST",
                        "/test.Greeter/Greet",
                        headers,
                        "{\"name\": {\"first\": \"Al\"}, \"times\": 3}",
                        TIMEOUT);
        return new Traffic(
                List.of(request), values, ConnectionPolicy.DEFAULT.withHttp2(Optional.of(policy)));
    }

    /// Calls of a method with a stream of responses.
    private static Traffic following(Duration timeout) {
        return traffic().withRequests(List.of(follow(timeout)));
    }

    private static Request follow(Duration timeout) {
        return new Request("POST", "/test.Greeter/Follow", Map.of(), "{}", timeout);
    }

    /// The server of a test, which replies to its first request as a reflection service does.
    private static Http2Responder server(Http2Responder.RequestHandler calls) throws IOException {
        return new Http2Responder(exchange -> {
            if (exchange.number() == 1) {
                reflect(exchange);
            } else {
                calls.handle(exchange);
            }
        });
    }

    private static void reflect(Http2Responder.Exchange exchange) throws IOException {
        exchange.write(
                new FrameBytes()
                        .headers(exchange.stream(), false, ":status: 200")
                        .frame(DATA, 0, exchange.stream(), framed(descriptors()))
                        .headers(exchange.stream(), true, "grpc-status: 0"));
    }

    private static byte[] framed(byte[] message) {
        return new FrameBytes()
                .raw(0, 0, 0, message.length >> 8, message.length)
                .raw(message)
                .bytes();
    }

    /// ServerReflectionResponse: field 4 is the FileDescriptorResponse, whose field 1 repeats the
    /// files.
    private static byte[] descriptors() {
        var files = new ByteArrayOutputStream();
        for (FileDescriptorProto file : List.of(GreeterProto.greeter(), GreeterProto.names())) {
            files.writeBytes(field(1, file.toByteArray()));
        }
        return field(4, files.toByteArray());
    }

    /// A field of bytes, fewer than 2^14.
    private static byte[] field(int number, byte[] bytes) {
        int low = (bytes.length & 127) | 128;
        return new FrameBytes().raw(number << 3 | 2, low, bytes.length >> 7).raw(bytes).bytes();
    }

    /// The head of a response and its first message, and no end.
    private static void begin(Http2Responder.Exchange exchange) throws IOException {
        exchange.write(
                new FrameBytes()
                        .headers(exchange.stream(), false, ":status: 200")
                        .frame(DATA, 0, exchange.stream(), framed("hello".getBytes(US_ASCII))));
    }

    private static FrameBytes reply(int stream, int messages, String trailer) {
        var frames = new FrameBytes().headers(stream, false, ":status: 200");
        for (int i = 0; i < messages; i++) {
            frames.frame(DATA, 0, stream, framed("hello".getBytes(US_ASCII)));
        }
        return frames.headers(stream, true, trailer);
    }

    @Test
    void a_call_with_status_0_is_good() throws Exception {
        try (var server =
                        server(exchange ->
                                exchange.write(reply(exchange.stream(), 1, "grpc-status: 0")));
                var run = start(server.address(), users(4), traffic(), 1, settings)) {
            run.openWindow();
            awaitResponses(run, 50);
            var result = run.closeWindow();
            assertThat(result.counts().errors()).isEmpty();
            var streams = result.connections().streams().orElseThrow();
            assertThat(streams.grpcStatuses()).isEmpty();
            assertThat(streams.firstMessage().getTotalCount())
                    .isEqualTo(result.counts().succeeded());
        }
    }

    /// A stall of 300 ms after the 50th call, under 100 calls/s. Every call that was intended in
    /// its first 200 ms waits for at least 100 ms, however slow the machine: 20 of them, and half
    /// of these for a generator that begins late.
    @Test
    void a_stall_shows_in_the_response_times_of_an_open_load() throws Exception {
        var calls = new AtomicInteger();
        var stall = new Object();
        try (var server =
                        server(exchange -> {
                            synchronized (stall) {
                                if (calls.incrementAndGet() == 50) {
                                    Thread.sleep(300);
                                }
                            }
                            exchange.write(reply(exchange.stream(), 1, "grpc-status: 0"));
                        });
                var run = start(server.address(), constant(100, 50), traffic(), 1, settings)) {
            run.openWindow();
            await(run, progress -> progress.succeeded() >= 150);
            var result = run.closeWindow();
            var times = response(result);
            assertThat(times.getMaxValue()).isGreaterThanOrEqualTo(atLeast(290));
            assertThat(times.getCountBetweenValues(atLeast(100), times.getMaxValue()))
                    .isGreaterThanOrEqualTo(10);
            assertThat(result.counts().errors()).isEmpty();
        }
    }

    /// Trailers only: the status is in the first header block.
    @Test
    void another_status_is_an_error_with_its_number() throws Exception {
        try (var server =
                        server(exchange ->
                                exchange.write(
                                        new FrameBytes()
                                                .headers(
                                                        exchange.stream(),
                                                        true,
                                                        ":status: 200",
                                                        "grpc-status: 8")));
                var run = start(server.address(), users(2), traffic(), 1, settings)) {
            run.openWindow();
            awaitErrors(run, 10);
            var result = run.closeWindow();
            long sent = result.counts().sent();
            assertThat(result.counts().errors()).isEqualTo(Map.of("grpc-status", sent));
            assertThat(result.connections().streams().orElseThrow().grpcStatuses())
                    .isEqualTo(Map.of(8, sent));
        }
    }

    /// Reflection is the first request, and may be behind the same gateway as the calls.
    @Test
    void reflection_has_the_host_and_the_headers_of_the_calls() throws Exception {
        var heads = new ConcurrentLinkedQueue<String>();
        var traffic =
                traffic(
                        Map.of("Authorization", "Bearer ${token}"),
                        Map.of("token", new ValueSource.Secret(Optional.of("t0k"))));
        try (var server =
                new Http2Responder(exchange -> {
                    heads.add(exchange.head());
                    if (exchange.number() == 1) {
                        reflect(exchange);
                    } else {
                        exchange.write(reply(exchange.stream(), 1, "grpc-status: 0"));
                    }
                })) {
            var address = server.address();
            var named = InetAddress.getByAddress("greeter", address.getAddress().getAddress());
            var target = new InetSocketAddress(named, address.getPort());
            try (var run = start(target, users(1), traffic, 1, settings)) {
                awaitResponses(run, 3);
            }
            assertThat(heads.element()).contains("/grpc.reflection.v1.ServerReflection/");
            assertThat(heads)
                    .allMatch(head -> head.contains("greeter:" + address.getPort()))
                    .allMatch(head -> head.contains("Bearer t0k"));
        }
    }

    @Test
    void the_first_call_has_its_status_in_its_failure() throws Exception {
        try (var server =
                server(exchange ->
                        exchange.write(
                                new FrameBytes()
                                        .headers(
                                                exchange.stream(),
                                                true,
                                                ":status: 200",
                                                "grpc-status: 7")))) {
            var failure =
                    Probe.send(server.address(), traffic(), 1, settings.transport(), () -> {})
                            .failure()
                            .orElseThrow();
            assertThat(failure.byStatus()).isTrue();
            assertThat(failure.reason()).endsWith("grpc-status 7");
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
                new Http2Responder(exchange ->
                        exchange.write(
                                new FrameBytes()
                                        .headers(
                                                exchange.stream(),
                                                true,
                                                ":status: 200",
                                                "grpc-status: 16")))) {
            assertThat(firstFailure(server.address())).contains("grpc-status 16", "--protoset");
            assertThatThrownBy(
                            () -> start(server.address(), users(1), traffic(), 1, settings).close())
                    .isInstanceOf(ReflectionFailed.class);
        }
    }

    private String firstFailure(InetSocketAddress target) throws Exception {
        return Probe.send(target, traffic(), 1, settings.transport(), () -> {})
                .failure()
                .orElseThrow()
                .reason();
    }

    @Test
    void a_response_without_a_status_is_an_error() throws Exception {
        try (var server = server(Http2Responder.Exchange::ok);
                var run = start(server.address(), users(1), traffic(), 1, settings)) {
            run.openWindow();
            awaitErrors(run, 3);
            var result = run.closeWindow();
            assertThat(result.counts().errors()).containsOnlyKeys("grpc-status");
            assertThat(result.connections().streams().orElseThrow().grpcStatuses())
                    .containsOnlyKeys(-1);
        }
    }

    /// The first of three messages comes at once, and the others 20 ms later.
    @Test
    void the_first_message_of_a_stream_has_its_own_time() throws Exception {
        try (var server =
                        server(exchange -> {
                            exchange.write(
                                    new FrameBytes()
                                            .headers(exchange.stream(), false, ":status: 200")
                                            .frame(
                                                    DATA,
                                                    0,
                                                    exchange.stream(),
                                                    framed("hello".getBytes(US_ASCII))));
                            Thread.sleep(20);
                            exchange.write(
                                    new FrameBytes()
                                            .frame(
                                                    DATA,
                                                    0,
                                                    exchange.stream(),
                                                    framed("hello".getBytes(US_ASCII)))
                                            .headers(exchange.stream(), true, "grpc-status: 0"));
                        });
                var run = start(server.address(), users(1), traffic(), 1, settings)) {
            run.openWindow();
            awaitResponses(run, 5);
            var result = run.closeWindow();
            var first = result.connections().streams().orElseThrow().firstMessage();
            assertThat(first.getTotalCount()).isEqualTo(result.counts().succeeded());
            assertThat(response(result).getMinValue()).isGreaterThanOrEqualTo(atLeast(20));
            assertThat(first.getMean()).isLessThanOrEqualTo(response(result).getMean());
        }
    }

    /// A proxy without a server behind it, whose content is a text, and a whole message.
    @Test
    void a_status_of_http_is_the_error_whatever_the_content() throws Exception {
        for (var content : List.of("no server".getBytes(US_ASCII), framed(new byte[3]))) {
            try (var server =
                            server(exchange ->
                                    exchange.write(
                                            new FrameBytes()
                                                    .headers(
                                                            exchange.stream(),
                                                            false,
                                                            ":status: 503")
                                                    .frame(
                                                            DATA,
                                                            END_STREAM,
                                                            exchange.stream(),
                                                            content)));
                    var run = start(server.address(), users(1), traffic(), 1, settings)) {
                run.openWindow();
                awaitErrors(run, 3);
                var result = run.closeWindow();
                assertThat(result.counts().errors()).containsOnlyKeys("status-5xx");
                var first = result.connections().streams().orElseThrow().firstMessage();
                assertThat(first.getTotalCount()).isZero();
            }
        }
    }

    /// Three of the five bytes of a prefix, and then the status of an internal error.
    @Test
    void a_status_of_grpc_is_the_error_after_a_message_that_ends_early() throws Exception {
        try (var server =
                        server(exchange ->
                                exchange.write(
                                        new FrameBytes()
                                                .headers(exchange.stream(), false, ":status: 200")
                                                .frame(DATA, 0, exchange.stream(), 0, 0, 0)
                                                .headers(
                                                        exchange.stream(),
                                                        true,
                                                        "grpc-status: 13")));
                var run = start(server.address(), users(1), traffic(), 1, settings)) {
            run.openWindow();
            awaitErrors(run, 3);
            var result = run.closeWindow();
            assertThat(result.counts().errors()).containsOnlyKeys("grpc-status");
            assertThat(result.connections().streams().orElseThrow().grpcStatuses())
                    .containsOnlyKeys(13);
        }
    }

    @Test
    void a_message_that_ends_early_is_malformed() throws Exception {
        try (var server =
                        server(exchange ->
                                exchange.write(
                                        new FrameBytes()
                                                .headers(exchange.stream(), false, ":status: 200")
                                                .frame(DATA, 0, exchange.stream(), 0, 0, 0)
                                                .headers(
                                                        exchange.stream(),
                                                        true,
                                                        "grpc-status: 0")));
                var run = start(server.address(), users(1), traffic(), 1, settings)) {
            run.openWindow();
            awaitErrors(run, 3);
            assertThat(run.closeWindow().counts().errors()).containsOnlyKeys("malformed");
        }
    }

    /// The probe does not wait for the timeout, which is longer than the time limit of this test.
    @Test
    void the_first_message_of_a_stream_is_a_good_response() throws Exception {
        try (var server = server(GrpcLoadTest::begin)) {
            var traffic = following(Duration.ofHours(1));
            var result = Probe.send(server.address(), traffic, 1, settings.transport(), () -> {});
            assertThat(result.failure()).isEmpty();
            assertThat(result.serviceNanos()).isPresent();
            assertThat(server.requests()).isEqualTo(2);
        }
    }

    /// Reflection has a connection of its own, and eight calls have two with four streams each.
    @Test
    void held_calls_share_connections() throws Exception {
        try (var server = server(GrpcLoadTest::begin);
                var run =
                        LoadEngine.start(
                                new LoadPlan(
                                        server.address(),
                                        new LoadModel.HeldConnections(8, 1_000),
                                        following(TIMEOUT),
                                        1,
                                        settings,
                                        LoadShare.whole(settings),
                                        true,
                                        System.getenv()))) {
            run.openWindow();
            await(run, progress -> progress.succeeded() >= 8);
            var result = run.closeWindow();
            assertThat(result.counts().errors()).isEmpty();
            assertThat(result.counts().sent()).isEqualTo(8);
            assertThat(result.counts().succeeded()).isEqualTo(8);
            var streams = result.connections().streams().orElseThrow();
            assertThat(streams.firstMessage().getTotalCount()).isEqualTo(8);
            assertThat(streams.heldEnded()).isZero();
            assertThat(run.progress().connectionsOpen()).isEqualTo(2);
            assertThat(server.connections()).isEqualTo(3);
        }
    }

    /// A unary call ends with its response, also in a mix with one that is held.
    @Test
    void held_calls_that_end_share_no_connection() throws Exception {
        var held = new LoadModel.HeldConnections(2, 1_000);
        var follow = follow(TIMEOUT);
        var unary = traffic().requests().getFirst();
        for (var requests : List.of(List.of(unary), List.of(follow, unary))) {
            var traffic = traffic().withRequests(requests);
            try (var server = new Http2Responder(GrpcLoadTest::reflect)) {
                assertThatThrownBy(
                                () -> start(server.address(), held, traffic, 1, settings).close())
                        .isInstanceOf(WrongInput.class)
                        .hasMessageContaining("streams were 4: give 1");
            }
        }
    }
}
