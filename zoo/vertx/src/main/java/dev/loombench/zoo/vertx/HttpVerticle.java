package dev.loombench.zoo.vertx;

import dev.loombench.zoo.work.Options;
import dev.loombench.zoo.work.ServerTls;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.VerticleBase;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.net.PfxOptions;
import io.vertx.core.net.SocketAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// The HTTP server of one event loop; all share the port.
final class HttpVerticle extends VerticleBase {
    private final Options options;
    private final Optional<ServerTls> tls;
    private final Handler<HttpServerRequest> requestHandler;
    private final Handler<ServerWebSocket> webSocketHandler;
    private final CompletableFuture<Integer> port;

    /// @param port completed with the port once it is known
    HttpVerticle(
            Options options,
            Optional<ServerTls> tls,
            Handler<HttpServerRequest> requestHandler,
            Handler<ServerWebSocket> webSocketHandler,
            CompletableFuture<Integer> port) {
        this.options = options;
        this.tls = tls;
        this.requestHandler = requestHandler;
        this.webSocketHandler = webSocketHandler;
        this.port = port;
    }

    @Override
    public Future<HttpServer> start() {
        return vertx.createHttpServer(http2(limits()))
                .requestHandler(requestHandler)
                .webSocketHandler(webSocketHandler)
                .listen(address())
                .onSuccess(server -> port.complete(server.actualPort()));
    }

    /// By default Vert.x speaks HTTP/2 without TLS, with 100 streams per connection.
    private HttpServerOptions http2(HttpServerOptions server) {
        server.setHttp2ClearTextEnabled(options.http2());
        server.getInitialSettings().setMaxConcurrentStreams(Options.MAX_STREAMS);
        return server.setUseAlpn(options.http2());
    }

    /// Each listener would get its own free port, unless they share one by a common id.
    private SocketAddress address() {
        var host = options.address().getAddress().getHostAddress();
        return options.port() == 0
                ? SocketAddress.sharedRandomPort(1, host)
                : SocketAddress.inetSocketAddress(options.port(), host);
    }

    /// By default Vert.x has no limit on connections, requests per connection or idle time.
    private HttpServerOptions limits() {
        var server = new HttpServerOptions().setAcceptBacklog(Options.BACKLOG).setTcpNoDelay(true);
        tls.ifPresent(secured ->
                server.setSsl(true)
                        .setKeyCertOptions(
                                new PfxOptions()
                                        .setValue(Buffer.buffer(secured.keyStoreBytes()))
                                        .setPassword(secured.password())));
        return server;
    }
}
