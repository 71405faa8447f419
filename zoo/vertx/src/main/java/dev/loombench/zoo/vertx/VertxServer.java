package dev.loombench.zoo.vertx;

import dev.loombench.zoo.work.Options;
import dev.loombench.zoo.work.ServerMain;
import dev.loombench.zoo.work.ServerTls;
import dev.loombench.zoo.work.UsageException;
import dev.loombench.zoo.work.Work;
import dev.loombench.zoo.work.WorkResponse;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/// Vert.x: event loops share the connections.
public final class VertxServer {
    /// Threads for `/lock`, `/native`, `/init` and `/file` on `event-loop`; Vert.x's default is 20.
    private static final int WORKERS = 200;

    /// On a slow machine the first event loop takes longer than Vert.x's 2 s to load its classes,
    /// which is no news.
    private static final Duration REPORTED_BLOCK = Duration.ofMinutes(1);

    private VertxServer() {}

    public static void main(String[] args) {
        ServerMain.run(args, List.of(ServerTls.OPTION), VertxServer::start);
    }

    private static int start(Options options) {
        var vertx =
                Vertx.vertx(
                        new VertxOptions()
                                .setPreferNativeTransport(true)
                                .setWorkerPoolSize(WORKERS)
                                .setMaxEventLoopExecuteTime(REPORTED_BLOCK.toNanos())
                                .setFileSystemOptions(noFiles()));
        var work = new Work(options);
        return switch (options.model()) {
            case "event-loop" ->
                    listen(
                            vertx,
                            options,
                            StreamHandlers.timers(vertx),
                            new EventLoopHandler(vertx, work, options.downstream()));
            case "virtual" -> {
                var executor = Executors.newVirtualThreadPerTaskExecutor();
                yield listen(
                        vertx,
                        options,
                        StreamHandlers.threads(executor),
                        dispatchTo(executor, work));
            }
            default -> throw UsageException.unknownModel(options.model(), "event-loop", "virtual");
        };
    }

    /// The event loop reads the request, and a thread of the executor does the work. A verticle on
    /// virtual threads is no alternative: it runs one request at a time until that awaits a future,
    /// and this work blocks.
    private static Handler<HttpServerRequest> dispatchTo(Executor executor, Work work) {
        return request ->
                executor.execute(() ->
                        send(request.response(), work.respond(request.path(), request.query())));
    }

    static void send(HttpServerResponse response, WorkResponse result) {
        response.setStatusCode(result.status())
                .putHeader(HttpHeaders.CONTENT_TYPE, WorkResponse.CONTENT_TYPE)
                .end(result.text());
    }

    /// Starts a listener per event loop, all on the same port.
    private static int listen(
            Vertx vertx,
            Options options,
            StreamHandlers.Wait wait,
            Handler<HttpServerRequest> others) {
        var port = new CompletableFuture<Integer>();
        var tls = ServerTls.of(options); // one certificate for all listeners
        vertx.deployVerticle(
                        () ->
                                new HttpVerticle(
                                        options,
                                        tls,
                                        StreamHandlers.events(wait, others),
                                        StreamHandlers.echo(wait),
                                        port),
                        new DeploymentOptions()
                                .setInstances(VertxOptions.DEFAULT_EVENT_LOOP_POOL_SIZE))
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        return port.join();
    }

    private static FileSystemOptions noFiles() {
        return new FileSystemOptions()
                .setFileCachingEnabled(false)
                .setClassPathResolvingEnabled(false);
    }
}
