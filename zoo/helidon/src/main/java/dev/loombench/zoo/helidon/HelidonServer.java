package dev.loombench.zoo.helidon;

import dev.loombench.zoo.work.Echo;
import dev.loombench.zoo.work.EventStream;
import dev.loombench.zoo.work.Options;
import dev.loombench.zoo.work.ServerMain;
import dev.loombench.zoo.work.ServerTls;
import dev.loombench.zoo.work.UsageException;
import dev.loombench.zoo.work.Work;
import dev.loombench.zoo.work.WorkResponse;
import io.helidon.common.tls.Tls;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http2.Http2Config;
import io.helidon.webserver.websocket.WsConfig;
import io.helidon.webserver.websocket.WsRouting;
import java.net.BindException;
import java.time.Duration;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Helidon: each connection, or each stream of HTTP/2, blocks its own virtual thread.
///
/// By default Helidon installs a filter that rejects every serialised object, including those of
/// JMX; a flag in `server.json` disables it, so that the lab can observe the server.
public final class HelidonServer {
    /// Referenced, because an unreferenced logger can be collected together with its level.
    private static final Logger LOG = Logger.getLogger("io.helidon");

    private HelidonServer() {}

    public static void main(String[] args) {
        LOG.setLevel(Level.WARNING);
        ServerMain.run(args, List.of(ServerTls.OPTION), HelidonServer::start);
    }

    private static int start(Options options) throws BindException {
        if (!options.model().equals("virtual")) {
            throw UsageException.unknownModel(options.model(), "virtual");
        }
        var work = handler(new Work(options));
        var server =
                WebServer.builder()
                        .address(options.address().getAddress())
                        .port(options.port())
                        .shutdownHook(false)
                        .routing(routing -> routing.any(work))
                        .addRouting(WsRouting.builder().endpoint(Echo.PATH, EchoListener::new));
        addProtocols(server, options);
        removeLimits(server);
        ServerTls.of(options)
                .ifPresent(tls -> server.tls(Tls.builder().sslContext(tls.context()).build()));
        return port(server.build().start());
    }

    /// By default Helidon speaks each protocol that is on its class path.
    private static void addProtocols(WebServerConfig.Builder server, Options options) {
        server.protocolsDiscoverServices(false)
                .addProtocol(Http1Config.create())
                .addProtocol(WsConfig.create());
        if (options.http2()) {
            server.addProtocol(http2());
        }
    }

    /// Helidon's defaults: 8192 streams per connection, 50 of which the client may reset in 10 s.
    /// -1 means no limit.
    private static Http2Config http2() {
        return Http2Config.builder()
                .maxConcurrentStreams(Options.MAX_STREAMS)
                .maxRapidResets(-1)
                .build();
    }

    /// Throws if the server does not listen: Helidon only logs the cause and returns.
    private static int port(WebServer server) throws BindException {
        if (!server.isRunning()) {
            throw new BindException("Helidon did not start its listener");
        }
        return server.port();
    }

    private static Handler handler(Work work) {
        return (request, response) -> {
            var stream =
                    EventStream.of(request.path().rawPathNoParams(), request.query().rawValue());
            if (stream.isPresent()) {
                response.header(HeaderNames.CONTENT_TYPE, EventStream.CONTENT_TYPE);
                try (var out = response.outputStream()) {
                    stream.get().writeTo(out);
                }
                return;
            }
            var result = work.respond(request.path().rawPathNoParams(), request.query().rawValue());
            response.status(result.status())
                    .header(HeaderNames.CONTENT_TYPE, WorkResponse.CONTENT_TYPE)
                    .send(result.body());
        };
    }

    /// Helidon's defaults: 5 min idle and a backlog of 1024; no limit on connections or concurrent
    /// requests.
    private static void removeLimits(WebServerConfig.Builder server) {
        server.backlog(Options.BACKLOG)
                .idleConnectionTimeout(Duration.ofDays(1))
                .connectionOptions(socket -> socket.tcpNoDelay(true));
    }
}
