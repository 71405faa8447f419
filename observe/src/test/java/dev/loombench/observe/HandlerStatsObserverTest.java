package dev.loombench.observe;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.loombench.observe.result.MetricId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HandlerStatsObserverTest {
    private final CountDownLatch load = new CountDownLatch(1);
    private HttpServer server;
    private final Semaphore received = new Semaphore(0);
    private volatile String response = "3 17 1000 5000000000";

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext(
                "/stats",
                exchange -> {
                    received.release();
                    var body = response.getBytes(US_ASCII);
                    await(load);
                    exchange.sendResponseHeaders(200, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        server.start();
    }

    @AfterEach
    void stop() {
        load.countDown();
        server.stop(0);
    }

    @Test
    void two_samples_give_the_handlers_work_between_them() {
        load.countDown();
        try (var session = session(server.getAddress().getPort())) {
            session.sample();
            assertThat(SessionObservations.of(session).points(MetricId.HANDLERS_LEFT)).hasSize(1);
            response = "0 17 1100 5300000000";
            session.sample();
            var observations = SessionObservations.of(session);
            assertThat(observations.growth(MetricId.HANDLERS_LEFT)).isEqualTo(100);
            assertThat(observations.growth(MetricId.HANDLERS_TIME)).isEqualTo(300_000_000);
            assertThat(observations.unavailable()).isEmpty();
        }
    }

    @Test
    void a_rehearsal_sends_the_request_of_a_sample_and_records_nothing() throws Exception {
        try (var session = session(server.getAddress().getPort())) {
            session.rehearse();
            received.acquire();
            session.rehearse(); // skipped: the first has no response
            load.countDown();
            assertThat(SessionObservations.of(session).has(MetricId.HANDLERS_LEFT)).isFalse();
            session.sample();
            assertThat(SessionObservations.of(session).points(MetricId.HANDLERS_LEFT)).hasSize(1);
            assertThat(received.availablePermits()).isEqualTo(1);
        }
    }

    @Test
    void sampling_does_not_wait_for_a_response_queued_behind_the_load() {
        try (var session = session(server.getAddress().getPort())) {
            session.sample(); // would never return
            load.countDown();
            assertThat(SessionObservations.of(session).points(MetricId.HANDLERS_LEFT)).hasSize(1);
        }
    }

    @Test
    void a_server_without_statistics_is_unavailable_rather_than_idle() {
        load.countDown();
        server.removeContext("/stats");
        try (var session = session(server.getAddress().getPort())) {
            session.sample();
            assertMissing(session, "the server publishes no handler statistics under /stats");
        }
    }

    @Test
    void other_content_under_that_path_is_unavailable() {
        load.countDown();
        response = "<b>Inside</b> 1 2 3";
        try (var session = session(server.getAddress().getPort())) {
            session.sample();
            response = "3 17";
            session.sample();
            assertMissing(session, "the server publishes no handler statistics under /stats");
        }
    }

    /// Its port is bound, so that no other program listens there meanwhile.
    @Test
    void an_unreachable_server_is_unavailable() throws IOException {
        try (var bound = new Socket()) {
            bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (var session = session(bound.getLocalPort())) {
                session.sample();
                assertMissing(session, "no response from /stats: Connection refused");
            }
        }
    }

    private static void assertMissing(ObservationSession session, String reason) {
        var observations = SessionObservations.of(session);
        assertThat(observations.has(MetricId.HANDLERS_LEFT)).isFalse();
        assertThat(observations.unavailable())
                .singleElement()
                .satisfies(m -> assertThat(m.reason()).isEqualTo(reason));
    }

    private static ObservationSession session(int port) {
        return new HandlerStatsObserver(Duration.ofMinutes(1))
                .start(
                        ObservedProcess.ofServer(
                                1,
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                                false,
                                Path.of(".")));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
