package dev.loombench.cli.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.loombench.cli.RecordedTerminal;
import dev.loombench.cli.console.ShutdownSignal;
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

/// The live display of a real load, on a terminal of 7 lines by 60 columns.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LoadProgressDisplayTest {
    private static final LoadModel MODEL = new LoadModel.Closed(2, Duration.ofMillis(1));
    private static final Duration HOUR = Duration.ofHours(1);

    private final RecordedTerminal terminal = new RecordedTerminal(7, 60);
    private final PrintWriter out = new PrintWriter(terminal);
    private final ShutdownSignal signal = new ShutdownSignal();
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
    void it_is_redrawn_in_place_and_removed_at_the_end() throws Exception {
        out.print("$ loombench load\n");
        try (var run = start();
                var display = LoadProgressDisplay.live(out, MODEL)) {
            assertThat(display.await(run, "warm-up", Duration.ofMillis(300), signal)).isTrue();
            assertThat(terminal.text().get(1)).startsWith("warm-up     ").endsWith("0 of 0 s");
            run.openWindow(display::add);
            assertThat(display.await(run, "measuring", Duration.ofMillis(1_900), signal)).isTrue();
            assertThat(terminal.text()).hasSize(7).first().isEqualTo("$ loombench load");
            assertThat(terminal.text().get(1)).startsWith("measuring   ");
            assertThat(terminal.text().get(2)).startsWith("rate        ").endsWith("/s responses");
            assertThat(terminal.text().get(3)).contains(" in flight, 0 errors, 2 of 2 conn");
            assertThat(terminal.text().get(4)).matches("response    p50 .+s, p99 .+s, p99.9 .+s");
            assertThat(terminal.text().get(6))
                    .startsWith("p99         █"); // of the first second of the window
            assertThat(terminal.text().get(5)).matches("throughput  [▁-█]{2,}");
            assertThat(terminal.scrolled()).isZero();
        }
        assertThat(terminal.text()).containsExactly("$ loombench load");
        assertThat(terminal.isRestored()).isTrue();
    }

    @Test
    void a_requested_stop_ends_it_at_once() throws Exception {
        try (var run = start();
                var display = LoadProgressDisplay.live(out, MODEL)) {
            var ended =
                    CompletableFuture.supplyAsync(() -> {
                        try {
                            return display.await(run, "measuring", HOUR, signal);
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    });
            signal.request();
            assertThat(ended.get()).isFalse();
        }
    }

    private LoadRun start() throws IOException {
        var request = new Request("GET", "/", Map.of(), "", Duration.ofSeconds(5));
        return LoadEngine.start(server.getAddress(), MODEL, request, 1);
    }
}
