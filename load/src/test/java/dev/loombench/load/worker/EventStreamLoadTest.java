package dev.loombench.load.worker;

import static dev.loombench.load.worker.VirtualLoad.MILLI;
import static dev.loombench.load.worker.VirtualLoad.TIMEOUT;
import static dev.loombench.load.worker.VirtualLoad.sumMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.load.worker.ScriptedTransport.Peer;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Streaming;
import dev.loombench.traffic.Traffic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Server-sent events in virtual time.
class EventStreamLoadTest {
    private static final String HEAD =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";

    private static final String EVENT = "9\r\ndata: a\n\n\r\n";

    private static Traffic events() {
        return Traffic.of(Request.get("/events", TIMEOUT))
                .withStreaming(Optional.of(Streaming.EVENTS));
    }

    /// The head after 1 ms, events after 5, 8 and twice 14 ms, the end after 20 ms.
    private static final Peer FINITE =
            (request, net) -> {
                net.responds(request.id(), MILLI, HEAD);
                net.responds(request.id(), 5 * MILLI, EVENT);
                net.responds(request.id(), 8 * MILLI, EVENT);
                net.responds(request.id(), 14 * MILLI, EVENT + EVENT);
                net.responds(request.id(), 20 * MILLI, "0\r\n\r\n");
            };

    /// Arrivals at 100, 200, 300 ms over one connection. Of each stream, the first event comes
    /// after 5 ms, and the times between events are 3, 6 and 0 ms.
    @Test
    void the_times_to_the_first_event_and_between_events_are_figures() throws Exception {
        var open = new LoadModel.Open(10, Arrival.CONSTANT, 1);
        var load = new VirtualLoad(open, events(), FINITE).window(0, 350);
        var result = load.result(400);
        assertThat(load.net.received().getFirst().text())
                .contains("\r\nAccept: text/event-stream\r\n");
        assertThat(result.counts().succeeded()).isEqualTo(3);
        assertThat(sumMillis(result.responseTime())).isCloseTo(60, within(0.2));
        var seen = result.events().orElseThrow();
        assertThat(seen.count()).isEqualTo(12);
        assertThat(seen.first().getTotalCount()).isEqualTo(3);
        assertThat(sumMillis(seen.first())).isCloseTo(15, within(0.1));
        assertThat(seen.between().getTotalCount()).isEqualTo(9);
        assertThat(sumMillis(seen.between())).isCloseTo(27, within(0.1));
    }

    /// As an imported request of a browser has it.
    @Test
    void a_compressed_stream_is_not_accepted() throws Exception {
        var headers = Map.of("accept-encoding", "gzip, br", "Accept", "*/*");
        var traffic =
                Traffic.of(new Request("GET", "/events", headers, "", TIMEOUT))
                        .withStreaming(Optional.of(Streaming.EVENTS));
        var open = new LoadModel.Open(10, Arrival.CONSTANT, 1);
        var load = new VirtualLoad(open, traffic, FINITE).window(0, 150);
        assertThat(load.result(200).counts().succeeded()).isEqualTo(1);
        assertThat(load.net.received().getFirst().text())
                .contains("\r\naccept-encoding: identity\r\n")
                .contains("\r\nAccept: */*\r\n");
    }

    /// The arrival at 20 ms finds the only connection busy until 30 ms: its first event comes at
    /// 35.
    @Test
    void the_time_to_the_first_event_counts_from_the_intended_send() throws Exception {
        var open = new LoadModel.Open(100, Arrival.CONSTANT, 1);
        var result = new VirtualLoad(open, events(), FINITE).window(0, 25).result(100);
        var first = result.events().orElseThrow().first();
        assertThat(first.getTotalCount()).isEqualTo(2);
        assertThat(sumMillis(first))
                .isCloseTo(20, within(0.1)); // 5 for the arrival at 10 ms, and 35 - 20
    }

    /// Arrivals at 50, 100, 150 and 200 ms over one connection, with 40 ms to be sent and 150 ms
    /// for the response. The first has no event, and ends with its connection at 200 ms. The second
    /// and the third cannot be sent in time. The fourth is sent at 210 ms; its event comes at 215.
    @Test
    void the_time_to_the_first_event_has_the_requests_without_one() throws Exception {
        var traffic =
                Traffic.of(Request.get("/events", Duration.ofMillis(150)))
                        .withStreaming(Optional.of(Streaming.EVENTS))
                        .withDeadline(Optional.of(Duration.ofMillis(40)));
        Peer server =
                (request, net) -> {
                    if (request.number() > 1) {
                        FINITE.receives(request, net);
                    }
                };
        var open = new LoadModel.Open(20, Arrival.CONSTANT, 1);
        var result = new VirtualLoad(open, traffic, server).window(0, 225).result(400);
        assertThat(result.counts().errors())
                .isEqualTo(Map.of("timeout", 1L, "deadline-unsent", 2L));
        assertThat(result.counts().succeeded()).isEqualTo(1);
        assertThat(sumMillis(result.responseTime())).isCloseTo(260, within(0.5));
        var first = result.events().orElseThrow().first();
        assertThat(first.getTotalCount()).isEqualTo(4);
        assertThat(sumMillis(first)).isCloseTo(245, within(0.5)); // 150 + 40 + 40 + 15
    }

    /// Arrivals at 100, 200 and 300 ms: a stream, an object of JSON and a stream.
    @Test
    void responses_without_an_event_have_no_time_to_it_and_are_counted() throws Exception {
        Peer server =
                (request, net) -> {
                    if (request.number() == 2) {
                        net.responds(
                                request.id(),
                                MILLI,
                                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
                    } else {
                        FINITE.receives(request, net);
                    }
                };
        var open = new LoadModel.Open(10, Arrival.CONSTANT, 1);
        var result = new VirtualLoad(open, events(), server).window(0, 350).result(400);
        assertThat(result.counts().succeeded()).isEqualTo(3);
        var seen = result.events().orElseThrow();
        assertThat(seen.first().getTotalCount()).isEqualTo(2);
        assertThat(seen.withoutEvent()).isEqualTo(1);
    }

    /// A request at 100 ms, with 50 ms for its response, which has an event and goes on.
    @Test
    void a_response_that_does_not_end_is_told_from_none() throws Exception {
        var open = new LoadModel.Open(10, Arrival.CONSTANT, 1);
        var plain = Traffic.of(Request.get("/events", Duration.ofMillis(50)));
        var events = plain.withStreaming(Optional.of(Streaming.EVENTS));
        Peer endless = (request, net) -> net.responds(request.id(), MILLI, HEAD + EVENT);
        for (var traffic : List.of(plain, events)) {
            var result = new VirtualLoad(open, traffic, endless).window(0, 180).result(300);
            assertThat(result.counts().errors()).isEqualTo(Map.of("timeout", 1L));
            assertThat(result.events().orElseThrow().faults())
                    .isEqualTo(Map.of("timeout", "the response began and did not end"));
        }
        Peer silent = (_, _) -> {};
        var result = new VirtualLoad(open, plain, silent).window(0, 180).result(300);
        assertThat(result.counts().errors()).isEqualTo(Map.of("timeout", 1L));
        assertThat(result.events()).isEmpty();
    }

    /// Each of 5 connections has its first event 2 ms after it was opened, and then one every 10
    /// ms, 4 in all.
    @Test
    void held_connections_receive_events_until_the_end() throws Exception {
        var model = new LoadModel.HeldConnections(5, 1_000);
        Peer server =
                (request, net) -> {
                    net.responds(request.id(), MILLI, HEAD);
                    for (int i = 0; i < 4; i++) {
                        net.responds(request.id(), (2 + 10 * i) * MILLI, EVENT);
                    }
                };
        var load =
                new VirtualLoad(model, events(), WorkerShard.WHOLE, true, server).window(100, 200);
        var result = load.result(250);
        assertThat(result.counts().succeeded()).isEqualTo(5);
        assertThat(sumMillis(result.responseTime())).isCloseTo(10, within(0.1));
        assertThat(result.connections().closed()).isZero();
        assertThat(load.progress().connectionsOpen()).isEqualTo(5);
        var seen = result.events().orElseThrow();
        assertThat(seen.count()).isEqualTo(20);
        assertThat(sumMillis(seen.first())).isCloseTo(10, within(0.1));
        assertThat(seen.between().getTotalCount()).isEqualTo(15);
        assertThat(sumMillis(seen.between())).isCloseTo(150, within(0.5));
    }

    /// The single user of the warm-up opens a connection for each stream, which would not end.
    @Test
    void the_user_of_the_warm_up_of_held_streams_reconnects() throws Exception {
        var model = new LoadModel.HeldConnections(3, 1_000);
        Peer server =
                (request, net) -> {
                    net.responds(request.id(), MILLI, HEAD + EVENT);
                    net.responds(request.id(), 500 * MILLI, EVENT);
                };
        var load = new VirtualLoad(model, events(), server).window(50, 80);
        var result = load.result(100);
        assertThat(load.net.received().stream().filter(r -> r.onConnection() > 1)).isEmpty();
        assertThat(result.counts().succeeded()).isEqualTo(3);
    }

    /// However its bytes are cut.
    @Test
    void a_held_stream_that_ends_with_its_first_event_is_no_longer_open() throws Exception {
        Peer server =
                (request, net) -> net.responds(request.id(), MILLI, HEAD + EVENT + "0\r\n\r\n");
        var model = new LoadModel.HeldConnections(3, 1_000);
        var load =
                new VirtualLoad(model, events(), WorkerShard.WHOLE, true, server).window(100, 200);
        var result = load.result(250);
        assertThat(result.counts().succeeded()).isEqualTo(3);
        assertThat(result.connections().closed()).isEqualTo(3);
        assertThat(load.progress().connectionsOpen()).isZero();
    }

    /// The server ends each stream after 20 ms.
    @Test
    void a_held_stream_that_ends_is_no_longer_open() throws Exception {
        var model = new LoadModel.HeldConnections(3, 1_000);
        var load =
                new VirtualLoad(model, events(), WorkerShard.WHOLE, true, FINITE).window(100, 200);
        var result = load.result(250);
        assertThat(result.counts().succeeded()).isEqualTo(3);
        assertThat(result.connections().closed()).isEqualTo(3);
        assertThat(load.progress().connectionsOpen()).isZero();
    }
}
