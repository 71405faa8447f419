package dev.loombench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.load.Responder.RequestExchange;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.result.LoadResult;
import dev.loombench.result.LoadResult.RequestCounts;
import dev.loombench.spec.load.Arrival;
import dev.loombench.spec.load.ConnectionPolicy;
import dev.loombench.spec.load.ErrorPolicy;
import dev.loombench.spec.load.ExpectedStatuses;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.Request;
import dev.loombench.spec.load.TrafficSpec;
import dev.loombench.spec.load.ValueSource;
import dev.loombench.spec.text.SpecError;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Requests and connections as a server sees them, over every available transport.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@ParameterizedClass
@MethodSource("dev.loombench.load.AvailableTransports#transports")
class TrafficTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final ConnectionPolicy FRESH =
            new ConnectionPolicy(false, Optional.empty(), List.of());
    private static final String NO_BODY = "HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n";

    private final LoadSettings settings;

    TrafficTest(TransportChoice transport) {
        settings = new LoadSettings(transport, Pacing.AUTO, 1);
    }

    private static Request named(String name, int weight, String method, String path) {
        return new Request(name, weight, method, path, Map.of(), "", TIMEOUT);
    }

    private static TrafficSpec mix(Request... requests) {
        return new TrafficSpec(List.of(requests), Map.of(), ConnectionPolicy.DEFAULT);
    }

    private static TrafficSpec hello(ConnectionPolicy connections) {
        return hello(connections, TIMEOUT);
    }

    private static TrafficSpec hello(ConnectionPolicy connections, Duration timeout) {
        return new TrafficSpec(List.of(Request.get("/hello", timeout)), Map.of(), connections);
    }

    private static LoadModel users(int count) {
        return new LoadModel.Closed(count, Duration.ZERO);
    }

    private LoadRun start(Responder server, LoadModel model, TrafficSpec traffic)
            throws IOException {
        return LoadEngine.start(server.address(), model, traffic, 1, settings);
    }

    /// The response to a HEAD has a length and no body: parsed like that of a GET, it would consume
    /// the next response as its body; the other way round, the body would be malformed.
    @Test
    void responses_to_head_and_get_are_distinguished_on_one_connection() throws Exception {
        var traffic = mix(named("head", 1, "HEAD", "/a"), named("get", 3, "GET", "/b"));
        try (var server = new Responder(TrafficTest::respondByMethod);
                var run = start(server, users(2), traffic)) {
            run.openWindow();
            awaitResponses(run, 2_000);
            var result = run.closeWindow();
            assertThat(result.counts().errors()).isEmpty();
            var head = counts(result, "head");
            var get = counts(result, "get");
            assertThat(head.sent() + get.sent()).isEqualTo(result.counts().sent());
            assertThat(head.succeeded() + get.succeeded()).isEqualTo(result.counts().succeeded());
            // A quarter of 2000 or more: 0.25 +- 0.06 is 6 standard deviations of sqrt(3/16/2000).
            assertThat((double) head.sent() / result.counts().sent()).isBetween(0.19, 0.31);
        }
    }

    private static void respondByMethod(RequestExchange exchange) throws IOException {
        exchange.write(exchange.line().startsWith("HEAD ") ? NO_BODY : Responder.HELLO);
    }

    @Test
    void failures_are_counted_under_the_name_of_their_request() throws Exception {
        var traffic = mix(named("good", 1, "GET", "/good"), named("bad", 1, "GET", "/bad"));
        try (var server =
                        new Responder(exchange ->
                                exchange.write(
                                        exchange.line().contains("/good")
                                                ? Responder.HELLO
                                                : "HTTP/1.1 503 x\r\nContent-Length: 0\r\n\r\n"));
                var run = start(server, users(3), traffic)) {
            run.openWindow();
            awaitResponses(run, 100);
            var result = run.closeWindow();
            var bad = counts(result, "bad");
            assertThat(bad.errors()).isEqualTo(Map.of("status-5xx", bad.sent()));
            assertThat(result.counts().errors()).isEqualTo(bad.errors());
            assertThat(counts(result, "good").failed()).isZero();
            assertThat(counts(result, "good").succeeded()).isEqualTo(result.counts().succeeded());
        }
    }

    @Test
    void a_redirect_is_a_good_response_only_where_it_is_expected() throws Exception {
        var found = "HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n\r\n";
        var request = List.of(Request.get("/", TIMEOUT));
        try (var server = Responder.always(found)) {
            try (var run = start(server, users(2), TrafficSpec.of(request.getFirst()))) {
                run.openWindow();
                await(run, p -> p.errors() >= 20);
                var counts = run.closeWindow().counts();
                assertThat(counts.succeeded()).isZero();
                assertThat(counts.errors()).isEqualTo(Map.of("status-3xx", counts.sent()));
            }
            var expecting =
                    new TrafficSpec(
                            request,
                            Map.of(),
                            ConnectionPolicy.DEFAULT,
                            ErrorPolicy.INVALIDATE,
                            ExpectedStatuses.of("302, 4xx"));
            try (var run = start(server, users(2), expecting)) {
                run.openWindow();
                awaitResponses(run, 20);
                assertThat(run.closeWindow().counts().errors()).isEmpty();
            }
        }
    }

    /// One user, so that requests arrive at the server in the order of sending.
    @Test
    void the_seed_determines_the_requests_and_their_values() throws Exception {
        var first = lines(7);
        assertThat(lines(7)).startsWith(first.subList(0, 50).toArray(String[]::new));
        assertThat(lines(8).subList(0, 50)).isNotEqualTo(first.subList(0, 50));
    }

    private List<String> lines(long seed) throws Exception {
        var received = new ConcurrentLinkedQueue<String>();
        var traffic =
                new TrafficSpec(
                        List.of(named("a", 1, "GET", "/a/${n}"), named("b", 2, "GET", "/b/${n}")),
                        Map.of("n", new ValueSource.Uniform(1, 1_000_000)),
                        ConnectionPolicy.DEFAULT);
        try (var server =
                        new Responder(exchange -> {
                            received.add(exchange.line());
                            exchange.write(Responder.HELLO);
                        });
                var run = LoadEngine.start(server.address(), users(1), traffic, seed, settings)) {
            awaitResponses(run, 50);
        }
        return List.copyOf(received);
    }

    @Test
    void bodies_of_varying_length_arrive_complete_and_each_number_once() throws Exception {
        var expected = new ArrayList<String>();
        for (int i = 95; i < 1_095; i++) {
            expected.add("POST /%d HTTP/1.1%d<%d>".formatted(i, i, i));
        }
        var bodies = new ConcurrentLinkedQueue<String>();
        var request = new Request("POST", "/${i}", Map.of("X-I", "${i}"), "<${i}>", TIMEOUT);
        var traffic =
                new TrafficSpec(
                        List.of(request),
                        Map.of("i", new ValueSource.Counter(95)),
                        ConnectionPolicy.DEFAULT);
        try (var server =
                        new Responder(exchange -> {
                            bodies.add(exchange.line() + xI(exchange.head()) + exchange.body());
                            exchange.write(Responder.HELLO);
                        });
                var run = start(server, users(4), traffic)) {
            // The first 1,000 responses may be those of later numbers.
            await(run, _ -> Set.copyOf(bodies).containsAll(expected));
        }
        assertThat(bodies).doesNotHaveDuplicates();
    }

    private static String xI(String head) {
        int at = head.indexOf("X-I: ") + 5;
        return head.substring(at, head.indexOf("\r\n", at));
    }

    @Test
    void without_keep_alive_users_open_a_connection_for_each_request() throws Exception {
        assertResponsesOnNewConnections(users(4));
    }

    @Test
    void without_keep_alive_arrivals_open_a_connection_for_each_request() throws Exception {
        assertResponsesOnNewConnections(new LoadModel.Open(500, Arrival.CONSTANT, 8));
    }

    private void assertResponsesOnNewConnections(LoadModel model) throws Exception {
        Queue<RequestExchange> exchanges = new ConcurrentLinkedQueue<>();
        try (var server =
                        new Responder(exchange -> {
                            exchanges.add(exchange);
                            exchange.write(Responder.HELLO);
                        });
                var run = start(server, model, hello(FRESH))) {
            awaitResponses(run, 20);
            run.openWindow(OptionalLong.of(400), _ -> {});
            await(run, _ -> run.windowOver(Duration.ofHours(1)));
            var result = run.closeWindow();
            assertThat(result.counts().errors()).isEmpty();
            assertThat(exchanges).allMatch(exchange -> exchange.onConnection() == 1);
            assertThat(exchanges)
                    .allMatch(exchange -> exchange.head().contains("Connection: close\r\n"));
            // The window ends with its last response. One connection per request of the window, and
            // possibly for warm-up requests that had no connection yet.
            assertThat(result.connections().connectTime().getTotalCount())
                    .isBetween(400L, (long) exchanges.size());
        }
    }

    /// When a listener's queue is full, Linux lets further connections wait.
    @Test
    @EnabledOnOs(OS.LINUX)
    void a_connect_timeout_is_an_error_kind_of_its_own() throws Exception {
        var policy = new ConnectionPolicy(true, Optional.of(Duration.ofMillis(100)), List.of());
        var loopback = InetAddress.getLoopbackAddress();
        var queued = new ArrayList<Socket>();
        try (var listener = new ServerSocket(0, 1, loopback)) {
            for (int i = 0; i < 2; i++) { // a queue of 1 holds 2
                queued.add(new Socket(loopback, listener.getLocalPort()));
            }
            var target = new InetSocketAddress(loopback, listener.getLocalPort());
            var traffic = hello(policy, Duration.ofSeconds(2)); // requests never sent also time out
            for (var model : List.of(users(1), new LoadModel.Open(100, Arrival.CONSTANT, 1))) {
                try (var run = LoadEngine.start(target, model, traffic, 1, settings)) {
                    run.openWindow();
                    await(run, p -> p.errors() >= 2);
                    assertThat(run.closeWindow().counts().errors()).containsKey("connect-timeout");
                }
            }
        } finally {
            for (var socket : queued) {
                socket.close();
            }
        }
    }

    @Test
    void connect_time_is_recorded_for_connections_opened_within_the_window() throws Exception {
        try (var server = Responder.always(Responder.HELLO);
                var run = start(server, users(5), hello(ConnectionPolicy.DEFAULT))) {
            await(run, p -> p.connectionsOpen() == 5);
            run.openWindow();
            awaitResponses(run, 100);
            assertThat(run.closeWindow().connections().connectTime().getTotalCount()).isZero();
        }
        try (var server =
                        new Responder(exchange -> {
                            exchange.write(Responder.HELLO);
                            exchange.socket().close();
                        });
                var run = start(server, users(1), hello(ConnectionPolicy.DEFAULT))) {
            run.openWindow();
            awaitResponses(run, 20);
            var opened = run.closeWindow().connections().connectTime();
            assertThat(opened.getTotalCount()).isGreaterThanOrEqualTo(10);
            assertThat(opened.getMaxValue()).isPositive();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX) // where all of 127/8 is local
    void several_workers_share_the_source_addresses_in_rotation() throws Exception {
        var policy =
                new ConnectionPolicy(
                        true, Optional.empty(), List.of("127.0.0.2", "127.0.0.3", "127.0.0.4"));
        var received = new ConcurrentLinkedQueue<String>();
        var two = new LoadSettings(settings.transport(), Pacing.AUTO, 2);
        try (var server =
                        new Responder(exchange -> {
                            if (exchange.onConnection() == 1) {
                                received.add(exchange.socket().getInetAddress().getHostAddress());
                            }
                            exchange.write(Responder.HELLO);
                        });
                var run = LoadEngine.start(server.address(), users(6), hello(policy), 1, two)) {
            await(run, p -> received.size() == 6);
            assertThat(received)
                    .containsExactlyInAnyOrder(
                            "127.0.0.2",
                            "127.0.0.2",
                            "127.0.0.3",
                            "127.0.0.3",
                            "127.0.0.4",
                            "127.0.0.4");
        }
    }

    @Test
    void an_address_of_another_machine_is_rejected_before_anything_is_sent() throws Exception {
        try (var server = Responder.always(Responder.HELLO)) {
            assertRejected(server, "192.0.2.1", "this machine does not have it");
            assertRejected(server, "::1", "are of different families");
            assertThat(server.requests()).isZero();
        }
    }

    private void assertRejected(Responder server, String source, String reason) {
        var policy = new ConnectionPolicy(true, Optional.empty(), List.of(source));
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(() -> start(server, users(1), hello(policy)))
                .withMessageContaining(reason);
    }

    @Test
    void source_addresses_can_be_checked_before_there_is_a_server() {
        var policy = new ConnectionPolicy(true, Optional.empty(), List.of("127.0.0.1"));
        LoadEngine.checkSources(hello(policy));
        var elsewhere = new ConnectionPolicy(true, Optional.empty(), List.of("192.0.2.1"));
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(() -> LoadEngine.checkSources(hello(elsewhere)))
                .withMessageContaining("source address 192.0.2.1 cannot be used");
    }

    private static RequestCounts counts(LoadResult result, String name) {
        return result.requests().stream()
                .filter(row -> row.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /// Waits for this many more good responses.
    private static void awaitResponses(LoadRun run, int more) throws InterruptedException {
        var before = run.progress();
        await(run, p -> p.succeeded() >= before.succeeded() + more);
    }

    private static void await(LoadRun run, Predicate<LoadProgress> reached)
            throws InterruptedException {
        while (!reached.test(run.progress())) {
            Thread.sleep(1);
        }
    }
}
