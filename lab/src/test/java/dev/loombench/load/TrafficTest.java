package dev.loombench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.load.Responder.Talk;
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

/// What is sent and over which connections, as a server sees it, over every transport that can be
/// had here.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@ParameterizedClass
@MethodSource("dev.loombench.load.Here#transports")
class TrafficTest {
    private static final Duration PATIENT = Duration.ofSeconds(20);
    private static final ConnectionPolicy FRESH =
            new ConnectionPolicy(false, Optional.empty(), List.of());
    private static final String NO_BODY = "HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n";

    private final LoadSettings settings;

    TrafficTest(TransportChoice transport) {
        settings = new LoadSettings(transport, Pacing.AUTO, 1);
    }

    private static Request named(String name, int weight, String method, String path) {
        return new Request(name, weight, method, path, Map.of(), "", PATIENT);
    }

    private static TrafficSpec mix(Request... requests) {
        return new TrafficSpec(List.of(requests), Map.of(), ConnectionPolicy.DEFAULT);
    }

    private static TrafficSpec hello(ConnectionPolicy connections) {
        return hello(connections, PATIENT);
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

    /// The answer to a HEAD names a length and has no body: taken for that of a GET, the next
    /// answer would be eaten as its body; and the other way round the body would be too much.
    @Test
    void answers_to_head_and_to_others_are_told_apart_on_one_connection() throws Exception {
        var traffic = mix(named("look", 1, "HEAD", "/a"), named("take", 3, "GET", "/b"));
        try (var server = new Responder(TrafficTest::answerByMethod);
                var run = start(server, users(2), traffic)) {
            run.openWindow();
            awaitAnswers(run, 2_000);
            var result = run.closeWindow();
            assertThat(result.counts().errors()).isEmpty();
            var look = counts(result, "look");
            var take = counts(result, "take");
            assertThat(look.sent() + take.sent()).isEqualTo(result.counts().sent());
            assertThat(look.succeeded() + take.succeeded()).isEqualTo(result.counts().succeeded());
            // A quarter of 2000 or more: 0.25 +- 0.06 is 6 standard deviations of sqrt(3/16/2000).
            assertThat((double) look.sent() / result.counts().sent()).isBetween(0.19, 0.31);
        }
    }

    private static void answerByMethod(Talk talk) throws IOException {
        talk.write(talk.line().startsWith("HEAD ") ? NO_BODY : Responder.HELLO);
    }

    @Test
    void what_fails_is_counted_under_the_name_of_its_request() throws Exception {
        var traffic = mix(named("good", 1, "GET", "/good"), named("bad", 1, "GET", "/bad"));
        try (var server =
                        new Responder(talk ->
                                talk.write(
                                        talk.line().contains("/good")
                                                ? Responder.HELLO
                                                : "HTTP/1.1 503 x\r\nContent-Length: 0\r\n\r\n"));
                var run = start(server, users(3), traffic)) {
            run.openWindow();
            awaitAnswers(run, 100);
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
        var request = List.of(Request.get("/", PATIENT));
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
                awaitAnswers(run, 20);
                assertThat(run.closeWindow().counts().errors()).isEmpty();
            }
        }
    }

    /// One user, so that the order of arrival at the server is that of sending.
    @Test
    void the_seed_decides_which_requests_are_sent_and_with_which_values() throws Exception {
        var first = lines(7);
        assertThat(lines(7)).startsWith(first.subList(0, 50).toArray(String[]::new));
        assertThat(lines(8).subList(0, 50)).isNotEqualTo(first.subList(0, 50));
    }

    private List<String> lines(long seed) throws Exception {
        var seen = new ConcurrentLinkedQueue<String>();
        var traffic =
                new TrafficSpec(
                        List.of(named("a", 1, "GET", "/a/${n}"), named("b", 2, "GET", "/b/${n}")),
                        Map.of("n", new ValueSource.Uniform(1, 1_000_000)),
                        ConnectionPolicy.DEFAULT);
        try (var server =
                        new Responder(talk -> {
                            seen.add(talk.line());
                            talk.write(Responder.HELLO);
                        });
                var run = LoadEngine.start(server.address(), users(1), traffic, seed, settings)) {
            awaitAnswers(run, 50);
        }
        return List.copyOf(seen);
    }

    @Test
    void bodies_of_changing_length_arrive_whole_and_each_number_once() throws Exception {
        var expected = new ArrayList<String>();
        for (int i = 95; i < 1_095; i++) {
            expected.add("POST /%d HTTP/1.1%d<%d>".formatted(i, i, i));
        }
        var bodies = new ConcurrentLinkedQueue<String>();
        var request = new Request("POST", "/${i}", Map.of("X-I", "${i}"), "<${i}>", PATIENT);
        var traffic =
                new TrafficSpec(
                        List.of(request),
                        Map.of("i", new ValueSource.Counter(95)),
                        ConnectionPolicy.DEFAULT);
        try (var server =
                        new Responder(talk -> {
                            bodies.add(talk.line() + xI(talk.head()) + talk.body());
                            talk.write(Responder.HELLO);
                        });
                var run = start(server, users(4), traffic)) {
            // The first 1,000 answers may be those of later numbers.
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
        answersOnFreshConnections(users(4));
    }

    @Test
    void without_keep_alive_arrivals_open_a_connection_for_each_request() throws Exception {
        answersOnFreshConnections(new LoadModel.Open(500, Arrival.CONSTANT, 8));
    }

    private void answersOnFreshConnections(LoadModel model) throws Exception {
        Queue<Talk> talks = new ConcurrentLinkedQueue<>();
        try (var server =
                        new Responder(talk -> {
                            talks.add(talk);
                            talk.write(Responder.HELLO);
                        });
                var run = start(server, model, hello(FRESH))) {
            awaitAnswers(run, 20);
            run.openWindow(OptionalLong.of(400), _ -> {});
            await(run, _ -> run.windowOver(Duration.ofHours(1)));
            var result = run.closeWindow();
            assertThat(result.counts().errors()).isEmpty();
            assertThat(talks).allMatch(talk -> talk.onConnection() == 1);
            assertThat(talks).allMatch(talk -> talk.head().contains("Connection: close\r\n"));
            // The window ends with its last answer. One for each of its requests, and perhaps for
            // those of the warm-up that had no connection yet.
            assertThat(result.connections().connectTime().getTotalCount())
                    .isBetween(400L, (long) talks.size());
        }
    }

    /// With a listener's queue of connections full, Linux lets further ones wait.
    @Test
    @EnabledOnOs(OS.LINUX)
    void a_connection_that_is_not_open_in_time_is_a_failure_of_its_own() throws Exception {
        var policy = new ConnectionPolicy(true, Optional.of(Duration.ofMillis(100)), List.of());
        var loopback = InetAddress.getLoopbackAddress();
        var queued = new ArrayList<Socket>();
        try (var listener = new ServerSocket(0, 1, loopback)) {
            for (int i = 0; i < 2; i++) { // a queue of 1 takes 2
                queued.add(new Socket(loopback, listener.getLocalPort()));
            }
            var target = new InetSocketAddress(loopback, listener.getLocalPort());
            var traffic = hello(policy, Duration.ofSeconds(2)); // those never sent are waited for
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
    void the_time_to_connect_is_recorded_of_connections_opened_within_the_window()
            throws Exception {
        try (var server = Responder.always(Responder.HELLO);
                var run = start(server, users(5), hello(ConnectionPolicy.DEFAULT))) {
            await(run, p -> p.connectionsOpen() == 5);
            run.openWindow();
            awaitAnswers(run, 100);
            assertThat(run.closeWindow().connections().connectTime().getTotalCount()).isZero();
        }
        try (var server =
                        new Responder(talk -> {
                            talk.write(Responder.HELLO);
                            talk.socket().close();
                        });
                var run = start(server, users(1), hello(ConnectionPolicy.DEFAULT))) {
            run.openWindow();
            awaitAnswers(run, 20);
            var opened = run.closeWindow().connections().connectTime();
            assertThat(opened.getTotalCount()).isGreaterThanOrEqualTo(10);
            assertThat(opened.getMaxValue()).isPositive();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX) // where all of 127/8 is the machine's own
    void several_loops_take_turns_with_the_source_addresses() throws Exception {
        var policy =
                new ConnectionPolicy(
                        true, Optional.empty(), List.of("127.0.0.2", "127.0.0.3", "127.0.0.4"));
        var seen = new ConcurrentLinkedQueue<String>();
        var two = new LoadSettings(settings.transport(), Pacing.AUTO, 2);
        try (var server =
                        new Responder(talk -> {
                            if (talk.onConnection() == 1) {
                                seen.add(talk.socket().getInetAddress().getHostAddress());
                            }
                            talk.write(Responder.HELLO);
                        });
                var run = LoadEngine.start(server.address(), users(6), hello(policy), 1, two)) {
            await(run, p -> seen.size() == 6);
            assertThat(seen)
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
    void an_address_of_another_machine_is_refused_before_anything_is_sent() throws Exception {
        try (var server = Responder.always(Responder.HELLO)) {
            refused(server, "192.0.2.1", "this machine does not have it");
            refused(server, "::1", "are of different families");
            assertThat(server.requests()).isZero();
        }
    }

    private void refused(Responder server, String source, String why) {
        var policy = new ConnectionPolicy(true, Optional.empty(), List.of(source));
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(() -> start(server, users(1), hello(policy)))
                .withMessageContaining(why);
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

    /// So many good answers from now on.
    private static void awaitAnswers(LoadRun run, int more) throws InterruptedException {
        var before = run.progress();
        await(run, p -> p.answered() >= before.answered() + more);
    }

    private static void await(LoadRun run, Predicate<LoadProgress> reached)
            throws InterruptedException {
        while (!reached.test(run.progress())) {
            Thread.sleep(1);
        }
    }
}
