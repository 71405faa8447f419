package dev.loombench.load.worker;

import static dev.loombench.load.worker.VirtualLoad.MILLI;
import static dev.loombench.load.worker.VirtualLoad.TIMEOUT;
import static dev.loombench.load.worker.VirtualLoad.sumMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.loombench.http2.ErrorCode;
import dev.loombench.http2.FrameBytes;
import dev.loombench.load.pace.Schedule;
import dev.loombench.load.result.ErrorCodes;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.Streams;
import dev.loombench.load.worker.VirtualHttp2Server.Handler;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.Http2Policy;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/// Load models over streams of HTTP/2, in virtual time: every time is exact.
class Http2VirtualLoadTest {
    /// SETTINGS_MAX_CONCURRENT_STREAMS.
    static final int MAX_STREAMS = 3;

    private static final double[] PERCENTILES = {50, 80, 90, 95, 99, 99.9, 100};

    static Traffic traffic(int streams, Duration timeout, String method) {
        var request = new Request(method, "/", Map.of(), "", timeout);
        var policy = ConnectionPolicy.DEFAULT.withHttp2(Optional.of(new Http2Policy(streams)));
        return new Traffic(List.of(request), Map.of(), policy);
    }

    static Traffic traffic(int streams) {
        return traffic(streams, TIMEOUT, "GET");
    }

    static LoadModel constant(double rate, int requests) {
        return new LoadModel.Open(rate, Arrival.CONSTANT, requests);
    }

    static LoadModel users(int count) {
        return new LoadModel.Closed(count, Duration.ZERO);
    }

    static Handler responding(long nanos) {
        return (request, net) -> request.respond(net, nanos);
    }

    static Streams streams(LoadResult result) {
        return result.connections().streams().orElseThrow();
    }

    /// Ten users share two connections of five streams, and each has 100 responses/s.
    @Test
    void users_share_connections() throws Exception {
        var server = new VirtualHttp2Server(responding(10 * MILLI));
        var load = new VirtualLoad(users(10), traffic(5), server).window(1_000, 2_000);
        var result = load.result(3_000);
        assertThat(load.net.connects()).hasSize(2);
        assertThat(result.connections().requested()).isEqualTo(2);
        assertThat(result.connections().established()).isEqualTo(2);
        assertThat(result.connections().closed()).isZero();
        assertThat(result.counts().succeededInWindow()).isBetween(990L, 1_010L);
        assertThat(result.responseTime().getMaxValue()).isLessThan(11 * MILLI);
        assertThat(result.connections().inFlight()).isCloseTo(10, withPercentage(1));
        assertThat(streams(result).perConnection()).isEqualTo(5);
        assertThat(streams(result).limit()).isEmpty();
        assertThat(streams(result).isLimited()).isFalse();
        assertThat(streams(result).waited()).isZero();
    }

    /// Users above the limit wait for a stream: ten users on one connection with four streams of 10
    /// ms take turns, so that each response takes 25 ms in the mean, of which 10 ms are service.
    @Test
    void users_above_the_limit_of_the_server_wait_in_turn() throws Exception {
        var server = new VirtualHttp2Server(responding(10 * MILLI), MAX_STREAMS, 4);
        var result =
                new VirtualLoad(users(10), traffic(10), server).window(1_000, 3_000).result(4_000);
        assertThat(result.counts().succeededInWindow()).isBetween(792L, 808L); // 4 each 10 ms
        assertThat(result.responseTime().getMean()).isCloseTo(25.0 * MILLI, withPercentage(1));
        assertThat(result.responseTime().getMaxValue()).isLessThan(31 * MILLI);
        assertThat(result.serviceTime().getMaxValue()).isLessThan(11 * MILLI);
        assertThat(streams(result).limit()).hasValue(4);
        assertThat(streams(result).isLimited()).isTrue();
        assertThat(streams(result).waited()).isPositive();
        assertThat(result.counts().errors()).isEmpty();
    }

    /// From the 1,500th request on, about half a second into the window, the server allows four
    /// streams in place of ten.
    @Test
    void a_limit_that_the_server_lowers_during_the_load_is_reported() throws Exception {
        Handler lowering =
                (request, net) -> {
                    if (request.number() == 1_500) {
                        request.answer(net, 0, new FrameBytes().settings(MAX_STREAMS, 4));
                    }
                    request.respond(net, 10 * MILLI);
                };
        var server = new VirtualHttp2Server(lowering, MAX_STREAMS, 10);
        var result =
                new VirtualLoad(users(10), traffic(10), server).window(1_000, 2_000).result(3_000);
        assertThat(streams(result).limit()).hasValue(4);
        assertThat(streams(result).isLimited()).isTrue();
        assertThat(streams(result).waited()).isPositive();
        assertThat(result.counts().errors()).isEmpty();
    }

    /// One stream and 500 requests/s: the tenth takes 200 ms, and then the ones that waited are
    /// answered at once. Requests 10 to 109 wait 200, 198 ... 2 ms: 10,100 ms together.
    @Test
    void a_stall_shows_in_the_response_times() throws Exception {
        var server =
                new VirtualHttp2Server(
                        (request, net) ->
                                request.respond(net, request.number() == 10 ? 200 * MILLI : 0),
                        MAX_STREAMS,
                        1);
        var result =
                new VirtualLoad(constant(500, 300), traffic(300), server)
                        .window(0, 999)
                        .result(1_500);
        assertThat(result.responseTime().getTotalCount()).isEqualTo(499);
        assertThat(sumMillis(result.responseTime())).isCloseTo(10_100, withPercentage(0.2));
        assertThat(sumMillis(result.serviceTime())).isCloseTo(200, withPercentage(0.2));
        assertThat(sumMillis(result.generator().sendLag())).isCloseTo(9_900, withPercentage(0.2));
    }

    /// A stall of one stream is not one of the others, unless the server made it one.
    @Test
    void a_stall_of_one_stream_is_not_one_of_the_others() throws Exception {
        var server =
                new VirtualHttp2Server((request, net) ->
                        request.respond(net, request.number() == 10 ? 200 * MILLI : 0));
        var result =
                new VirtualLoad(constant(500, 300), traffic(300), server)
                        .window(0, 999)
                        .result(1_500);
        assertThat(result.responseTime().getTotalCount()).isEqualTo(499);
        assertThat(result.responseTime().getCountBetweenValues(MILLI, 201 * MILLI)).isEqualTo(1);
    }

    /// A server that responds at once, except in the first 200 ms of each second, as over HTTP/1.1.
    @Test
    void periodic_stalls_give_the_calculated_percentiles() throws Exception {
        var server =
                new VirtualHttp2Server((request, net) ->
                        request.respond(
                                net, Math.max(0, 200 * MILLI - request.nanos() % (1_000 * MILLI))));
        var result =
                new VirtualLoad(constant(1_000, 300), traffic(100), server)
                        .window(0, 2_999)
                        .result(4_000);
        var waits = new Histogram(3);
        for (long i = 1; i < 2_999; i++) {
            waits.recordValue(Math.max(0, 200 - i % 1_000) * MILLI);
        }
        assertSame(result.responseTime(), waits, 0.2);
    }

    /// Ten streams, each of which is busy for 10 ms with a request, under 950 random requests/s:
    /// the queue M/D/10 at a load of 0.95. The exact times follow from the same arrivals.
    @Test
    void ten_streams_at_a_load_of_95_percent_have_the_calculated_percentiles() throws Exception {
        var model = new LoadModel.Open(950, Arrival.POISSON, 2_000);
        var server = new VirtualHttp2Server(responding(10 * MILLI), MAX_STREAMS, 10);
        var result =
                new VirtualLoad(model, traffic(2_000), server).window(0, 60_000).result(62_000);
        var exact = new Histogram(3);
        var arrivals = Schedule.of(model, Optional.empty(), 1, 0, 1);
        var free = new PriorityQueue<Long>();
        for (int i = 0; i < 10; i++) {
            free.add(0L);
        }
        for (long at = arrivals.nextNanos(); at < 60_000 * MILLI; at = arrivals.nextNanos()) {
            long end = Math.max(at, free.remove()) + 10 * MILLI;
            free.add(end);
            exact.recordValue(end - at);
        }
        assertThat(result.counts().errors()).isEmpty();
        assertSame(result.responseTime(), exact, 1);
        assertThat(result.serviceTime().getMaxValue()).isLessThan(11 * MILLI);
    }

    /// @param percent by which they may differ: the histograms have three digits
    private static void assertSame(Histogram measured, Histogram exact, double percent) {
        assertThat(measured.getTotalCount()).isEqualTo(exact.getTotalCount());
        for (double percentile : PERCENTILES) {
            assertThat((double) measured.getValueAtPercentile(percentile))
                    .as("p%s", percentile)
                    .isCloseTo(
                            (double) exact.getValueAtPercentile(percentile),
                            withPercentage(percent));
        }
    }

    /// 99 requests: numbers 10 to 90 are reset with one code, and 5 to 95 with another.
    @Test
    void the_codes_of_reset_streams_are_counted() throws Exception {
        Handler resetting =
                (request, net) -> {
                    if (request.number() % 5 != 0) {
                        request.respond(net, 0);
                        return;
                    }
                    var code =
                            request.number() % 10 == 0
                                    ? ErrorCode.INTERNAL_ERROR
                                    : ErrorCode.CANCEL;
                    request.answer(net, 0, new FrameBytes().reset(request.stream(), code));
                };
        var server = new VirtualHttp2Server(resetting);
        var result =
                new VirtualLoad(constant(100, 20), traffic(20), server)
                        .window(0, 999)
                        .result(1_500);
        assertThat(result.counts().errors()).isEqualTo(Map.of("stream-reset", 19L));
        assertThat(streams(result).errorCodes())
                .isEqualTo(new ErrorCodes(Map.of(), Map.of("INTERNAL_ERROR", 9L, "CANCEL", 10L)));
    }

    /// A POST is not idempotent, and still sent again: the server has said that it did not process
    /// it.
    @Test
    void a_refused_request_is_sent_again_whatever_its_method() throws Exception {
        Handler refusing =
                (request, net) -> {
                    if (request.number() == 5) {
                        request.answer(
                                net,
                                0,
                                new FrameBytes().reset(request.stream(), ErrorCode.REFUSED_STREAM));
                    } else {
                        request.respond(net, 0);
                    }
                };
        var server = new VirtualHttp2Server(refusing);
        var result =
                new VirtualLoad(constant(10, 2), traffic(2, TIMEOUT, "PATCH"), server)
                        .window(0, 999)
                        .result(1_500);
        assertThat(result.counts().errors()).isEmpty();
        assertThat(streams(result).refused()).isEqualTo(1);
    }

    @Test
    void a_request_that_is_refused_again_is_an_error() throws Exception {
        Handler refusing =
                (request, net) ->
                        request.answer(
                                net,
                                0,
                                new FrameBytes().reset(request.stream(), ErrorCode.REFUSED_STREAM));
        var server = new VirtualHttp2Server(refusing);
        var result =
                new VirtualLoad(constant(10, 2), traffic(2), server).window(0, 999).result(1_500);
        assertThat(result.counts().errors())
                .isEqualTo(Map.of("stream-refused", result.counts().sent()));
        assertThat(streams(result).refused()).isEqualTo(result.counts().sent());
    }

    /// The first request is refused after 50 ms and waits for the only stream, which the second
    /// user has until 550 ms. Its deadline is at 100 ms, and its time-out much later.
    @Test
    void a_refused_request_that_cannot_be_sent_again_in_time_has_not_timed_out() throws Exception {
        Handler refusing =
                (request, net) -> {
                    if (request.number() == 1) {
                        request.answer(
                                net,
                                50 * MILLI,
                                new FrameBytes().reset(request.stream(), ErrorCode.REFUSED_STREAM));
                    } else {
                        request.respond(net, 500 * MILLI);
                    }
                };
        var server = new VirtualHttp2Server(refusing, MAX_STREAMS, 1);
        var deadline = traffic(2).withDeadline(Optional.of(Duration.ofMillis(100)));
        var result = new VirtualLoad(users(2), deadline, server).window(0, 5).result(700);
        assertThat(result.counts().errors()).isEqualTo(Map.of("deadline-unsent", 1L));
        assertThat(sumMillis(result.responseTime())).isCloseTo(100, withPercentage(0.2));
        assertThat(result.serviceTime().getTotalCount()).isZero();
    }

    /// Arrivals at 100, 200 and 300 ms, on two streams in turn. The server closes the connection
    /// when the second comes, to whose stream it has never responded.
    @Test
    void a_request_is_sent_again_where_its_connection_had_a_response_on_another_stream()
            throws Exception {
        Handler closing =
                (request, net) -> {
                    if (request.number() == 2) {
                        net.ends(request.id(), 0);
                    } else {
                        request.respond(net, 0);
                    }
                };
        var server = new VirtualHttp2Server(closing);
        var load = new VirtualLoad(constant(10, 2), traffic(2), server).window(0, 350);
        var result = load.result(1_000);
        assertThat(result.counts().errors()).isEmpty();
        assertThat(result.counts().succeeded()).isEqualTo(3);
        assertThat(load.net.connects()).containsExactly(0L, 200 * MILLI);
        assertThat(result.connections().closed()).isEqualTo(1);
    }

    /// It is sent once more, and not again: the server closes that connection, too, after it has
    /// responded to the other stream.
    @Test
    void a_request_is_sent_again_only_once() throws Exception {
        Handler closing =
                (request, net) -> {
                    switch (request.number()) {
                        case 2 -> net.ends(request.id(), 0);
                        case 3 -> net.ends(request.id(), 150 * MILLI);
                        default -> request.respond(net, 0);
                    }
                };
        var server = new VirtualHttp2Server(closing);
        var load = new VirtualLoad(constant(10, 2), traffic(2), server).window(0, 350);
        var result = load.result(1_000);
        assertThat(result.counts().errors()).isEqualTo(Map.of("closed-early", 1L));
        assertThat(result.counts().succeeded()).isEqualTo(2);
    }

    /// A stream that times out is reset; the connection stays open, and serves the others.
    @Test
    void a_time_out_resets_the_stream_and_not_the_connection() throws Exception {
        Handler silent =
                (request, net) -> {
                    if (request.number() % 10 != 0) {
                        request.respond(net, 0);
                    }
                };
        var server = new VirtualHttp2Server(silent);
        var result =
                new VirtualLoad(
                                constant(100, 20),
                                traffic(20, Duration.ofMillis(100), "GET"),
                                server)
                        .window(0, 999)
                        .result(1_500);
        assertThat(result.counts().errors().keySet()).containsExactly("timeout");
        assertThat(result.connections().closed()).isZero();
        assertThat(result.connections().timedOut()).isZero();
        assertThat(server.resets()).isPositive();
    }

    /// SETTINGS_MAX_HEADER_LIST_SIZE: the requests are sent all the same.
    @Test
    void header_fields_beyond_the_limit_of_the_server_are_named() throws Exception {
        var server = new VirtualHttp2Server((request, net) -> request.respond(net, MILLI), 6, 50);
        var result =
                new VirtualLoad(constant(100, 4), traffic(4), server).window(0, 99).result(200);
        assertThat(result.counts().errors()).isEmpty();
        var excess = result.connections().streams().orElseThrow().headerList().orElseThrow();
        assertThat(excess.limit()).isEqualTo(50);
        assertThat(excess.size()).isGreaterThan(50);
    }

    /// A server that sends nothing.
    ///
    /// @param opens whether a connection opens
    static ScriptedTransport.Peer silent(boolean opens) {
        return new ScriptedTransport.Peer() {
            @Override
            public void connects(int id, ScriptedTransport net) {
                if (opens) {
                    net.opens(id, 0);
                }
            }

            @Override
            public void receives(ScriptedTransport.Received received, ScriptedTransport net) {}
        };
    }
}
