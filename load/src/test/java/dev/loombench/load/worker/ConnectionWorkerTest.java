package dev.loombench.load.worker;

import static dev.loombench.load.worker.VirtualLoad.MILLI;
import static dev.loombench.load.worker.VirtualLoad.TIMEOUT;
import static dev.loombench.load.worker.VirtualLoad.responding;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.loombench.load.Responder;
import dev.loombench.load.record.RecordedWindow;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.worker.ScriptedTransport.Peer;
import dev.loombench.load.worker.ScriptedTransport.Received;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.ValueSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Connections that open late, break or end in virtual time: timeouts, retries and pauses.
class ConnectionWorkerTest {
    private static final LoadModel USER = new LoadModel.Closed(1, Duration.ZERO);

    private static Traffic numbered(String method) {
        return new Traffic(
                List.of(new Request(method, "/${n}", Map.of(), "", TIMEOUT)),
                Map.of("n", new ValueSource.Counter(1)),
                ConnectionPolicy.DEFAULT);
    }

    /// Responds to the first request of a connection after 10 ms, and closes it 5 ms after the
    /// second.
    private static void respondOnce(Received request, ScriptedTransport net) {
        if (request.onConnection() == 1) {
            net.responds(request.id(), 10 * MILLI, Responder.HELLO);
        } else {
            net.ends(request.id(), 5 * MILLI);
        }
    }

    private static List<String> lines(VirtualLoad load) {
        return load.net.received().stream().map(Received::line).toList();
    }

    /// Request 2 is sent at 10 ms, its connection is closed at 15 ms, and it is sent again at once,
    /// with its own number: its response, at 25 ms, took 15 ms.
    @Test
    void a_retried_request_keeps_its_start_time_and_its_values() throws Exception {
        var load =
                new VirtualLoad(USER, numbered("GET"), ConnectionWorkerTest::respondOnce)
                        .window(5, 41);
        var result = load.result(60);
        assertThat(load.sendMillis()).startsWith(0.0, 10.0, 15.0, 25.0, 30.0, 40.0, 45.0);
        assertThat(lines(load))
                .startsWith(
                        "GET /1 HTTP/1.1",
                        "GET /2 HTTP/1.1",
                        "GET /2 HTTP/1.1",
                        "GET /3 HTTP/1.1",
                        "GET /3 HTTP/1.1");
        assertThat(result.counts().sent()).isEqualTo(3);
        assertThat(result.counts().succeeded()).isEqualTo(3);
        assertThat(result.counts().errors()).isEmpty();
        assertThat((double) result.responseTime().getMinValue())
                .isCloseTo(15e6, withinPercentage(0.2));
        assertThat((double) result.serviceTime().getMaxValue())
                .isCloseTo(10e6, withinPercentage(0.2)); // since the second send
    }

    /// 2 and 4 fail, as the server closes their connections: it may have received them.
    @Test
    void a_counted_number_of_requests_is_not_exceeded() throws Exception {
        var load =
                new VirtualLoad(USER, numbered("GET"), ConnectionWorkerTest::respondOnce)
                        .window(0, 200, new RecordedWindow.Goal(5, true));
        var result = load.result(250);
        assertThat(lines(load))
                .containsExactly(
                        "GET /1 HTTP/1.1",
                        "GET /2 HTTP/1.1",
                        "GET /3 HTTP/1.1",
                        "GET /4 HTTP/1.1",
                        "GET /5 HTTP/1.1");
        assertThat(result.counts().sent()).isEqualTo(5);
        assertThat(result.counts().succeeded()).isEqualTo(3);
        assertThat(result.counts().errors()).isEqualTo(Map.of("closed-early", 2L));
    }

    @Test
    void a_request_that_is_not_idempotent_is_sent_once() throws Exception {
        var load =
                new VirtualLoad(USER, numbered("POST"), ConnectionWorkerTest::respondOnce)
                        .window(5, 38);
        var result = load.result(60);
        // 2 fails at 15 ms; the user pauses for 10 ms.
        assertThat(load.sendMillis()).startsWith(0.0, 10.0, 25.0, 35.0);
        assertThat(lines(load)).doesNotHaveDuplicates();
        assertThat(result.counts().errors()).isEqualTo(Map.of("closed-early", 2L));
    }

    /// The connection is new: the server did not close one that it had kept. The user pauses for
    /// 10, 20, 40 ms.
    @Test
    void a_request_that_fails_on_a_new_connection_is_not_retried() {
        var load =
                new VirtualLoad(
                                USER,
                                numbered("GET"),
                                (request, net) -> net.breaks(request.id(), MILLI, ErrorKind.RESET))
                        .runUntil(160);
        assertThat(load.sendMillis()).containsExactly(0.0, 11.0, 32.0, 73.0, 154.0);
        assertThat(lines(load)).doesNotHaveDuplicates();
        assertThat(load.progress().errors()).isEqualTo(5);
    }

    /// The retry fails as well, on its new connection.
    @Test
    void a_request_is_retried_once() throws Exception {
        Peer server =
                (request, net) -> {
                    if (request.number() == 1) {
                        net.responds(request.id(), MILLI, Responder.HELLO);
                    } else {
                        net.breaks(request.id(), MILLI, ErrorKind.RESET);
                    }
                };
        var load = new VirtualLoad(USER, numbered("GET"), server).window(0, 4);
        var result = load.result(10);
        assertThat(lines(load))
                .containsExactly("GET /1 HTTP/1.1", "GET /2 HTTP/1.1", "GET /2 HTTP/1.1");
        assertThat(load.sendMillis()).containsExactly(0.0, 1.0, 2.0);
        assertThat(result.counts().errors()).isEqualTo(Map.of("reset", 1L));
    }

    @Test
    void a_request_with_a_partial_response_is_not_retried() throws Exception {
        Peer server =
                (request, net) -> {
                    if (request.onConnection() == 1) {
                        net.responds(request.id(), MILLI, Responder.HELLO);
                    } else {
                        net.responds(request.id(), MILLI, "HTTP/1.1 2");
                        net.ends(request.id(), 2 * MILLI);
                    }
                };
        var load = new VirtualLoad(USER, numbered("GET"), server).window(0, 10);
        var result = load.result(12);
        assertThat(load.sendMillis()).containsExactly(0.0, 1.0);
        assertThat(result.counts().errors()).isEqualTo(Map.of("closed-early", 1L));
    }

    @Test
    void what_is_wrong_with_a_response_is_reported() throws Exception {
        assertFault(
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nok",
                "malformed",
                "bytes after the end of the response");
        assertFault(
                "HTTP/1.1 204 No Content\r\n\r\nok",
                "malformed",
                "bytes after a response to HEAD or of status 204 or 304, which has no content");
        assertFault(
                "HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\nok",
                "malformed",
                "a Content-Length that is not one number");
        assertFault(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2 \r\nok\r\n0\r\n\r\n",
                "malformed",
                "a malformed chunk");
        assertFault("<p>hello</p>\n", "malformed", "no status line of HTTP/1.1");
        assertFault(
                "HTTP/1.1 200 OK\r\nX: " + "y".repeat(70_000),
                "too-large",
                "a head, or a line of a chunk, of more than 64 KiB");
    }

    private static void assertFault(String response, String kind, String found) throws Exception {
        Peer server = (request, net) -> net.responds(request.id(), MILLI, response);
        var result = new VirtualLoad(USER, numbered("GET"), server).window(0, 5).result(10);
        assertThat(result.counts().errors()).isEqualTo(Map.of(kind, 1L));
        assertThat(result.events().orElseThrow().faults()).isEqualTo(Map.of(kind, found));
    }

    /// The response to a request that has timed out comes 50 ms later, when its connection is
    /// closed and another is in use.
    @Test
    void a_response_after_the_timeout_belongs_to_no_request() {
        var load =
                new VirtualLoad(USER, Duration.ofMillis(100), responding(150 * MILLI))
                        .runUntil(300);
        assertThat(load.sendMillis()).containsExactly(0.0, 110.0, 230.0);
        assertThat(load.progress().errors()).isEqualTo(2);
        assertThat(load.progress().succeeded()).isZero();
    }

    /// The time to open the connection counts towards the timeout and the response time.
    @Test
    void a_request_waits_for_its_connection() throws Exception {
        var load =
                new VirtualLoad(USER, TIMEOUT, opening(30 * MILLI, responding(5 * MILLI)))
                        .window(0, 33);
        var result = load.result(60);
        assertThat(load.sendMillis()).startsWith(30.0, 35.0, 40.0);
        assertThat((double) result.responseTime().getMaxValue())
                .isCloseTo(35e6, withinPercentage(0.2));
        assertThat((double) result.connections().connectTime().getMaxValue())
                .isCloseTo(30e6, withinPercentage(0.2));
    }

    /// Opens each connection after so many ns.
    private static Peer opening(long nanos, Peer then) {
        return new Peer() {
            @Override
            public void connects(int id, ScriptedTransport net) {
                net.opens(id, nanos);
            }

            @Override
            public void receives(Received request, ScriptedTransport net) {
                then.receives(request, net);
            }
        };
    }

    /// A connection opens after 150 ms, its limit is 100 ms; a request has 120 ms. Each attempt of
    /// the user fails at the limit of the connection; pauses of 10, 20, 40 ms follow.
    @Test
    void a_connect_timeout_is_an_error_kind_of_its_own() throws Exception {
        var policy = new ConnectionPolicy(true, Optional.of(Duration.ofMillis(100)), List.of());
        var request = Request.get("/", Duration.ofMillis(120));
        var traffic = new Traffic(List.of(request), Map.of(), policy);
        var closed =
                new VirtualLoad(USER, traffic, opening(150 * MILLI, responding(MILLI)))
                        .window(0, 300);
        var result = closed.result(500);
        assertThat(closed.net.connects()).startsWith(0L, 110 * MILLI, 230 * MILLI, 370 * MILLI);
        assertThat(result.counts().sent()).isEqualTo(3);
        assertThat(result.counts().errors()).isEqualTo(Map.of("connect-timeout", 3L));
        assertThat(closed.net.received()).isEmpty();

        // Of the open model, it fails the oldest arrival, those of 10 and 90 ms; the others time
        // out.
        var model = new LoadModel.Open(100, Arrival.CONSTANT, 1);
        var open =
                new VirtualLoad(model, traffic, opening(150 * MILLI, responding(MILLI)))
                        .window(0, 195);
        assertThat(open.result(400).counts().errors())
                .isEqualTo(Map.of("connect-timeout", 2L, "timeout", 17L));
    }

    /// After 10, 20 ... 640 ms, then 1 s every time.
    @Test
    void refused_connections_are_retried_with_backoff() {
        Peer refusing =
                new Peer() {
                    @Override
                    public void connects(int id, ScriptedTransport net) {
                        net.breaks(id, 0, ErrorKind.CONNECT_REFUSED);
                    }

                    @Override
                    public void receives(Received request, ScriptedTransport net) {}
                };
        var attempts =
                List.of(0L, 10L, 30L, 70L, 150L, 310L, 630L, 1_270L, 2_270L, 3_270L).stream()
                        .map(millis -> millis * MILLI)
                        .toList();
        var closed = new VirtualLoad(USER, TIMEOUT, refusing).runUntil(4_000);
        assertThat(closed.net.connects()).isEqualTo(attempts);
        assertThat(closed.progress().errors()).isEqualTo(10);

        var arrivals = new LoadModel.Open(1, Arrival.CONSTANT, 1);
        var open = new VirtualLoad(arrivals, TIMEOUT, refusing).runUntil(4_000);
        assertThat(open.net.connects()).isEqualTo(attempts);
        // An attempt fails an arrival that waits: those of 0.5, 1.5 and 2.5 s.
        assertThat(open.progress().errors()).isEqualTo(3);
    }

    /// Responses that come while no request is pending.
    @Test
    void unrequested_bytes_close_the_connection() throws Exception {
        var thinking = new LoadModel.Closed(1, Duration.ofMillis(300));
        Peer twice =
                (request, net) -> {
                    net.responds(request.id(), MILLI, Responder.HELLO);
                    net.responds(request.id(), 6 * MILLI, Responder.HELLO);
                };
        var load = new VirtualLoad(thinking, TIMEOUT, twice).window(0, 1_000);
        var result = load.result(1_100);
        assertThat(load.sendMillis()).startsWith(0.0, 301.0, 602.0, 903.0);
        assertThat(load.net.received()).allMatch(request -> request.onConnection() == 1);
        assertThat(result.connections().closed()).isEqualTo(4);
        assertThat(result.counts().errors()).isEmpty();
    }

    /// A user opens a connection for its next request; the open model keeps its connections open.
    @Test
    void a_connection_that_the_server_closes_while_free_is_reopened() {
        Peer closing =
                (request, net) -> {
                    net.responds(request.id(), MILLI, Responder.HELLO);
                    net.ends(request.id(), 4 * MILLI);
                };
        var thinking = new LoadModel.Closed(1, Duration.ofMillis(10));
        var closed = new VirtualLoad(thinking, TIMEOUT, closing).runUntil(30);
        assertThat(closed.net.connects()).containsExactly(0L, 11 * MILLI, 22 * MILLI);

        var arrivals = new LoadModel.Open(100, Arrival.CONSTANT, 1);
        var open = new VirtualLoad(arrivals, TIMEOUT, closing).runUntil(26);
        assertThat(open.net.connects()).containsExactly(0L, 9 * MILLI, 19 * MILLI);
        assertThat(open.sendMillis()).containsExactly(5.0, 15.0, 25.0);
        assertThat(open.progress().errors()).isZero();
    }

    @Test
    void an_announced_close_is_not_an_error() throws Exception {
        var last = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok";
        var load =
                new VirtualLoad(
                                USER,
                                TIMEOUT,
                                (request, net) -> net.responds(request.id(), 10 * MILLI, last))
                        .window(0, 95);
        var result = load.result(120);
        assertThat(result.counts().errors()).isEmpty();
        assertThat(result.counts().succeeded()).isEqualTo(10);
        assertThat(result.connections().closed()).isEqualTo(9);
    }

    /// A response before the end of its request: the rest of the request would be read as the next
    /// one.
    @Test
    void an_early_response_counts_and_ends_the_connection() throws Exception {
        Peer early =
                (request, net) -> {
                    net.blocks(request.id());
                    net.responds(request.id(), 3 * MILLI, Responder.HELLO);
                };
        var load = new VirtualLoad(USER, TIMEOUT, early).window(0, 10);
        var result = load.result(20);
        assertThat(load.sendMillis()).startsWith(0.0, 3.0, 6.0, 9.0);
        assertThat(result.counts().sent()).isEqualTo(4);
        assertThat(result.counts().succeeded()).isEqualTo(4);
        assertThat(result.connections().earlyResponses()).isEqualTo(3); // within the window
        assertThat(load.net.received()).allMatch(request -> request.onConnection() == 1);
    }

    /// Without keep-alive, each request opens a connection, and that is part of its response time.
    @Test
    void without_keep_alive_each_request_opens_a_connection() throws Exception {
        var policy = new ConnectionPolicy(false, Optional.empty(), List.of());
        var request = Request.get("/", TIMEOUT);
        var traffic = new Traffic(List.of(request), Map.of(), policy);
        var models = List.of(USER, new LoadModel.Open(100, Arrival.CONSTANT, 2));
        for (var model : models) {
            var load =
                    new VirtualLoad(model, traffic, opening(3 * MILLI, responding(5 * MILLI)))
                            .window(0, 99);
            var result = load.result(200);
            assertThat(load.net.received()).allMatch(one -> one.onConnection() == 1);
            assertThat(load.net.connects()).hasSizeGreaterThanOrEqualTo(load.net.sends().size());
            assertThat((double) result.responseTime().getMinValue())
                    .isCloseTo(8e6, withinPercentage(0.2));
            assertThat((double) result.responseTime().getMaxValue())
                    .isCloseTo(8e6, withinPercentage(0.2));
            assertThat(result.counts().errors()).isEmpty();
        }
    }
}
