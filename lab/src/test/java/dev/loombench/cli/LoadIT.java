package dev.loombench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.loombench.cli.console.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// `loombench load` in a process of its own, met by signals.
@EnabledOnOs(OS.LINUX)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LoadIT {
    /// Without a request ahead, which has a window of its own.
    private static final String[] LOAD = {
        "load", "-c2", "-d1h", "--warm-up=1ms", "--timeout=1h", "--no-probe"
    };

    private final AtomicInteger answers = new AtomicInteger();
    private final AtomicBoolean stalls = new AtomicBoolean();
    private final AtomicBoolean waiting = new AtomicBoolean();
    private final CountDownLatch stall = new CountDownLatch(1);
    private HttpServer server;
    @TempDir private Path folder;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.createContext("/", this::answer);
        server.createContext("/stall", this::answerUntilItStalls);
        server.start();
    }

    @AfterEach
    void stop() {
        stall.countDown();
        server.stop(0);
    }

    @Test
    void an_interrupt_ends_the_load_and_the_figures_are_told() throws Exception {
        try (var lab = LabProcess.start(folder, arguments("/"))) {
            lab.awaitWindow();
            int before = answers.get();
            lab.await("the load is under way", () -> answers.get() > before + 500);
            lab.signal("INT");
            assertThat(lab.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
            assertThat(lab.out())
                    .startsWith("INTERRUPTED: after ")
                    .contains("good answers/s", " 0 unfinished", "p99.99");
            assertThat(lab.err()).isEmpty();
        }
    }

    @Test
    void answers_that_never_come_do_not_hold_up_the_end() throws Exception {
        try (var lab = LabProcess.start(folder, arguments("/stall"))) {
            lab.awaitWindow();
            int before = answers.get(); // until both users are at requests of the window
            lab.await("the load is under way", () -> answers.get() > before + 50);
            stalls.set(true);
            lab.await("the server stalls", waiting::get);
            lab.signal("INT");
            assertThat(lab.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
            // The server has one thread: one request waits in it, the other before it.
            assertThat(lab.out())
                    .startsWith("INTERRUPTED: after ")
                    .contains("2 requests were left unfinished");
        }
    }

    @Test
    void a_generator_that_was_stopped_for_a_while_puts_its_figures_in_doubt() throws Exception {
        try (var lab = LabProcess.start(folder, arguments("/", "-o", "json"))) {
            lab.awaitWindow();
            lab.signal("STOP");
            Thread.sleep(1_200); // the limit is 1 s
            lab.signal("CONT");
            int then = answers.get();
            lab.await("the load goes on", () -> answers.get() > then + 100);
            lab.signal("INT");
            lab.exitCode();
            var json = JsonMapper.shared().readTree(lab.out());
            assertThat(json.at("/generator/stalls/count").asLong()).isPositive();
            assertThat(json.at("/generator/stalls/longestNanos").asLong())
                    .isGreaterThan(1_000_000_000L);
            assertThat(json.at("/doubts").toString())
                    .contains("the load generator stood still for ");
        }
    }

    @Test
    void more_connections_than_files_may_be_open_are_refused_before_anything_is_sent()
            throws Exception {
        try (var lab = LabProcess.startWithDescriptors(300, folder, arguments("/", "-t2"))) {
            lab.await("the load is under way", () -> answers.get() > 0);
            lab.signal("INT");
            lab.exitCode();
        }
        answers.set(0);
        var many = new String[] {"load", "-c100", arguments("/")[LOAD.length]};
        try (var lab = LabProcess.startWithDescriptors(300, folder, many)) {
            assertThat(lab.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(lab.err())
                    .contains("open files", "ulimit -n", "100")
                    .doesNotContain("\tat ", "UnsatisfiedLinkError");
            assertThat(answers.get()).isZero();
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        answers.incrementAndGet();
        exchange.sendResponseHeaders(200, 2);
        exchange.getResponseBody().write("ok".getBytes(UTF_8));
        exchange.close();
    }

    private void answerUntilItStalls(HttpExchange exchange) throws IOException {
        if (stalls.get()) {
            waiting.set(true);
            try {
                stall.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
        answer(exchange);
    }

    private String[] arguments(String path, String... options) {
        var url = "http://127.0.0.1:" + server.getAddress().getPort() + path;
        return Stream.of(Stream.of(LOAD), Stream.of(options), Stream.of(url))
                .flatMap(part -> part)
                .toArray(String[]::new);
    }
}
