package dev.loombench.zoo.helidon;

import dev.loombench.zoo.work.Options;
import dev.loombench.zoo.work.ServerMain;
import dev.loombench.zoo.work.UsageException;
import dev.loombench.zoo.work.Work;
import dev.loombench.zoo.work.WorkResponse;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.Handler;
import java.net.BindException;
import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Helidon: each connection has a virtual thread, and blocks it.
///
/// Helidon would have the JVM refuse every serialised object, those of JMX included; a flag in
/// `server.json` keeps it from that, so that the server can be looked into.
public final class HelidonServer {
    /// Held, since a logger that nobody holds may be forgotten together with its level.
    private static final Logger LOG = Logger.getLogger("io.helidon");

    private HelidonServer() {}

    public static void main(String[] args) {
        LOG.setLevel(Level.WARNING);
        ServerMain.run(args, HelidonServer::start);
    }

    private static int start(Options options) throws BindException {
        if (!options.model().equals("virtual")) {
            throw UsageException.noModel(options.model(), "virtual");
        }
        var work = handler(new Work(options));
        var server =
                WebServer.builder()
                        .address(options.address().getAddress())
                        .port(options.port())
                        .shutdownHook(false)
                        .routing(routing -> routing.any(work));
        openLimits(server);
        return port(server.build().start());
    }

    /// Helidon logs why it could not listen, and returns as if it did.
    private static int port(WebServer server) throws BindException {
        if (!server.isRunning()) {
            throw new BindException("Helidon did not start its listener");
        }
        return server.port();
    }

    private static Handler handler(Work work) {
        return (request, response) -> {
            var answer = work.answer(request.path().rawPathNoParams(), request.query().rawValue());
            response.status(answer.status())
                    .header(HeaderNames.CONTENT_TYPE, WorkResponse.CONTENT_TYPE)
                    .send(answer.body());
        };
    }

    /// Helidon's defaults: 5 min idle and 1024 in the backlog; no limit of connections, nor of
    /// requests at once.
    private static void openLimits(WebServerConfig.Builder server) {
        server.backlog(Options.BACKLOG)
                .idleConnectionTimeout(Duration.ofDays(1))
                .connectionOptions(socket -> socket.tcpNoDelay(true));
    }
}
