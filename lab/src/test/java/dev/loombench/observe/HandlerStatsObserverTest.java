package dev.loombench.observe;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.loombench.result.MetricId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HandlerStatsObserverTest {
    private final CountDownLatch load = new CountDownLatch(1);
    private HttpServer server;
    private volatile String told = "3 17 1000 5000000000";

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext(
                "/stats",
                exchange -> {
                    var body = told.getBytes(US_ASCII);
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
    void what_handlers_did_between_two_looks_is_told() {
        load.countDown();
        try (var watch = watch(server.getAddress().getPort())) {
            watch.sample();
            assertThat(Seen.by(watch).points(MetricId.HANDLERS_LEFT)).hasSize(1);
            told = "0 17 1100 5300000000";
            watch.sample();
            var seen = Seen.by(watch);
            assertThat(seen.growth(MetricId.HANDLERS_LEFT)).isEqualTo(100);
            assertThat(seen.growth(MetricId.HANDLERS_TIME)).isEqualTo(300_000_000);
            assertThat(seen.missing()).isEmpty();
        }
    }

    @Test
    void nobody_waits_for_an_answer_that_queues_behind_the_load() {
        try (var watch = watch(server.getAddress().getPort())) {
            watch.sample(); // would never return
            load.countDown();
            assertThat(Seen.by(watch).points(MetricId.HANDLERS_LEFT)).hasSize(1);
        }
    }

    @Test
    void a_server_that_does_not_tell_is_no_server_without_requests() {
        load.countDown();
        server.removeContext("/stats");
        try (var watch = watch(server.getAddress().getPort())) {
            watch.sample();
            assertMissing(watch, "the server tells nothing of them under /stats");
        }
    }

    @Test
    void other_words_under_that_path_are_no_figures() {
        load.countDown();
        told = "<b>Inside</b> 1 2 3";
        try (var watch = watch(server.getAddress().getPort())) {
            watch.sample();
            told = "3 17";
            watch.sample();
            assertMissing(watch, "the server tells nothing of them under /stats");
        }
    }

    @Test
    void a_server_that_is_gone_is_said_so() {
        server.stop(0);
        try (var watch = watch(server.getAddress().getPort())) {
            watch.sample();
            assertMissing(watch, "no answer from /stats: Connection refused");
        }
    }

    private static void assertMissing(ObservationSession watch, String why) {
        var seen = Seen.by(watch);
        assertThat(seen.has(MetricId.HANDLERS_LEFT)).isFalse();
        assertThat(seen.missing())
                .singleElement()
                .satisfies(m -> assertThat(m.reason()).isEqualTo(why));
    }

    private static ObservationSession watch(int port) {
        return new HandlerStatsObserver()
                .watch(new ObservedProcess(1, OptionalInt.of(port), Path.of(".")));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
