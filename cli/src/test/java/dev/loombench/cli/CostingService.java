package dev.loombench.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/// A service whose requests compute: 100,000 square roots in `base`, and in `injected` as many more
/// as its argument says. All respond the same. It takes its port from the variable `PORT`.
final class CostingService {
    private static final int BASE = 100_000;

    private final int more;

    private CostingService(int more) {
        this.more = more;
    }

    public static void main(String[] arguments) throws IOException {
        var service = new CostingService(Integer.parseInt(arguments[0]));
        int port = Integer.parseInt(String.valueOf(System.getenv("PORT")));
        var server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(Executors.newFixedThreadPool(8));
        server.createContext("/", service::handle);
        server.start();
    }

    private void handle(HttpExchange exchange) throws IOException {
        double sum = base(BASE) + injected(more);
        var body = (sum > 0 ? "done" : "nothing").getBytes(StandardCharsets.US_ASCII);
        exchange.sendResponseHeaders(200, body.length);
        try (exchange;
                var out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    private static double base(int steps) {
        double sum = 0;
        for (int i = 0; i < steps; i++) {
            sum += Math.sqrt(i);
        }
        return sum;
    }

    /// The same work, compiled by itself.
    private static double injected(int steps) {
        double sum = 1;
        for (int i = 0; i < steps; i++) {
            sum += Math.sqrt(i + 1);
        }
        return sum;
    }
}
