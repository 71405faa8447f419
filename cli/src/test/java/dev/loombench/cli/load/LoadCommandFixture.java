package dev.loombench.cli.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.loombench.cli.CommandFixture;
import dev.loombench.cli.console.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// A server that records its requests, and `loombench load` with its output captured.
abstract class LoadCommandFixture extends CommandFixture {
    /// A load on a busy machine may be invalid.
    static final List<Integer> MEASURED = List.of(ExitCode.OK, ExitCode.INVALID);

    final Set<String> received = ConcurrentHashMap.newKeySet();
    final AtomicInteger responses = new AtomicInteger();
    HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.createContext("/hello", this::hello);
        server.createContext("/busy", exchange -> respond(exchange, 503, "no"));
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void hello(HttpExchange exchange) throws IOException {
        var body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        var test = exchange.getRequestHeaders().getFirst("X-Test");
        received.add(
                exchange.getRequestMethod()
                        + " "
                        + exchange.getRequestURI()
                        + " "
                        + test
                        + " "
                        + body);
        respond(exchange, 200, "Hello world!");
    }

    void respond(HttpExchange exchange, int status, String body) throws IOException {
        responses.incrementAndGet();
        exchange.sendResponseHeaders(status, body.length());
        exchange.getResponseBody().write(body.getBytes(UTF_8));
        exchange.close();
    }

    /// A short load. It ends by the number of its requests, which a busy machine cannot miss; half
    /// a minute is only a limit.
    int load(String... arguments) {
        var all =
                Stream.concat(
                        Stream.of("-d", "30s", "-n", "60", "--warm-up", "200ms"),
                        Arrays.stream(arguments));
        return loadWith(all.toArray(String[]::new));
    }

    int loadWith(String... arguments) {
        return alone(new LoadCommand()).execute(arguments);
    }

    String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }
}
