package shop;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/// A service that looks up a price on a virtual thread per request.
public final class PriceService implements AutoCloseable {
    private static final int BACKLOG = 200;
    private static final byte[] PRICE = "42.00".getBytes(StandardCharsets.UTF_8);

    private final HttpServer server;

    public PriceService() throws IOException {
        server =
                HttpServer.create(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/price", PriceService::price);
        server.start();
    }

    public int port() {
        return server.getAddress().getPort();
    }

    private static void price(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.sendResponseHeaders(200, PRICE.length);
            exchange.getResponseBody().write(PRICE);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
