package dev.loombench.zoo.jdkhttp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.loombench.governor.carrier.CarrierGovernor;
import dev.loombench.governor.pool.AutonomicPool;
import dev.loombench.zoo.work.Options;
import dev.loombench.zoo.work.ServerMain;
import dev.loombench.zoo.work.ServerTls;
import dev.loombench.zoo.work.UsageException;
import dev.loombench.zoo.work.Work;
import dev.loombench.zoo.work.WorkResponse;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/// `com.sun.net.httpserver`: one dispatcher thread selects among the connections and passes each
/// request to the executor.
public final class JdkHttpServer {
    private JdkHttpServer() {}

    public static void main(String[] args) {
        ServerMain.run(args, List.of(ServerTls.OPTION), JdkHttpServer::start);
    }

    private static int start(Options options) throws IOException {
        configure(options);
        var work = new Work(options);
        var executor = executor(options);
        var server = create(options);
        server.setExecutor(executor);
        server.createContext("/", exchange -> respond(exchange, work));
        server.start();
        return server.getAddress().getPort();
    }

    private static HttpServer create(Options options) throws IOException {
        var tls = ServerTls.of(options);
        if (tls.isEmpty()) {
            return HttpServer.create(options.address(), Options.BACKLOG);
        }
        var server = HttpsServer.create(options.address(), Options.BACKLOG);
        server.setHttpsConfigurator(new HttpsConfigurator(tls.get().context()));
        return server;
    }

    private static Executor executor(Options options) {
        return switch (options.model()) {
            case "autonomic-pool" -> AutonomicPool.start();
            case "cached-pool" -> Executors.newCachedThreadPool();
            case "platform-pool" -> Executors.newFixedThreadPool(options.threads());
            case "virtual" -> Executors.newVirtualThreadPerTaskExecutor();
            case "virtual-governed" -> {
                CarrierGovernor.start();
                yield Executors.newVirtualThreadPerTaskExecutor();
            }
            default ->
                    throw UsageException.unknownModel(
                            options.model(),
                            "autonomic-pool",
                            "cached-pool",
                            "platform-pool",
                            "virtual",
                            "virtual-governed");
        };
    }

    private static void respond(HttpExchange exchange, Work work) throws IOException {
        try (exchange) {
            var uri = exchange.getRequestURI();
            var response = work.respond(uri.getPath(), uri.getRawQuery());
            var body = response.body();
            exchange.getResponseHeaders().set("Content-Type", WorkResponse.CONTENT_TYPE);
            exchange.sendResponseHeaders(response.status(), body.length);
            exchange.getResponseBody().write(body);
        }
    }

    /// The server reads these properties once, when its class is initialised. A `-D` flag of the
    /// command line takes precedence.
    private static void configure(Options options) {
        setDefault("sun.net.httpserver.nodelay", "true");
        if (!options.defaultLimits()) {
            removeLimits();
        }
    }

    /// The JDK's defaults: a connection is closed after its response where 200 others are idle, and
    /// after 30 s without a request.
    private static void removeLimits() {
        setDefault("sun.net.httpserver.maxIdleConnections", "1000000");
        setDefault("sun.net.httpserver.idleInterval", "3600");
    }

    private static void setDefault(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }
}
