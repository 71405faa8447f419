package dev.loombench.zoo.undertow;

import dev.loombench.zoo.work.Echo;
import dev.loombench.zoo.work.EventStream;
import dev.loombench.zoo.work.Options;
import dev.loombench.zoo.work.ServerMain;
import dev.loombench.zoo.work.ServerTls;
import dev.loombench.zoo.work.UsageException;
import dev.loombench.zoo.work.Work;
import dev.loombench.zoo.work.WorkResponse;
import io.undertow.Handlers;
import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.server.HttpHandler;
import io.undertow.util.Headers;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Undertow: its I/O threads share the connections and dispatch each request to the executor.
public final class UndertowServer {
    /// Referenced, because an unreferenced logger can be collected together with its level.
    private static final Logger LOG = Logger.getLogger("");

    private UndertowServer() {}

    public static void main(String[] args) {
        LOG.setLevel(Level.WARNING);
        ServerMain.run(args, List.of(ServerTls.OPTION), UndertowServer::start);
    }

    private static int start(Options options) {
        var work = handler(new Work(options));
        var executor = executor(options);
        var server =
                listener(options)
                        .setSocketOption(org.xnio.Options.BACKLOG, Options.BACKLOG)
                        .setHandler(handler(executor, work))
                        .setServerOption(UndertowOptions.ENABLE_HTTP2, options.http2())
                        .build();
        server.start();
        var address = (InetSocketAddress) server.getListenerInfo().getFirst().getAddress();
        return address.getPort();
    }

    private static Undertow.Builder listener(Options options) {
        var host = options.address().getAddress().getHostAddress();
        return ServerTls.of(options)
                .map(tls ->
                        Undertow.builder().addHttpsListener(options.port(), host, tls.context()))
                .orElseGet(() -> Undertow.builder().addHttpListener(options.port(), host));
    }

    /// Replaces Undertow's worker pool, which is of the same kind, so that the models differ only
    /// in the executor.
    private static Executor executor(Options options) {
        return switch (options.model()) {
            case "platform-pool" -> Executors.newFixedThreadPool(options.threads());
            case "virtual" -> Executors.newVirtualThreadPerTaskExecutor();
            default ->
                    throw UsageException.unknownModel(options.model(), "platform-pool", "virtual");
        };
    }

    /// A handshake of WebSocket stays on the I/O thread; other requests go to the executor.
    private static HttpHandler handler(Executor executor, HttpHandler work) {
        var webSocket =
                Handlers.websocket(
                        (exchange, channel) -> {
                            var echo = Echo.of(exchange.getQueryString());
                            channel.getReceiveSetter().set(new EchoListener(executor, echo));
                            channel.resumeReceives();
                        });
        return exchange -> {
            if (exchange.getRequestPath().equals(Echo.PATH)) {
                webSocket.handleRequest(exchange);
            } else {
                exchange.dispatch(executor, work);
            }
        };
    }

    /// Undertow drains an unread body. The thread that did the work sends the response.
    private static HttpHandler handler(Work work) {
        return exchange -> {
            var stream =
                    EventStream.of(exchange.getRequestPath(), exchange.getQueryString());
            if (stream.isPresent()) {
                exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, EventStream.CONTENT_TYPE);
                exchange.startBlocking();
                stream.get().writeTo(exchange.getOutputStream());
                return;
            }
            var response = work.respond(exchange.getRequestPath(), exchange.getQueryString());
            exchange.setStatusCode(response.status());
            exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, WorkResponse.CONTENT_TYPE);
            exchange.getResponseSender().send(ByteBuffer.wrap(response.body()));
        };
    }
}
