package dev.loombench.zoo.undertow;

import dev.loombench.zoo.work.Options;
import dev.loombench.zoo.work.ServerMain;
import dev.loombench.zoo.work.UsageException;
import dev.loombench.zoo.work.Work;
import dev.loombench.zoo.work.WorkResponse;
import io.undertow.Undertow;
import io.undertow.server.HttpHandler;
import io.undertow.util.Headers;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Undertow: its I/O threads share the connections and dispatch each request.
public final class UndertowServer {
    /// Held, since a logger that nobody holds may be forgotten together with its level.
    private static final Logger LOG = Logger.getLogger("");

    private UndertowServer() {}

    public static void main(String[] args) {
        LOG.setLevel(Level.WARNING);
        ServerMain.run(args, UndertowServer::start);
    }

    private static int start(Options options) {
        var work = handler(new Work(options));
        var executor = executor(options);
        var server =
                Undertow.builder()
                        .addHttpListener(
                                options.port(), options.address().getAddress().getHostAddress())
                        .setSocketOption(org.xnio.Options.BACKLOG, Options.BACKLOG)
                        .setHandler(exchange -> exchange.dispatch(executor, work))
                        .build();
        server.start();
        var address = (InetSocketAddress) server.getListenerInfo().getFirst().getAddress();
        return address.getPort();
    }

    /// Not Undertow's own worker pool, which is one of the same kind, so that the models differ in
    /// nothing else.
    private static Executor executor(Options options) {
        return switch (options.model()) {
            case "platform-pool" -> Executors.newFixedThreadPool(options.threads());
            case "virtual" -> Executors.newVirtualThreadPerTaskExecutor();
            default -> throw UsageException.noModel(options.model(), "platform-pool", "virtual");
        };
    }

    /// What is left unread of a body, Undertow drains by itself. The answer leaves on the thread
    /// that did the work.
    private static HttpHandler handler(Work work) {
        return exchange -> {
            var answer = work.answer(exchange.getRequestPath(), exchange.getQueryString());
            exchange.setStatusCode(answer.status());
            exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, WorkResponse.CONTENT_TYPE);
            exchange.getResponseSender().send(ByteBuffer.wrap(answer.body()));
        };
    }
}
