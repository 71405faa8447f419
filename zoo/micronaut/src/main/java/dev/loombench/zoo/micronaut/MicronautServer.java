package dev.loombench.zoo.micronaut;

import dev.loombench.zoo.work.Options;
import dev.loombench.zoo.work.ServerMain;
import dev.loombench.zoo.work.ServerTls;
import dev.loombench.zoo.work.UsageException;
import dev.loombench.zoo.work.Work;
import io.micronaut.context.ApplicationContext;
import io.micronaut.http.netty.channel.loom.PrivateLoomSupport;
import io.micronaut.runtime.server.EmbeddedServer;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Micronaut: properties decide where handlers run.
public final class MicronautServer {
    /// Micronaut's name for a free port.
    private static final int ANY_PORT = -1;

    private MicronautServer() {}

    public static void main(String[] args) {
        ServerMain.run(args, List.of(ServerTls.OPTION), MicronautServer::start);
    }

    private static int start(Options options) {
        var properties = new HashMap<>(handlers(options));
        properties.putAll(listener(options));
        properties.putAll(limits());
        ServerTls.of(options).ifPresent(tls -> properties.putAll(tls(options, tls)));
        var context =
                ApplicationContext.builder()
                        .banner(false)
                        .singletons(options, new Work(options))
                        .properties(properties)
                        .start();
        return context.getBean(EmbeddedServer.class).start().getPort();
    }

    private static Map<String, Object> handlers(Options options) {
        return switch (options.model()) {
            case "event-loop" -> Map.of("micronaut.server.thread-selection", "MANUAL");
            case "virtual" -> Map.of("micronaut.server.thread-selection", "BLOCKING");
            case "loom-carrier" -> loomCarrier();
            default ->
                    throw UsageException.unknownModel(
                            options.model(), "event-loop", "virtual", "loom-carrier");
        };
    }

    private static Map<String, Object> loomCarrier() {
        if (!PrivateLoomSupport.isSupported()) {
            throw new UnsupportedOperationException(
                    "Micronaut's loom carrier does not know the internals of virtual threads of JDK "
                            + Runtime.version().feature());
        }
        return Map.of(
                "micronaut.server.thread-selection",
                "BLOCKING",
                "micronaut.netty.event-loops.default.loom-carrier",
                true);
    }

    private static Map<String, Object> listener(Options options) {
        return Map.of(
                "micronaut.server.host",
                options.address().getAddress().getHostAddress(),
                "micronaut.server.port",
                port(options),
                "micronaut.server.http-version",
                options.http2() ? "2.0" : "1.1",
                "micronaut.server.netty.http2.max-concurrent-streams",
                Options.MAX_STREAMS);
    }

    private static int port(Options options) {
        return options.port() == 0 ? ANY_PORT : options.port();
    }

    /// Micronaut's defaults: 5 min idle, and the system's backlog; the client's: 10 s for a
    /// response. A negative time means no limit.
    private static Map<String, Object> limits() {
        return Map.of(
                "micronaut.server.idle-timeout",
                "-1s",
                "micronaut.server.netty.options.SO_BACKLOG",
                Options.BACKLOG,
                "micronaut.server.netty.child-options.TCP_NODELAY",
                true,
                "micronaut.http.client.read-timeout",
                "660s",
                "micronaut.http.client.event-loop-group",
                "default");
    }

    private static Map<String, Object> tls(Options options, ServerTls tls) {
        var store = Base64.getEncoder().encodeToString(tls.keyStoreBytes());
        return Map.of(
                "micronaut.server.ssl.enabled",
                true,
                "micronaut.server.ssl.port",
                port(options),
                "micronaut.server.ssl.key-store.path",
                "base64:" + store,
                "micronaut.server.ssl.key-store.type",
                "PKCS12",
                "micronaut.server.ssl.key-store.password",
                tls.password());
    }
}
