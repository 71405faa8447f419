package dev.loombench.junit;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// A service in this JVM, which annotated classes put under load.
abstract class ServiceFixture {
    /// No response over a socket takes a microsecond. Most tests show only that an objective is
    /// checked, and 30 requests are enough for this one.
    static final String TOO_STRICT = "p90<1us";

    static final String BRIEF = "300ms";

    private static final byte[] BODY = "42".getBytes(StandardCharsets.UTF_8);

    /// Of the service; the annotated classes read it.
    static volatile int port;

    /// Of responses.
    static volatile int status;

    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        status = 200;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext(
                "/",
                exchange -> {
                    try (exchange) {
                        exchange.sendResponseHeaders(status, BODY.length);
                        exchange.getResponseBody().write(BODY);
                    }
                });
        server.start();
        port = server.getAddress().getPort();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }
}
