package dev.loombench.load.worker;

import static dev.loombench.load.worker.VirtualLoad.MILLI;
import static dev.loombench.load.worker.VirtualLoad.TIMEOUT;
import static dev.loombench.load.worker.VirtualLoad.sumMillis;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.http2.ErrorCode;
import dev.loombench.http2.FrameBytes;
import dev.loombench.load.worker.VirtualHttp2Server.Handler;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.Http2Policy;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Streaming;
import dev.loombench.traffic.Traffic;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Server-sent events over streams of HTTP/2, in virtual time: the figures are those over HTTP/1.1,
/// which are in `EventStreamLoadTest`.
class Http2EventsLoadTest {
    private static final int DATA = 0;
    private static final int END_STREAM = 1;
    private static final long STREAM_WINDOW = 1 << 20;
    private static final long CONNECTION_WINDOW = 1 << 24;
    private static final long DEFAULT_WINDOW = 65_535;
    private static final String EVENT = "data: a\n\n";

    /// The head after 1 ms, events after 5, 8 and twice 14 ms, the end after 20 ms.
    private static final Handler FINITE =
            (request, net) -> {
                int stream = request.stream();
                request.answer(net, MILLI, head(stream));
                request.answer(net, 5 * MILLI, content(stream, EVENT));
                request.answer(net, 8 * MILLI, content(stream, EVENT));
                request.answer(net, 14 * MILLI, content(stream, EVENT + EVENT));
                request.answer(net, 20 * MILLI, end(stream));
            };

    /// An event after 1 ms, and no end.
    private static final Handler ENDLESS =
            (request, net) -> {
                request.answer(net, MILLI, head(request.stream()));
                request.answer(net, MILLI, content(request.stream(), EVENT));
            };

    private static final LoadModel HELD = new LoadModel.HeldConnections(3, 1_000);

    private static Traffic events(int streams) {
        return Traffic.of(Request.get("/events", TIMEOUT))
                .withHttp2(Optional.of(new Http2Policy(streams)))
                .withStreaming(Optional.of(Streaming.EVENTS));
    }

    private static FrameBytes head(int stream) {
        return new FrameBytes().headers(stream, false, ":status: 200");
    }

    private static FrameBytes content(int stream, String text) {
        return new FrameBytes().frame(DATA, 0, stream, text.getBytes(US_ASCII));
    }

    private static FrameBytes end(int stream) {
        return new FrameBytes().frame(DATA, END_STREAM, stream);
    }

    /// A load of held connections that begins with its window, from 100 to 200 ms.
    private static VirtualLoad held(int connections, VirtualHttp2Server server) {
        return held(connections, events(1), server);
    }

    /// The same of held streams, with as many on a connection as the traffic says.
    private static VirtualLoad held(int streams, Traffic traffic, VirtualHttp2Server server) {
        var model = new LoadModel.HeldConnections(streams, 1_000);
        return new VirtualLoad(model, traffic, WorkerShard.WHOLE, true, server).window(100, 200);
    }

    /// Arrivals at 100, 200, 300 ms over one connection. Of each stream, the first event comes
    /// after 5 ms, and the times between events are 3, 6 and 0 ms.
    @Test
    void the_times_to_the_first_event_and_between_events_are_figures() throws Exception {
        var open = new LoadModel.Open(10, Arrival.CONSTANT, 1);
        var load = new VirtualLoad(open, events(1), new VirtualHttp2Server(FINITE)).window(0, 350);
        var result = load.result(400);
        assertThat(load.net.received()).anyMatch(r -> r.text().contains("text/event-stream"));
        assertThat(result.counts().succeeded()).isEqualTo(3);
        assertThat(sumMillis(result.responseTime())).isCloseTo(60, within(0.2));
        var seen = result.events().orElseThrow();
        assertThat(seen.count()).isEqualTo(12);
        assertThat(seen.withoutEvent()).isZero();
        assertThat(seen.first().getTotalCount()).isEqualTo(3);
        assertThat(sumMillis(seen.first())).isCloseTo(15, within(0.1));
        assertThat(seen.between().getTotalCount()).isEqualTo(9);
        assertThat(sumMillis(seen.between())).isCloseTo(27, within(0.1));
    }

    /// The arrivals at 10 and 20 ms share a connection. The event of the first begins before the
    /// other's and ends after it, at 30 ms; that of the other is complete at 25 ms, within the
    /// window.
    @Test
    void events_of_streams_that_share_a_connection_are_told_apart() throws Exception {
        Handler server =
                (request, net) -> {
                    int stream = request.stream();
                    request.answer(net, MILLI, head(stream));
                    if (request.number() == 1) {
                        request.answer(net, 5 * MILLI, content(stream, "data: "));
                        request.answer(net, 20 * MILLI, content(stream, "a\n\n"));
                        request.answer(net, 25 * MILLI, end(stream));
                    } else {
                        request.answer(net, 5 * MILLI, content(stream, EVENT));
                        request.answer(net, 10 * MILLI, end(stream));
                    }
                };
        var open = new LoadModel.Open(100, Arrival.CONSTANT, 4);
        var load = new VirtualLoad(open, events(4), new VirtualHttp2Server(server)).window(0, 29);
        var result = load.result(100);
        assertThat(load.net.connects()).hasSize(1);
        assertThat(result.counts().succeeded()).isEqualTo(2);
        var seen = result.events().orElseThrow();
        assertThat(seen.count()).isEqualTo(1);
        assertThat(seen.first().getTotalCount()).isEqualTo(2);
        assertThat(sumMillis(seen.first())).isCloseTo(25, within(0.1)); // 20 and 5
    }

    /// Arrivals at 100 and 200 ms: a stream, and an error in JSON with the status 500.
    @Test
    void the_content_of_another_status_has_no_events() throws Exception {
        Handler server =
                (request, net) -> {
                    if (request.number() == 1) {
                        FINITE.handle(request, net);
                        return;
                    }
                    var failed = new FrameBytes().headers(request.stream(), false, ":status: 500");
                    request.answer(net, MILLI, failed);
                    request.answer(net, 2 * MILLI, content(request.stream(), EVENT));
                    request.answer(net, 3 * MILLI, end(request.stream()));
                };
        var open = new LoadModel.Open(10, Arrival.CONSTANT, 1);
        var result =
                new VirtualLoad(open, events(1), new VirtualHttp2Server(server))
                        .window(0, 250)
                        .result(400);
        assertThat(result.counts().succeeded()).isEqualTo(1);
        assertThat(result.counts().errors()).containsOnlyKeys("status-5xx");
        assertThat(result.events().orElseThrow().count()).isEqualTo(4);
    }

    /// Each of 5 connections has its first event 2 ms after it was opened, and then one every 10
    /// ms, 4 in all.
    @Test
    void held_streams_receive_events_until_the_end() throws Exception {
        Handler server =
                (request, net) -> {
                    request.answer(net, MILLI, head(request.stream()));
                    for (int i = 0; i < 4; i++) {
                        long in = (2 + 10 * i) * MILLI;
                        request.answer(net, in, content(request.stream(), EVENT));
                    }
                };
        var load = held(5, new VirtualHttp2Server(server));
        var result = load.result(250);
        assertThat(result.counts().succeeded()).isEqualTo(5);
        assertThat(sumMillis(result.responseTime())).isCloseTo(10, within(0.1));
        assertThat(result.connections().established()).isEqualTo(5);
        assertThat(result.connections().closed()).isZero();
        assertThat(load.progress().connectionsOpen()).isEqualTo(5);
        var seen = result.events().orElseThrow();
        assertThat(seen.count()).isEqualTo(20);
        assertThat(sumMillis(seen.first())).isCloseTo(10, within(0.1));
        assertThat(seen.between().getTotalCount()).isEqualTo(15);
        assertThat(sumMillis(seen.between())).isCloseTo(150, within(0.5));
    }

    /// The server ends the first stream after 20 ms, and resets the second and the third.
    @Test
    void a_held_stream_that_ends_is_no_longer_open() throws Exception {
        Handler server =
                (request, net) -> {
                    int stream = request.stream();
                    if (request.number() == 1) {
                        FINITE.handle(request, net);
                        return;
                    }
                    request.answer(net, MILLI, head(stream));
                    request.answer(net, 5 * MILLI, content(stream, EVENT));
                    var code = request.number() == 2 ? ErrorCode.CANCEL : ErrorCode.REFUSED_STREAM;
                    request.answer(net, 20 * MILLI, new FrameBytes().reset(stream, code));
                };
        var load = held(3, new VirtualHttp2Server(server));
        var result = load.result(250);
        assertThat(result.counts().succeeded()).isEqualTo(3);
        assertThat(result.counts().errors()).isEmpty();
        var streams = result.connections().streams().orElseThrow();
        assertThat(streams.errorCodes().reset()).isEmpty();
        assertThat(streams.heldEnded()).isEqualTo(3);
        assertThat(result.connections().closed()).isEqualTo(3);
        assertThat(load.progress().connectionsOpen()).isZero();
    }

    /// Six streams on two connections: each has its first event after 2 ms, and then one every 10
    /// ms, 4 in all.
    @Test
    void held_streams_share_connections() throws Exception {
        Handler server =
                (request, net) -> {
                    request.answer(net, MILLI, head(request.stream()));
                    for (int i = 0; i < 4; i++) {
                        long in = (2 + 10 * i) * MILLI;
                        request.answer(net, in, content(request.stream(), EVENT));
                    }
                };
        var load = held(6, events(3), new VirtualHttp2Server(server));
        var result = load.result(250);
        assertThat(load.net.connects()).hasSize(2);
        assertThat(result.counts().succeeded()).isEqualTo(6);
        assertThat(sumMillis(result.responseTime())).isCloseTo(12, within(0.1));
        assertThat(result.connections().requested()).isEqualTo(2);
        assertThat(result.connections().established()).isEqualTo(2);
        assertThat(result.connections().closed()).isZero();
        assertThat(result.connections().streams().orElseThrow().heldEnded()).isZero();
        assertThat(load.progress().connectionsOpen()).isEqualTo(2);
        var seen = result.events().orElseThrow();
        assertThat(seen.count()).isEqualTo(24);
        assertThat(seen.between().getTotalCount()).isEqualTo(18);
        assertThat(sumMillis(seen.between())).isCloseTo(180, within(0.5));
    }

    /// Of four streams on two connections, the server ends the first and resets the third, which
    /// are those of the first connection: it is closed with the last of them.
    @Test
    void a_connection_is_closed_with_the_last_of_its_held_streams() throws Exception {
        Handler server =
                (request, net) -> {
                    int stream = request.stream();
                    if (request.number() == 1) {
                        FINITE.handle(request, net);
                        return;
                    }
                    request.answer(net, MILLI, head(stream));
                    request.answer(net, 5 * MILLI, content(stream, EVENT));
                    if (request.number() == 3) {
                        var reset = new FrameBytes().reset(stream, ErrorCode.CANCEL);
                        request.answer(net, 20 * MILLI, reset);
                    }
                };
        var load = held(4, events(2), new VirtualHttp2Server(server));
        var result = load.result(250);
        assertThat(result.counts().succeeded()).isEqualTo(4);
        assertThat(result.counts().errors()).isEmpty();
        var streams = result.connections().streams().orElseThrow();
        assertThat(streams.heldEnded()).isEqualTo(2);
        assertThat(streams.errorCodes().reset()).isEmpty();
        assertThat(result.connections().established()).isEqualTo(2);
        assertThat(result.connections().closed()).isEqualTo(1);
        assertThat(load.progress().connectionsOpen()).isEqualTo(1);
    }

    /// The first of two streams on a connection has no event: it times out, and the other stays.
    @Test
    void a_held_stream_that_times_out_leaves_its_connection_to_others() throws Exception {
        Handler server =
                (request, net) -> {
                    request.answer(net, MILLI, head(request.stream()));
                    if (request.number() == 2) {
                        request.answer(net, 5 * MILLI, content(request.stream(), EVENT));
                    }
                };
        var traffic =
                Traffic.of(Request.get("/events", Duration.ofMillis(20)))
                        .withHttp2(Optional.of(new Http2Policy(2)))
                        .withStreaming(Optional.of(Streaming.EVENTS));
        var http2 = new VirtualHttp2Server(server);
        var load = held(2, traffic, http2);
        var result = load.result(250);
        assertThat(result.counts().errors()).containsExactly(Map.entry("timeout", 1L));
        assertThat(result.counts().succeeded()).isEqualTo(1);
        assertThat(http2.resets()).isEqualTo(1);
        assertThat(result.connections().timedOut()).isZero();
        assertThat(result.connections().closed()).isZero();
        assertThat(load.progress().connectionsOpen()).isEqualTo(1);
    }

    /// They close their connections by the time-out of this side, not by the server.
    @Test
    void held_streams_without_an_event_time_out() throws Exception {
        Handler silent = (request, net) -> request.answer(net, MILLI, head(request.stream()));
        var traffic =
                Traffic.of(Request.get("/events", Duration.ofMillis(20)))
                        .withHttp2(Optional.of(new Http2Policy(1)))
                        .withStreaming(Optional.of(Streaming.EVENTS));
        var model = new LoadModel.HeldConnections(3, 1_000);
        var server = new VirtualHttp2Server(silent);
        var result =
                new VirtualLoad(model, traffic, WorkerShard.WHOLE, true, server)
                        .window(100, 200)
                        .result(250);
        assertThat(result.counts().errors()).containsExactly(Map.entry("timeout", 3L));
        assertThat(result.connections().closed()).isEqualTo(3);
        assertThat(result.connections().timedOut()).isEqualTo(3);
    }

    /// A response shows that the server has processed it: it is not sent again.
    @Test
    void a_stream_that_is_refused_after_its_first_event_failed() throws Exception {
        Handler server =
                (request, net) -> {
                    int stream = request.stream();
                    request.answer(net, MILLI, head(stream));
                    request.answer(net, 2 * MILLI, content(stream, EVENT));
                    request.answer(
                            net,
                            3 * MILLI,
                            new FrameBytes().reset(stream, ErrorCode.REFUSED_STREAM));
                };
        var open = new LoadModel.Open(10, Arrival.CONSTANT, 1);
        var http2 = new VirtualHttp2Server(server);
        var result = new VirtualLoad(open, events(1), http2).window(0, 350).result(400);
        assertThat(result.counts().errors()).containsExactly(Map.entry("stream-refused", 3L));
        assertThat(http2.requests()).isEqualTo(3);
        assertThat(result.events().orElseThrow().count()).isEqualTo(3);
    }

    /// The single user of the warm-up opens a connection for each stream, which would not end, and
    /// does not wait before the next: the server has responded.
    @Test
    void the_user_of_the_warm_up_of_held_streams_reconnects() throws Exception {
        var server = new VirtualHttp2Server(ENDLESS);
        var load = new VirtualLoad(HELD, events(1), server).window(50, 80);
        var result = load.result(100);
        assertThat(load.net.connects()).hasSizeGreaterThan(10);
        assertThat(load.net.connects().size() - server.requests()).isBetween(0, 1);
        assertThat(result.counts().succeeded()).isEqualTo(3);
        assertThat(result.connections().closed()).isZero();
    }

    /// A connection of the warm-up is closed with its only stream also where the held ones share
    /// one: a server ends connections whose streams are reset again and again.
    @Test
    void the_user_of_the_warm_up_of_streams_that_share_reconnects() throws Exception {
        var server = new VirtualHttp2Server(ENDLESS);
        var load = new VirtualLoad(HELD, events(3), server).window(50, 80);
        var result = load.result(100);
        assertThat(load.net.connects()).hasSizeGreaterThan(10);
        assertThat(result.counts().succeeded()).isEqualTo(3);
        assertThat(result.connections().established()).isEqualTo(1);
        assertThat(result.connections().closed()).isZero();
        assertThat(load.progress().connectionsOpen()).isEqualTo(1);
    }

    /// 9 MiB in frames of 16 KiB: the window of the stream, 1 MiB, is opened again with each half
    /// of it, and that of the connection, 16 MiB, once.
    @Test
    void a_stream_without_an_end_never_closes_the_windows() throws Exception {
        var comment = ":" + "x".repeat(16_382) + "\n";
        Handler server =
                (request, net) -> {
                    int stream = request.stream();
                    request.answer(net, MILLI, head(stream));
                    for (int i = 0; i < 576; i++) {
                        request.answer(net, 2 * MILLI, content(stream, comment));
                    }
                    request.answer(net, 3 * MILLI, content(stream, EVENT));
                };
        var http2 = new VirtualHttp2Server(server);
        var result = held(1, http2).result(250);
        assertThat(result.counts().succeeded()).isEqualTo(1);
        assertThat(result.events().orElseThrow().count()).isEqualTo(1);
        assertThat(http2.credit(1)).isEqualTo(9 * STREAM_WINDOW);
        assertThat(http2.credit(0))
                .isEqualTo(CONNECTION_WINDOW - DEFAULT_WINDOW + CONNECTION_WINDOW / 2);
    }

    /// The load accepts no compression, and the streams have no end.
    @Test
    void a_compressed_stream_is_malformed_at_once() throws Exception {
        Handler compressing =
                (request, net) -> {
                    int stream = request.stream();
                    request.answer(net, MILLI, head(stream));
                    request.answer(
                            net, MILLI, new FrameBytes().frame(DATA, 0, stream, 0x1F, 0x8B, 8));
                };
        var result = held(3, new VirtualHttp2Server(compressing)).result(250);
        assertThat(result.counts().errors()).isEqualTo(Map.of("malformed", 3L));
        assertThat(result.events().orElseThrow().faults()).containsOnlyKeys("malformed");
    }
}
