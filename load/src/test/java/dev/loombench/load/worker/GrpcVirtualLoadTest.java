package dev.loombench.load.worker;

import static dev.loombench.load.worker.VirtualLoad.MILLI;
import static dev.loombench.load.worker.VirtualLoad.TIMEOUT;
import static dev.loombench.load.worker.VirtualLoad.sumMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.loombench.http2.ErrorCode;
import dev.loombench.http2.FrameBytes;
import dev.loombench.load.worker.VirtualHttp2Server.Handler;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.GrpcPolicy;
import dev.loombench.traffic.Http2Policy;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Calls of gRPC in virtual time: every time is exact.
class GrpcVirtualLoadTest {
    private static final int DATA = 0;

    /// Calls with an empty message.
    ///
    /// @param streams of a connection
    private static Traffic calls(int streams, Duration timeout) {
        var message = Base64.getEncoder().encodeToString(new byte[5]);
        var call = new Request("POST", "/a.B/C", Map.of(), message, timeout);
        var policy = new Http2Policy(streams, Optional.of(GrpcPolicy.BY_REFLECTION));
        return new Traffic(
                List.of(call), Map.of(), ConnectionPolicy.DEFAULT.withHttp2(Optional.of(policy)));
    }

    /// The head of a response, and an empty message.
    private static FrameBytes firstMessage(int stream) {
        return new FrameBytes()
                .headers(stream, false, ":status: 200")
                .frame(DATA, 0, stream, 0, 0, 0, 0, 0);
    }

    /// The response to a unary call.
    private static FrameBytes unary(int stream) {
        return firstMessage(stream).headers(stream, true, "grpc-status: 0");
    }

    /// A server that responds at once, but stops for 200 ms every 5 s, under 1,000 evenly spaced
    /// calls/s: a call due u ms into a stall waits for 200 - u ms, so `P(wait > w) = (200 - w) /
    /// 5000`.
    @Test
    void periodic_stalls_give_the_calculated_percentiles() throws Exception {
        Handler stalling =
                (request, net) -> {
                    long left = 200 * MILLI - request.nanos() % (5_000 * MILLI);
                    request.answer(net, Math.max(0, left), unary(request.stream()));
                };
        var model = new LoadModel.Open(1_000, Arrival.CONSTANT, 300);
        var server = new VirtualHttp2Server(stalling);
        var result =
                new VirtualLoad(model, calls(100, TIMEOUT), server)
                        .window(0, 19_999)
                        .result(21_000);
        assertThat(result.counts().errors()).isEmpty();
        var first = result.connections().streams().orElseThrow().firstMessage();
        for (var times : List.of(result.responseTime(), first)) {
            assertThat(times.getTotalCount()).isEqualTo(19_998);
            assertThat(times.getValueAtPercentile(95) / 1e6).isLessThan(0.1);
            assertThat(times.getValueAtPercentile(99) / 1e6).isCloseTo(150, withPercentage(0.2));
            assertThat(times.getValueAtPercentile(99.9) / 1e6).isCloseTo(195, withPercentage(0.2));
        }
    }

    /// Four calls on two connections, of which each has a message after 2 and 12 ms; the server
    /// ends the first with an error after 20 ms, and the others not at all.
    @Test
    void held_calls_are_complete_with_their_first_message() throws Exception {
        Handler server =
                (request, net) -> {
                    int stream = request.stream();
                    request.answer(net, 2 * MILLI, firstMessage(stream));
                    var message = new FrameBytes().frame(DATA, 0, stream, 0, 0, 0, 0, 0);
                    request.answer(net, 12 * MILLI, message);
                    if (request.number() == 1) {
                        var end = new FrameBytes().headers(stream, true, "grpc-status: 14");
                        request.answer(net, 20 * MILLI, end);
                    }
                };
        var load =
                new VirtualLoad(
                                new LoadModel.HeldConnections(4, 1_000),
                                calls(2, Duration.ofMillis(50)),
                                WorkerShard.WHOLE,
                                true,
                                new VirtualHttp2Server(server))
                        .window(100, 200);
        var result = load.result(250);
        assertThat(result.counts().errors()).isEmpty();
        assertThat(result.counts().succeeded()).isEqualTo(4);
        assertThat(sumMillis(result.responseTime())).isCloseTo(8, withPercentage(0.2));
        assertThat(load.net.connects()).hasSize(2);
        assertThat(load.net.received()).noneMatch(r -> r.text().contains("grpc-timeout"));
        var streams = result.connections().streams().orElseThrow();
        assertThat(streams.firstMessage().getTotalCount()).isEqualTo(4);
        assertThat(streams.heldEnded()).isEqualTo(1);
        assertThat(load.progress().connectionsOpen()).isEqualTo(2);
    }

    /// Held calls from 100 ms on, one per ms, on one connection.
    private static VirtualLoad held(int calls, Duration timeout, Handler server) {
        return new VirtualLoad(
                        new LoadModel.HeldConnections(calls, 1_000),
                        calls(calls, timeout),
                        WorkerShard.WHOLE,
                        true,
                        new VirtualHttp2Server(server))
                .window(100, 200);
    }

    /// The first of two calls has a status and no message; the second a message, and then its end.
    @Test
    void a_connection_with_a_complete_response_stays_open_without_held_calls() throws Exception {
        Handler server =
                (request, net) -> {
                    int stream = request.stream();
                    if (request.number() == 1) {
                        var status =
                                new FrameBytes()
                                        .headers(stream, true, ":status: 200", "grpc-status: 14");
                        request.answer(net, 2 * MILLI, status);
                    } else {
                        request.answer(net, 2 * MILLI, firstMessage(stream));
                        var end = new FrameBytes().headers(stream, true, "grpc-status: 14");
                        request.answer(net, 20 * MILLI, end);
                    }
                };
        var load = held(2, TIMEOUT, server);
        var result = load.result(250);
        assertThat(result.counts().errors()).isEqualTo(Map.of("grpc-status", 1L));
        assertThat(result.counts().succeeded()).isEqualTo(1);
        assertThat(result.connections().streams().orElseThrow().heldEnded()).isEqualTo(1);
        assertThat(load.progress().connectionsOpen()).isEqualTo(1);
    }

    /// The server takes no further streams on a connection once it has the first, which has no end.
    /// Calls at 100, 101 and 102 ms, each with its first message after 1.5 ms: with it, another
    /// connection takes the place, for which the second call has waited since 101 ms, and the third
    /// since 102 ms.
    @Test
    void held_calls_go_to_the_connection_that_replaces_one_that_goes_away() throws Exception {
        Handler server =
                (request, net) -> {
                    int stream = request.stream();
                    request.answer(net, 0, new FrameBytes().goAway(stream, ErrorCode.NO_ERROR));
                    request.answer(net, 3 * MILLI / 2, firstMessage(stream));
                };
        var load = held(3, Duration.ofMillis(50), server);
        var result = load.result(250);
        assertThat(result.counts().errors()).isEmpty();
        assertThat(result.counts().succeeded()).isEqualTo(3);
        assertThat(sumMillis(result.responseTime())).isCloseTo(1.5 + 2 + 2.5, withPercentage(0.2));
        assertThat(load.net.connects()).hasSize(3);
        assertThat(result.connections().streams().orElseThrow().heldEnded()).isZero();
    }

    /// A response of trailers only, of a server that is none of gRPC or speaks it wrongly. One with
    /// its status in fields that do not end it has none.
    @ParameterizedTest
    @CsvSource({
        "grpc-status: 99, true, '99, which gRPC does not define'",
        "grpc-status: OK, true, a grpc-status that is no number of 31 bits",
        "grpc-status: -1, true, a grpc-status that is no number of 31 bits",
        "grpc-status: 4294967296, true, a grpc-status that is no number of 31 bits",
        "'grpc-status: ', true, a grpc-status that is no number of 31 bits",
        "a: b, true, 'none, as of a server that does not speak gRPC'",
        "grpc-status: 0, false, 'none, as of a server that does not speak gRPC'"
    })
    void a_call_without_a_status_of_grpc_says_what_it_has(String field, boolean ends, String found)
            throws Exception {
        Handler server =
                (request, net) -> {
                    int stream = request.stream();
                    var frames = new FrameBytes().headers(stream, ends, ":status: 200", field);
                    request.answer(net, MILLI, ends ? frames : frames.frame(DATA, 1, stream));
                };
        var model = new LoadModel.Open(10, Arrival.CONSTANT, 1);
        var result =
                new VirtualLoad(model, calls(1, TIMEOUT), new VirtualHttp2Server(server))
                        .window(0, 150)
                        .result(200);
        assertThat(result.counts().errors()).isEqualTo(Map.of("grpc-status", 1L));
        assertThat(result.events().orElseThrow().faults()).isEqualTo(Map.of("grpc-status", found));
        assertThat(result.connections().streams().orElseThrow().grpcStatuses())
                .isEqualTo(Map.of(-1, 1L));
    }

    /// The load offers no compression, and a client that did not could not read the message.
    @Test
    void a_compressed_message_is_malformed() throws Exception {
        Handler server =
                (request, net) -> {
                    int stream = request.stream();
                    request.answer(
                            net,
                            MILLI,
                            new FrameBytes()
                                    .headers(stream, false, ":status: 200", "grpc-encoding: gzip")
                                    .frame(DATA, 0, stream, 1, 0, 0, 0, 1, 7)
                                    .headers(stream, true, "grpc-status: 0"));
                };
        var model = new LoadModel.Open(10, Arrival.CONSTANT, 4);
        var result =
                new VirtualLoad(model, calls(4, TIMEOUT), new VirtualHttp2Server(server))
                        .window(0, 350)
                        .result(600);
        assertThat(result.counts().errors()).isEqualTo(Map.of("malformed", 3L));
        var first = result.connections().streams().orElseThrow().firstMessage();
        assertThat(first.getTotalCount()).isZero();
    }

    /// It has no end, and the time-out is an hour away. Its connection stays open for the other.
    @Test
    void a_held_call_with_a_compressed_first_message_is_malformed_at_once() throws Exception {
        Handler server =
                (request, net) -> {
                    int stream = request.stream();
                    var compressed =
                            new FrameBytes()
                                    .headers(stream, false, ":status: 200", "grpc-encoding: gzip")
                                    .frame(DATA, 0, stream, 1, 0, 0, 0, 1, 7);
                    request.answer(
                            net,
                            2 * MILLI,
                            request.number() == 1 ? compressed : firstMessage(stream));
                };
        var load = held(2, TIMEOUT, server);
        var result = load.result(250);
        assertThat(result.counts().errors()).isEqualTo(Map.of("malformed", 1L));
        assertThat(result.counts().succeeded()).isEqualTo(1);
        var streams = result.connections().streams().orElseThrow();
        assertThat(streams.firstMessage().getTotalCount()).isEqualTo(1);
        assertThat(streams.heldEnded()).isZero();
        assertThat(load.progress().connectionsOpen()).isEqualTo(1);
    }

    /// Arrivals at 100, 200 and 300 ms. The first has its message after 10 ms and no end, the
    /// second nothing, and the third its message and its end after 20 ms.
    @Test
    void a_call_that_timed_out_without_a_message_has_waited_for_its_first() throws Exception {
        Handler server =
                (request, net) -> {
                    switch (request.number()) {
                        case 1 -> request.answer(net, 10 * MILLI, firstMessage(request.stream()));
                        case 2 -> {}
                        default -> request.answer(net, 20 * MILLI, unary(request.stream()));
                    }
                };
        var model = new LoadModel.Open(10, Arrival.CONSTANT, 4);
        var result =
                new VirtualLoad(
                                model,
                                calls(4, Duration.ofMillis(150)),
                                new VirtualHttp2Server(server))
                        .window(0, 350)
                        .result(600);
        assertThat(result.counts().errors()).isEqualTo(Map.of("timeout", 2L));
        assertThat(sumMillis(result.responseTime())).isCloseTo(320, withPercentage(0.2));
        var first = result.connections().streams().orElseThrow().firstMessage();
        assertThat(first.getTotalCount()).isEqualTo(3);
        assertThat(sumMillis(first)).isCloseTo(180, withPercentage(0.2));
    }
}
