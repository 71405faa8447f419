package dev.loombench.cli.live;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/// Serves the page of the current run on loopback, to clients that know its address.
///
/// The address contains 128 random bits, so no other user of the machine can guess it. Requests
/// with another `Host` are refused, against DNS rebinding. Requests with another `Origin` are
/// refused, and nothing is shared across origins, so a page from elsewhere can neither read nor
/// stop the run, even if it knows the address. No page may frame this one.
final class LiveReportServer implements AutoCloseable {
    private static final int TOKEN_BYTES = 16;
    private static final int GRACE_SECONDS = 2;

    private final HttpServer server;
    private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
    private final String token;
    private final Supplier<String> page;
    private final ServerSentEvents feed;
    private final Runnable stop;

    private LiveReportServer(
            HttpServer server, Supplier<String> page, ServerSentEvents feed, Runnable stop) {
        this.server = server;
        this.page = page;
        this.feed = feed;
        this.stop = stop;
        var random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        this.token = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    /// @param page supplies the current page
    /// @param stop requests the end of the run; must not block
    static LiveReportServer serve(Supplier<String> page, ServerSentEvents feed, Runnable stop)
            throws IOException {
        var here = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        var live = new LiveReportServer(HttpServer.create(here, 0), page, feed, stop);
        live.server.createContext("/", live::respond);
        live.server.setExecutor(live.workers);
        live.server.start();
        return live;
    }

    /// The secret address: a client that knows it may read and stop the run.
    String address() {
        return "http://%s/%s/".formatted(host(), token);
    }

    private String host() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    private void respond(HttpExchange exchange) throws IOException {
        try (exchange) {
            handle(exchange);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void handle(HttpExchange exchange) throws IOException, InterruptedException {
        setSecurityHeaders(exchange);
        if (!isAllowed(exchange)) {
            refuse(exchange, 403);
            return;
        }
        var path = exchange.getRequestURI().getPath().split("/", 3);
        if (path.length < 3 || !isToken(path[1])) {
            refuse(exchange, 404);
            return;
        }
        switch (exchange.getRequestMethod() + " " + path[2]) {
            case "GET " -> html(exchange);
            case "GET events" -> events(exchange);
            case "POST stop" -> {
                stop.run();
                exchange.sendResponseHeaders(202, -1);
            }
            case "GET stop" -> refuse(exchange, 405);
            default -> refuse(exchange, 404);
        }
    }

    private static void setSecurityHeaders(HttpExchange exchange) {
        var headers = exchange.getResponseHeaders();
        headers.set("Cache-Control", "no-store");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("X-Frame-Options", "DENY");
        headers.set("Content-Security-Policy", "frame-ancestors 'none'");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        headers.set("Cross-Origin-Opener-Policy", "same-origin");
        headers.set("Referrer-Policy", "no-referrer");
    }

    private boolean isAllowed(HttpExchange exchange) {
        var headers = exchange.getRequestHeaders();
        var hosts = headers.getOrDefault("Host", List.of());
        var origins = headers.getOrDefault("Origin", List.of());
        return hosts.equals(List.of(host()))
                && Set.of("http://" + host()).containsAll(origins)
                && exchange.getRemoteAddress().getAddress().isLoopbackAddress();
    }

    /// Compares in constant time, against timing attacks.
    private boolean isToken(String given) {
        return MessageDigest.isEqual(
                given.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
    }

    private static void refuse(HttpExchange exchange, int status) throws IOException {
        exchange.sendResponseHeaders(status, -1);
    }

    private void html(HttpExchange exchange) throws IOException {
        var bytes = page.get().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private void events(HttpExchange exchange) throws IOException, InterruptedException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
        exchange.sendResponseHeaders(200, 0);
        feed.serve(exchange.getResponseBody());
    }

    /// Waits until the listeners have received the last event, then stops.
    @Override
    public void close() {
        server.stop(feed.listenerCount() > 0 ? GRACE_SECONDS : 0);
        workers.shutdownNow();
    }
}
