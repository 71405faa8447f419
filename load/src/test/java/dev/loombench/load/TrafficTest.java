package dev.loombench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.Responder.RequestExchange;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResult.RequestCounts;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.ErrorPolicy;
import dev.loombench.traffic.ExpectedStatuses;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.ValueSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Requests as a server sees them, and their responses, over every available transport.
@ParameterizedClass
@MethodSource("dev.loombench.load.AvailableTransports#transports")
class TrafficTest extends LoadFixture {
    TrafficTest(TransportChoice transport) {
        super(transport);
    }

    private static final String NO_BODY = "HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n";

    private static Request named(String name, int weight, String method, String path) {
        return new Request(name, weight, method, path, Map.of(), "", TIMEOUT);
    }

    private static Traffic mix(Request... requests) {
        return new Traffic(List.of(requests), Map.of(), ConnectionPolicy.DEFAULT);
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
            try (var run = start(server, users(2), Traffic.of(request.getFirst()))) {
                run.openWindow();
                awaitErrors(run, 20);
                var counts = run.closeWindow().counts();
                assertThat(counts.succeeded()).isZero();
                assertThat(counts.errors()).isEqualTo(Map.of("status-3xx", counts.sent()));
            }
            var expecting =
                    new Traffic(
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
                new Traffic(
                        List.of(named("a", 1, "GET", "/a/${n}"), named("b", 2, "GET", "/b/${n}")),
                        Map.of("n", new ValueSource.Uniform(1, 1_000_000)),
                        ConnectionPolicy.DEFAULT);
        try (var server =
                        new Responder(exchange -> {
                            received.add(exchange.line());
                            exchange.write(Responder.HELLO);
                        });
                var run = LoadFixture.start(server.address(), users(1), traffic, seed, settings)) {
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
                new Traffic(
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

    private static RequestCounts counts(LoadResult result, String name) {
        return result.requests().stream()
                .filter(row -> row.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
