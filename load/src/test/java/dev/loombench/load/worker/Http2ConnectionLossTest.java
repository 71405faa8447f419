package dev.loombench.load.worker;

import static dev.loombench.load.worker.Http2VirtualLoadTest.MAX_STREAMS;
import static dev.loombench.load.worker.Http2VirtualLoadTest.constant;
import static dev.loombench.load.worker.Http2VirtualLoadTest.responding;
import static dev.loombench.load.worker.Http2VirtualLoadTest.silent;
import static dev.loombench.load.worker.Http2VirtualLoadTest.streams;
import static dev.loombench.load.worker.Http2VirtualLoadTest.traffic;
import static dev.loombench.load.worker.Http2VirtualLoadTest.users;
import static dev.loombench.load.worker.VirtualLoad.MILLI;
import static dev.loombench.load.worker.VirtualLoad.TIMEOUT;
import static dev.loombench.load.worker.VirtualLoad.sumMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.loombench.http2.ErrorCode;
import dev.loombench.http2.FrameBytes;
import dev.loombench.load.result.ErrorCodes;
import dev.loombench.load.result.LoadResult.Events;
import dev.loombench.load.worker.VirtualHttp2Server.Handler;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.Http2Policy;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Connections of HTTP/2 that are late, go away or break, in virtual time.
class Http2ConnectionLossTest {
    /// SETTINGS_INITIAL_WINDOW_SIZE.
    private static final int INITIAL_WINDOW = 4;

    /// Responds to two requests, and to no other.
    private static final Handler HANGING =
            (request, net) -> {
                if (request.number() < 3) {
                    request.respond(net, 0);
                }
            };

    /// Every hundredth request ends its connection, which serves what it has: no error, and no
    /// request is lost.
    @Test
    void a_server_that_goes_away_after_100_requests_causes_no_error() throws Exception {
        Handler leaving =
                (request, net) -> {
                    request.respond(net, 5 * MILLI);
                    if (request.number() % 100 == 0) {
                        request.answer(
                                net,
                                0,
                                new FrameBytes().goAway(request.stream(), ErrorCode.NO_ERROR));
                    }
                };
        var server = new VirtualHttp2Server(leaving);
        var result =
                new VirtualLoad(constant(1_000, 50), traffic(50), server)
                        .window(0, 999)
                        .result(1_500);
        assertThat(result.counts().errors()).isEmpty();
        assertThat(result.counts().succeeded()).isEqualTo(result.counts().sent());
        assertThat(streams(result).goAways()).isBetween(8L, 10L);
        assertThat(result.connections().closed()).isEqualTo(streams(result).goAways());
    }

    /// Every hundredth request of 1,000/s ends its connection with an error, and with it those of
    /// the 5 ms before: they failed, and are not sent again. The server had announced the end
    /// without an error, and the connection counts once.
    @Test
    void requests_that_an_error_of_their_connection_ends_have_failed() throws Exception {
        Handler failing =
                (request, net) -> {
                    if (request.number() % 100 == 0) {
                        request.answer(
                                net,
                                0,
                                new FrameBytes()
                                        .goAway(Integer.MAX_VALUE, ErrorCode.NO_ERROR)
                                        .goAway(
                                                request.stream(),
                                                ErrorCode.ENHANCE_YOUR_CALM,
                                                "too_many_pings"));
                        net.ends(request.id(), 0);
                    } else {
                        request.respond(net, 5 * MILLI);
                    }
                };
        var server = new VirtualHttp2Server(failing);
        var result =
                new VirtualLoad(constant(1_000, 50), traffic(50), server)
                        .window(0, 999)
                        .result(1_500);
        long ended = streams(result).goAways();
        assertThat(ended).isBetween(8L, 10L);
        assertThat(streams(result).errorCodes())
                .isEqualTo(new ErrorCodes(Map.of("ENHANCE_YOUR_CALM", ended), Map.of()));
        assertThat(result.counts().errors()).containsOnlyKeys("go-away");
        assertThat(result.events().orElseThrow().faults())
                .isEqualTo(Map.of("go-away", "too_many_pings"));
        assertThat(result.counts().failed()).isBetween(5 * ended - 5, 6 * ended + 6);
        assertThat(result.counts().succeeded() + result.counts().failed())
                .isEqualTo(result.counts().sent());
    }

    /// A frame that no stream has: the request of the connection fails, and it is opened again.
    @Test
    void a_broken_connection_fails_its_requests_and_is_opened_again() throws Exception {
        Handler broken =
                (request, net) -> {
                    if (request.number() == 3) {
                        request.answer(net, 0, new FrameBytes().data(0, true, 1));
                    } else {
                        request.respond(net, MILLI);
                    }
                };
        var server = new VirtualHttp2Server(broken);
        var load = new VirtualLoad(constant(100, 4), traffic(4), server).window(0, 999);
        var result = load.result(1_500);
        assertThat(result.counts().errors()).containsOnlyKeys("malformed");
        assertThat(result.events().orElseThrow().faults()).containsOnlyKeys("malformed");
        assertThat(load.net.connects()).hasSize(2);
        assertThat(result.counts().succeeded()).isPositive();
    }

    /// The server breaks the protocol, and reads nothing from then on: the frame that says so never
    /// leaves. After 1 s the request fails, and 10 ms later the connection is opened again.
    @Test
    void a_broken_connection_that_takes_no_bytes_is_given_up() throws Exception {
        Handler broken =
                (request, net) -> {
                    if (request.number() == 1) {
                        net.blocks(request.id());
                        request.answer(net, 0, new FrameBytes().data(0, true, 1));
                    } else {
                        request.respond(net, MILLI);
                    }
                };
        var server = new VirtualHttp2Server(broken);
        var load = new VirtualLoad(users(1), traffic(1), server);
        var result = load.window(0, 3_000).result(3_500);
        assertThat(result.counts().errors()).isEqualTo(Map.of("malformed", 1L));
        assertThat(load.net.connects()).containsExactly(0L, 1_010 * MILLI);
        assertThat(result.counts().succeeded()).isPositive();
    }

    /// Connections may take 50 ms to open.
    private static Traffic withConnectTimeout(int streams) {
        var policy =
                new ConnectionPolicy(
                        true,
                        Optional.of(Duration.ofMillis(50)),
                        List.of(),
                        Optional.empty(),
                        Optional.of(new Http2Policy(streams)));
        return new Traffic(List.of(Request.get("/", TIMEOUT)), Map.of(), policy);
    }

    /// The second user, from 10 ms on, waits for the connection of the first: it has 50 ms from 0.
    @Test
    void a_connection_that_is_not_open_in_time_fails_all_that_wait_for_it() throws Exception {
        for (boolean opens : List.of(true, false)) {
            var load = new VirtualLoad(users(2), withConnectTimeout(2), silent(opens));
            var result = load.window(0, 40).result(51);
            assertThat(result.counts().errors())
                    .isEqualTo(Map.of(opens ? "http2-timeout" : "connect-timeout", 2L));
            assertThat(load.net.connects()).containsExactly(0L);
        }
    }

    /// The first connection is opened, and then silent. 100 ms after the time-out of a request it
    /// is given up, and opened again 10 ms later, although some of its 20 streams, which time out 1
    /// ms after one another, always wait for it. The arrivals at 100 and 200 ms fail with two of
    /// these.
    @Test
    void a_connection_that_is_never_ready_is_opened_again() throws Exception {
        var server = new VirtualHttp2Server(responding(0));
        ScriptedTransport.Peer silentAtFirst =
                (received, net) -> {
                    if (net.connects().size() > 1) {
                        server.receives(received, net);
                    }
                };
        var impatient = traffic(20, Duration.ofMillis(200), "GET");
        var load = new VirtualLoad(constant(10, 20), impatient, silentAtFirst).window(0, 999);
        var result = load.result(1_500);
        assertThat(load.net.connects()).containsExactly(0L, 310 * MILLI);
        assertThat(result.counts().errors()).isEqualTo(Map.of("http2-timeout", 2L));
        assertThat(result.counts().succeeded()).isEqualTo(7);
    }

    /// From 250 ms on the network of the first connection takes bytes and gives none. Of the
    /// arrivals every 100 ms, that of 300 ms times out at 500 ms, when the load asks for a sign. It
    /// has none by 800 ms, and opens a connection: on it, the requests of 700 and 800 ms are sent
    /// again, and those of 300 to 600 ms have timed out.
    @Test
    void a_connection_whose_server_is_gone_without_a_notice_is_closed() throws Exception {
        var server = new VirtualHttp2Server(responding(0));
        ScriptedTransport.Peer vanishing =
                (received, net) -> {
                    if (received.nanos() < 250 * MILLI || net.connects().size() > 1) {
                        server.receives(received, net);
                    }
                };
        var impatient = traffic(20, Duration.ofMillis(200), "GET");
        var load = new VirtualLoad(constant(10, 20), impatient, vanishing).window(0, 1_950);
        var result = load.result(2_500);
        assertThat(load.net.connects()).containsExactly(0L, 800 * MILLI);
        assertThat(result.counts().errors()).isEqualTo(Map.of("timeout", 4L));
        assertThat(result.counts().succeeded()).isEqualTo(15);
        assertThat(result.connections().closed()).isEqualTo(1);
        assertThat(result.connections().timedOut()).isEqualTo(1);
    }

    /// The window of each stream is 0, and does not grow: the content of the request is not sent.
    @Test
    void a_request_that_the_server_does_not_take_is_told_from_one_without_a_response()
            throws Exception {
        var request = new Request("POST", "/", Map.of(), "a", Duration.ofMillis(100));
        var policy = ConnectionPolicy.DEFAULT.withHttp2(Optional.of(Http2Policy.ONE));
        var traffic = new Traffic(List.of(request), Map.of(), policy);
        var server = new VirtualHttp2Server(responding(0), INITIAL_WINDOW, 0);
        var result = new VirtualLoad(users(1), traffic, server).window(0, 90).result(200);
        assertThat(result.counts().errors()).isEqualTo(Map.of("timeout", 1L));
        var events = result.events().orElseThrow();
        assertThat(events.faults()).isEqualTo(Map.of("timeout", Events.UNSENT));
        assertThat(events.began()).isFalse();
    }

    /// A server whose handlers hang still acknowledges: it is asked twice, and not again before its
    /// next response, as it may count pings.
    @Test
    void a_server_that_acknowledges_pings_keeps_its_connection() throws Exception {
        var server = new VirtualHttp2Server(HANGING);
        var impatient = traffic(20, Duration.ofMillis(200), "GET");
        var load = new VirtualLoad(constant(10, 20), impatient, server).window(0, 2_950);
        var result = load.result(3_500);
        assertThat(result.counts().errors()).containsOnlyKeys("timeout");
        assertThat(load.net.connects()).containsExactly(0L);
        assertThat(server.pings()).isEqualTo(2);
        assertThat(result.connections().closed()).isZero();
    }

    /// The request of 300 ms times out at 500 ms, and the server acknowledges the ping at 550 ms.
    /// The generator stands still from 520 to 920 ms, and the server had time until 800 ms.
    @Test
    void a_generator_that_stood_still_reads_before_it_gives_a_connection_up() throws Exception {
        var server = new VirtualHttp2Server(HANGING).acknowledgingAfter(50 * MILLI);
        var impatient = traffic(20, Duration.ofMillis(200), "GET");
        var load = new VirtualLoad(constant(10, 20), impatient, server).stall(520, 400);
        var result = load.window(0, 1_450).result(2_000);
        assertThat(server.pings()).isPositive();
        assertThat(load.net.connects()).containsExactly(0L);
        assertThat(result.connections().closed()).isZero();
    }

    /// Arrivals at 100, 200 and 300 ms. The first response takes 300 ms, and is the last one of its
    /// connection: the others wait until 400 ms for the next, which opens at once.
    @Test
    void the_wait_for_a_connection_that_goes_away_is_none_of_the_time_to_open() throws Exception {
        Handler leaving =
                (request, net) -> {
                    if (request.number() == 1) {
                        request.answer(
                                net,
                                0,
                                new FrameBytes().goAway(request.stream(), ErrorCode.NO_ERROR));
                        request.respond(net, 300 * MILLI);
                    } else {
                        request.respond(net, 0);
                    }
                };
        var server = new VirtualHttp2Server(leaving);
        var load = new VirtualLoad(constant(10, 2), withConnectTimeout(2), server).window(0, 350);
        var result = load.result(1_000);
        assertThat(result.counts().errors()).isEmpty();
        assertThat(result.counts().succeeded()).isEqualTo(3);
        assertThat(sumMillis(result.responseTime())).isCloseTo(600, withPercentage(0.2));
        assertThat(load.net.connects()).containsExactly(0L, 400 * MILLI);
    }

    /// Arrivals at 100, 200 and 300 ms. The second takes 150 ms, and is the last one of its
    /// connection: the third does not wait for it, as another connection is opened at 200 ms.
    @Test
    void a_connection_that_goes_away_is_replaced_while_its_last_streams_go_on() throws Exception {
        Handler leaving =
                (request, net) -> {
                    if (request.number() == 2) {
                        request.answer(
                                net,
                                0,
                                new FrameBytes().goAway(request.stream(), ErrorCode.NO_ERROR));
                        request.respond(net, 150 * MILLI);
                    } else {
                        request.respond(net, 0);
                    }
                };
        var server = new VirtualHttp2Server(leaving);
        var load = new VirtualLoad(constant(10, 2), traffic(2), server).window(0, 350);
        var result = load.result(1_000);
        assertThat(result.counts().errors()).isEmpty();
        assertThat(result.counts().succeeded()).isEqualTo(3);
        assertThat(sumMillis(result.responseTime())).isCloseTo(150, withPercentage(0.2));
        assertThat(load.net.connects()).containsExactly(0L, 200 * MILLI);
        assertThat(result.connections().established()).isEqualTo(1);
        assertThat(result.connections().closed()).isEqualTo(1);
    }

    /// Arrivals every 100 ms. Every second one takes 1 s, and is the last one of its connection: at
    /// 600 ms, three connections serve one each, and the next arrival waits for none of them.
    @Test
    void connections_that_go_away_one_after_another_are_replaced() throws Exception {
        Handler leaving =
                (request, net) -> {
                    boolean isLast = request.number() % 2 == 0;
                    if (isLast) {
                        request.answer(
                                net,
                                0,
                                new FrameBytes().goAway(request.stream(), ErrorCode.NO_ERROR));
                    }
                    request.respond(net, isLast ? 1_000 * MILLI : 0);
                };
        var server = new VirtualHttp2Server(leaving);
        var load = new VirtualLoad(constant(10, 7), traffic(7), server).window(0, 750);
        var result = load.result(2_000);
        assertThat(result.counts().errors()).isEmpty();
        assertThat(result.counts().succeeded()).isEqualTo(7);
        assertThat(sumMillis(result.responseTime())).isCloseTo(3_000, withPercentage(0.2));
        assertThat(load.net.connects()).startsWith(0L, 200 * MILLI, 400 * MILLI, 600 * MILLI);
    }

    /// One stream at a time, and arrivals at 100, 200, 300 and 400 ms. The second takes 500 ms, and
    /// the others wait for its stream until 450 ms, when the connection goes away. On the next one
    /// they take 100 ms each, in turn.
    @Test
    void requests_that_wait_are_sent_on_the_connection_that_replaces_theirs() throws Exception {
        Handler leaving =
                (request, net) -> {
                    if (request.number() == 2) {
                        request.answer(
                                net,
                                250 * MILLI,
                                new FrameBytes().goAway(request.stream(), ErrorCode.NO_ERROR));
                        request.respond(net, 500 * MILLI);
                    } else {
                        request.respond(net, request.number() == 1 ? 0 : 100 * MILLI);
                    }
                };
        var server = new VirtualHttp2Server(leaving, MAX_STREAMS, 1);
        var load = new VirtualLoad(constant(10, 3), traffic(3), server).window(0, 490);
        var result = load.result(1_500);
        assertThat(result.counts().errors()).isEmpty();
        assertThat(result.counts().succeeded()).isEqualTo(4);
        assertThat(sumMillis(result.responseTime())).isCloseTo(1_000, withPercentage(0.2));
        assertThat(result.responseTime().getValueAtPercentile(50))
                .isCloseTo(250 * MILLI, withPercentage(0.2));
        assertThat(load.net.connects()).containsExactly(0L, 450 * MILLI);
        assertThat(streams(result).refused()).isZero();
        assertThat(streams(result).waited()).isEqualTo(2);
    }

    @Test
    void without_keep_alive_each_request_opens_a_connection() throws Exception {
        var policy =
                new ConnectionPolicy(
                        false,
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        Optional.of(Http2Policy.ONE));
        var traffic = new Traffic(List.of(Request.get("/", TIMEOUT)), Map.of(), policy);
        var server = new VirtualHttp2Server(responding(MILLI));
        var load = new VirtualLoad(constant(10, 2), traffic, server).window(0, 999);
        var result = load.result(1_500);
        assertThat(result.counts().errors()).isEmpty();
        assertThat(load.net.connects().size()).isGreaterThanOrEqualTo(9);
        assertThat(load.net.connects().size() - server.requests()).isBetween(0, 1);
    }
}
