package dev.loombench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.Await;
import dev.loombench.load.Responder.RequestExchange;
import dev.loombench.load.pace.Pacing;
import dev.loombench.load.result.LoadProgress;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.tls.TlsServer;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.ValueSource;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Servers that end a connection, or a request, at a chosen moment.
@ParameterizedClass
@MethodSource("dev.loombench.load.AvailableTransports#transports")
class ConnectionReuseTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final LoadModel TWO_USERS = new LoadModel.Closed(2, Duration.ZERO);
    private static final LoadModel ARRIVALS = new LoadModel.Open(300, Arrival.CONSTANT, 2);

    private final LoadSettings settings;

    ConnectionReuseTest(TransportChoice transport) {
        settings = new LoadSettings(transport, Pacing.AUTO, 1);
    }

    @Test
    void a_server_that_closes_after_each_response_fails_no_request() throws Exception {
        for (var model : List.of(TWO_USERS, ARRIVALS)) {
            try (var server = new Responder(ConnectionReuseTest::respondAndClose)) {
                var result = measure(server.address(), model, request("GET", ""), 60);
                assertThat(result.counts().errors()).isEmpty();
                // The number depends on when the window ends: waiting arrivals are sent after it,
                // and so are the connections opened for them.
                assertThat(result.connections().closed()).isPositive();
            }
        }
    }

    /// Reads the second request of a connection, so that the client cannot notice the close before.
    private static void respondAndClose(RequestExchange exchange) throws IOException {
        if (exchange.onConnection() == 1) {
            exchange.write(Responder.HELLO);
        } else {
            exchange.socket().close();
        }
    }

    @Test
    void a_request_that_is_not_idempotent_is_sent_once() throws Exception {
        var bodies = new ConcurrentHashMap<String, AtomicInteger>();
        try (var server =
                new Responder(exchange -> {
                    bodies.computeIfAbsent(exchange.line(), _ -> new AtomicInteger())
                            .incrementAndGet();
                    respondAndClose(exchange);
                })) {
            var result = measure(server.address(), TWO_USERS, numbered("POST"), 20);
            assertThat(result.counts().errors().keySet()).isSubsetOf("closed-early", "reset");
            assertThat(result.counts().failed()).isPositive();
            assertThat(bodies.values()).allMatch(count -> count.get() == 1);
        }
    }

    /// 8 MB exceed the buffers of a socket.
    @Test
    void a_response_before_the_end_of_its_request_counts_and_ends_the_connection()
            throws Exception {
        for (var model : List.of(TWO_USERS, ARRIVALS)) {
            try (var server = new EarlyResponder(Responder.HELLO)) {
                var request = request("POST", "x".repeat(8 << 20));
                var result = measure(server.address(), model, request, 10);
                assertThat(result.counts().errors()).isEmpty();
                assertThat(result.connections().earlyResponses()).isPositive();
                assertThat(result.connections().closed()).isPositive();
            }
        }
    }

    @Test
    void an_early_error_response_is_still_an_error() throws Exception {
        try (var server =
                        new EarlyResponder("HTTP/1.1 413 Too large\r\nContent-Length: 0\r\n\r\n");
                var run =
                        start(
                                server.address(),
                                TWO_USERS,
                                Traffic.of(request("POST", "x".repeat(8 << 20))))) {
            run.openWindow();
            awaitMore(run, LoadProgress::errors, 8);
            var result = run.closeWindow();
            assertThat(result.counts().errors())
                    .isEqualTo(Map.of("status-4xx", result.counts().sent()));
            assertThat(result.connections().earlyResponses()).isPositive();
        }
    }

    private static Request request(String method, String body) {
        return new Request(method, "/", Map.of(), body, TIMEOUT);
    }

    private static Traffic numbered(String method) {
        return new Traffic(
                List.of(new Request(method, "/${n}", Map.of(), "", TIMEOUT)),
                Map.of("n", new ValueSource.Counter(1)),
                ConnectionPolicy.DEFAULT);
    }

    private LoadRun start(InetSocketAddress target, LoadModel model, Traffic traffic)
            throws IOException {
        return LoadFixture.start(target, model, traffic, 1, settings);
    }

    private LoadResult measure(
            InetSocketAddress target, LoadModel model, Request request, int responses)
            throws Exception {
        return measure(target, model, Traffic.of(request), responses);
    }

    private LoadResult measure(
            InetSocketAddress target, LoadModel model, Traffic traffic, int responses)
            throws Exception {
        try (var run = start(target, model, traffic)) {
            run.openWindow();
            awaitMore(run, LoadProgress::succeeded, responses);
            return run.closeWindow();
        }
    }

    /// Waits for so many further ones; those before the window do not count.
    private static void awaitMore(LoadRun run, ToLongFunction<LoadProgress> count, int more)
            throws InterruptedException {
        long before = count.applyAsLong(run.progress());
        Await.until(() -> count.applyAsLong(run.progress()) >= before + more);
    }

    /// A server that reads no body: it responds after the head and leaves the connection open.
    private static final class EarlyResponder implements AutoCloseable {
        private final CountDownLatch over = new CountDownLatch(1);
        private final Listener listener;

        EarlyResponder(String response) throws IOException {
            listener =
                    Listener.start(connection -> {
                        if (TlsServer.readRequest(connection)) {
                            TlsServer.write(connection, response);
                            over.await();
                        }
                    });
        }

        InetSocketAddress address() {
            return listener.address();
        }

        @Override
        public void close() throws IOException {
            over.countDown();
            listener.close();
        }
    }
}
