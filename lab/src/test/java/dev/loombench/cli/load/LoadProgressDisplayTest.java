package dev.loombench.cli.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.loombench.cli.RecordedTerminal;
import dev.loombench.cli.console.LoadStop;
import dev.loombench.load.LoadEngine;
import dev.loombench.load.LoadRun;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.Request;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The live view of a real load, on a terminal of 7 lines by 60 columns.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LoadProgressDisplayTest {
    private static final LoadModel MODEL = new LoadModel.Closed(2, Duration.ofMillis(1));
    private static final Duration HOUR = Duration.ofHours(1);

    private final RecordedTerminal terminal = new RecordedTerminal(7, 60);
    private final PrintWriter out = new PrintWriter(terminal);
    private final LoadStop stop = new LoadStop();
    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.createContext(
                "/",
                exchange -> {
                    exchange.sendResponseHeaders(200, 2);
                    exchange.getResponseBody().write("ok".getBytes(UTF_8));
                    exchange.close();
                });
        server.start();
    }

    @AfterEach
    void end() {
        server.stop(0);
    }

    @Test
    void it_is_drawn_in_place_and_gone_at_the_end() throws Exception {
        out.print("$ loombench load\n");
        try (var run = start();
                var watch = LoadProgressDisplay.live(out, MODEL)) {
            assertThat(watch.follow(run, "warm-up", Duration.ofMillis(300), stop)).isTrue();
            assertThat(terminal.seen().get(1)).startsWith("warm-up     ").endsWith("0 of 0 s");
            run.openWindow(watch::add);
            assertThat(watch.follow(run, "measuring", Duration.ofMillis(1_900), stop)).isTrue();
            assertThat(terminal.seen()).hasSize(7).first().isEqualTo("$ loombench load");
            assertThat(terminal.seen().get(1)).startsWith("measuring   ");
            assertThat(terminal.seen().get(2)).startsWith("rate        ").endsWith("/s answered");
            assertThat(terminal.seen().get(3)).contains(" in flight, 0 errors, 2 of 2 conn");
            assertThat(terminal.seen().get(4)).matches("response    p50 .+s, p99 .+s, p99.9 .+s");
            assertThat(terminal.seen().get(6)).startsWith("p99         █"); // of the window's first
            assertThat(terminal.seen().get(5)).matches("throughput  [▁-█]{2,}");
            assertThat(terminal.scrolled()).isZero();
        }
        assertThat(terminal.seen()).containsExactly("$ loombench load");
        assertThat(terminal.asBefore()).isTrue();
    }

    @Test
    void a_stop_ends_it_at_once() throws Exception {
        try (var run = start();
                var watch = LoadProgressDisplay.live(out, MODEL)) {
            var whole =
                    CompletableFuture.supplyAsync(() -> {
                        try {
                            return watch.follow(run, "measuring", HOUR, stop);
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    });
            stop.ask();
            assertThat(whole.get()).isFalse();
        }
    }

    private LoadRun start() throws IOException {
        var request = new Request("GET", "/", Map.of(), "", Duration.ofSeconds(5));
        return LoadEngine.start(server.getAddress(), MODEL, request, 1);
    }
}
