package dev.loombench.launch;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.sun.net.httpserver.HttpServer;
import dev.loombench.spec.Variant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A server of the zoo in one of its models, started when first asked for, with a delay service of
/// its own behind `/downstream`.
final class Candidate implements AutoCloseable {
    /// Threads of a fixed pool: fewer than any default.
    static final int POOL = 20;

    private static final Path HOME = Path.of(System.getProperty("loombench.home"));
    private static final AtomicInteger TRIALS = new AtomicInteger();

    private final ServerLauncher launcher;
    private final HttpServer delayService = delayService();
    private final String server;
    private final String model;
    private @Nullable ServerProcess running;

    private Candidate(Zoo zoo, String server, String model) {
        this.launcher = new ServerLauncher(zoo);
        this.server = server;
        this.model = model;
    }

    static Stream<Candidate> all() {
        var zoo = Zoo.at(HOME);
        return zoo.servers().stream()
                .flatMap(server ->
                        server.models().keySet().stream()
                                .map(model -> new Candidate(zoo, server.name(), model)));
    }

    String model() {
        return model;
    }

    /// One process for all tests.
    ServerProcess running() throws InterruptedException {
        if (running == null) {
            running = start();
        }
        return running;
    }

    /// Another process.
    ServerProcess start() throws InterruptedException {
        return start("http://127.0.0.1:" + delayService.getAddress().getPort());
    }

    ServerProcess start(String downstream) throws InterruptedException {
        var settings = new HashMap<>(Map.of("downstream", downstream));
        if (model.equals("platform-pool")) {
            settings.put("threads", Integer.toString(POOL));
        }
        var folder = HOME.resolve("lab/target/conformance/trial-" + TRIALS.incrementAndGet());
        return launcher.start(Variant.of(server, model, settings), List.of(), folder);
    }

    @Override
    public void close() {
        launcher.close();
        delayService.stop(0);
    }

    @Override
    public String toString() {
        return server + " " + model;
    }

    private static HttpServer delayService() {
        try {
            var service =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            service.createContext(
                    "/sleep",
                    exchange -> {
                        var query = exchange.getRequestURI().getQuery();
                        var body = ("delayed by " + query).getBytes(US_ASCII);
                        exchange.sendResponseHeaders(200, body.length);
                        exchange.getResponseBody().write(body);
                        exchange.close();
                    });
            service.start();
            return service;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
