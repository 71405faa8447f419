package dev.loombench.cli.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.loombench.cli.LabProcess;
import dev.loombench.cli.console.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// `loombench load` in a separate process that receives signals.
@EnabledOnOs(OS.LINUX)
class LoadIT {
    /// Without a probe, which opens a window too.
    private static final String[] LOAD = {
        "load", "-c2", "-d1h", "--warm-up=1ms", "--timeout=1h", "--no-probe"
    };

    private final AtomicInteger responses = new AtomicInteger();
    private final AtomicBoolean stalls = new AtomicBoolean();
    private final AtomicBoolean waiting = new AtomicBoolean();
    private final CountDownLatch stall = new CountDownLatch(1);
    private HttpServer server;
    @TempDir private Path folder;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.createContext("/", this::respond);
        server.createContext("/stall", this::respondUntilStalled);
        server.start();
    }

    @AfterEach
    void stop() {
        stall.countDown();
        server.stop(0);
    }

    @Test
    void an_interrupt_ends_the_load_and_the_figures_are_reported() throws Exception {
        try (var lab = LabProcess.start(folder, arguments("/"))) {
            lab.awaitWindow();
            int before = responses.get();
            lab.await("the load is under way", () -> responses.get() > before + 500);
            lab.signal("INT");
            assertThat(lab.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
            assertThat(lab.out())
                    .contains("Interrupted: after ")
                    .contains("good responses/s", " 0 unfinished", "p99.99");
            assertThat(lab.err()).isEmpty();
        }
    }

    @Test
    void missing_responses_do_not_delay_the_end() throws Exception {
        try (var lab = LabProcess.start(folder, arguments("/stall"))) {
            lab.awaitWindow();
            int before = responses.get(); // until both users send requests of the window
            lab.await("the load is under way", () -> responses.get() > before + 50);
            stalls.set(true);
            lab.await("the server stalls", waiting::get);
            Thread.sleep(1_000); // until the other user has sent its request
            lab.signal("INT");
            assertThat(lab.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
            // The server has one thread: one request waits in the handler, the other for the
            // thread.
            assertThat(lab.out())
                    .contains("Interrupted: after ")
                    .contains("the load left 2 requests unfinished");
        }
    }

    @Test
    void a_generator_that_was_stopped_makes_the_result_invalid() throws Exception {
        try (var lab = LabProcess.start(folder, arguments("/", "-o", "json"))) {
            lab.awaitWindow();
            int before = responses.get();
            lab.await("the load is under way", () -> responses.get() > before + 500);
            lab.signal("STOP");
            Thread.sleep(1_200); // the limit is 1 s
            lab.signal("CONT");
            int then = responses.get();
            lab.await("the load goes on", () -> responses.get() > then + 100);
            lab.signal("INT");
            lab.exitCode();
            var json = JsonMapper.shared().readTree(lab.out());
            assertThat(json.at("/generator/stalls/count").asLong()).isPositive();
            assertThat(json.at("/generator/stalls/longestNanos").asLong())
                    .isGreaterThan(1_000_000_000L);
            assertThat(json.at("/findings").toString())
                    .contains("\"generator-stalled\"", "the load generator stood still for ");
        }
    }

    @Test
    void more_connections_than_open_files_allowed_are_refused_before_anything_is_sent()
            throws Exception {
        try (var lab = LabProcess.startWithDescriptors(300, folder, arguments("/", "-t2"))) {
            lab.await("the load is under way", () -> responses.get() > 0);
            lab.signal("INT");
            lab.exitCode();
        }
        responses.set(0);
        var many = new String[] {"load", "-c100", arguments("/")[LOAD.length]};
        try (var lab = LabProcess.startWithDescriptors(300, folder, many)) {
            assertThat(lab.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(lab.err())
                    .contains("open files", "ulimit -n", "100")
                    .doesNotContain("\tat ", "UnsatisfiedLinkError");
            assertThat(responses.get()).isZero();
        }
    }

    /// After a pause, so that a load of an hour leaves the processors to other tests.
    private void respond(HttpExchange exchange) throws IOException {
        LockSupport.parkNanos(1_000_000);
        responses.incrementAndGet();
        exchange.sendResponseHeaders(200, 2);
        exchange.getResponseBody().write("ok".getBytes(UTF_8));
        exchange.close();
    }

    private void respondUntilStalled(HttpExchange exchange) throws IOException {
        if (stalls.get()) {
            waiting.set(true);
            try {
                stall.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
        respond(exchange);
    }

    private String[] arguments(String path, String... options) {
        var url = "http://127.0.0.1:" + server.getAddress().getPort() + path;
        return Stream.of(Stream.of(LOAD), Stream.of(options), Stream.of(url))
                .flatMap(part -> part)
                .toArray(String[]::new);
    }
}
