package dev.loombench.zoo.quarkus;

import dev.loombench.zoo.work.Options;
import dev.loombench.zoo.work.ServerMain;
import dev.loombench.zoo.work.UsageException;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import io.quarkus.vertx.http.HttpServer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/// Quarkus with its default configuration; the limits are in `application.properties`.
@QuarkusMain
public class QuarkusServer {
    private static final CompletableFuture<Integer> PORT = new CompletableFuture<>();

    public static void main(String[] args) {
        ServerMain.run(args, options -> start(options, args));
        Quarkus.waitForExit();
    }

    /// Starts Quarkus on its own thread, because `Quarkus.run` does not return.
    private static int start(Options options, String[] args) throws Exception {
        model(options).forEach(System::setProperty);
        System.setProperty("quarkus.http.host", options.address().getAddress().getHostAddress());
        System.setProperty("quarkus.http.port", Integer.toString(options.port()));
        Thread.ofPlatform()
                .name("quarkus")
                .start(() -> Quarkus.run(Up.class, QuarkusServer::ended, args));
        return PORT.get();
    }

    /// `WorkLocator` chooses the threads that run a handler.
    private static Map<String, String> model(Options options) {
        var threads = Integer.toString(options.threads());
        return switch (options.model()) {
            case "platform-pool" ->
                    Map.of(
                            "quarkus.thread-pool.core-threads", threads,
                            "quarkus.thread-pool.max-threads", threads);
            case "virtual", "event-loop" -> Map.of();
            default ->
                    throw UsageException.unknownModel(
                            options.model(), "platform-pool", "virtual", "event-loop");
        };
    }

    /// Before the server listens, `main` reports the failure and exits.
    private static void ended(int code, Throwable failure) {
        boolean starting =
                PORT.completeExceptionally(
                        failure == null
                                ? new IllegalStateException("ended with " + code)
                                : failure);
        if (!starting) {
            System.exit(code);
        }
    }

    /// Runs once the server listens.
    static class Up implements QuarkusApplication {
        private final HttpServer server;

        Up(HttpServer server) {
            this.server = server;
        }

        @Override
        public int run(String... args) {
            PORT.complete(server.getPort());
            Quarkus.waitForExit();
            return 0;
        }
    }
}
