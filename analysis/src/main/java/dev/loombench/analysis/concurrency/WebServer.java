package dev.loombench.analysis.concurrency;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A web server, by the names of its platform threads and by the frames of a thread that serves a
/// request.
///
/// @param name as in `Tomcat`
/// @param workers names of the threads of its pool, which an application may extend
/// @param listeners names of the threads that accept connections and wait for requests
/// @param eventLoops whether the threads of its pool wait for events themselves, so that one that
///   does so is free
/// @param readsAhead whether it reads a request before a thread of its pool is free for it, and no
///   other of the connection meanwhile
/// @param hidesWaits whether its event loops read all requests, so that no connection shows those
///   that wait for a thread of its pool
/// @param serving beginnings of frames that only a thread that serves a request has
public record WebServer(
        String name,
        Pattern workers,
        Pattern listeners,
        boolean eventLoops,
        boolean readsAhead,
        boolean hidesWaits,
        List<String> serving) {
    /// Its event loops are those of Vert.x.
    public static final String QUARKUS = "Quarkus";

    /// Its event loops accept connections, and serve requests unless a handler hands them to other
    /// threads.
    public static final String VERTX = "Vert.x";

    private static final String NONE = "(?!)";

    private static final List<WebServer> ALL =
            List.of(
                    new WebServer(
                            "Tomcat",
                            "(https?|ajp)-.+?-exec-\\d+|(catalina|tomcat)-exec-\\d+",
                            "(https?|ajp)-.+-(Acceptor|Poller|ClientPoller-\\d+)",
                            "org.apache.coyote."),
                    new WebServer(
                            "Jetty",
                            "qtp\\d+-\\d+",
                            "qtp\\d+-\\d+-acceptor-.*",
                            "org.eclipse.jetty.server.Server.handle("),
                    new WebServer(
                            "Undertow",
                            Pattern.compile("XNIO-\\d+ task-\\d+"),
                            Pattern.compile("XNIO-\\d+ (Accept|I/O-\\d+)"),
                            false,
                            true,
                            false,
                            List.of("io.undertow.server.")),
                    new WebServer(
                            QUARKUS,
                            Pattern.compile("executor-thread-\\d+"),
                            Pattern.compile(NONE),
                            false,
                            false,
                            true,
                            List.of("org.jboss.resteasy.", "io.quarkus.vertx.http.")),
                    new WebServer(VERTX, NONE, "vert\\.x-(acceptor|eventloop)-thread-\\d+"),
                    new WebServer(
                            "Reactor Netty",
                            Pattern.compile("reactor-http-\\w+-\\d+"),
                            Pattern.compile(NONE),
                            true,
                            false,
                            false,
                            List.of("reactor.netty.http.server.")),
                    new WebServer("Helidon", NONE, NONE, "io.helidon.webserver."),
                    new WebServer(
                            "Open Liberty",
                            "Default Executor-thread-\\d+",
                            NONE,
                            "com.ibm.ws.webcontainer."),
                    new WebServer(
                            "JDK HttpServer",
                            NONE,
                            "HTTP-Dispatcher",
                            "sun.net.httpserver.ServerImpl$Exchange.run("));

    public WebServer {
        serving = List.copyOf(serving);
    }

    private WebServer(String name, String workers, String listeners, String... serving) {
        this(
                name,
                Pattern.compile(workers),
                Pattern.compile(listeners),
                false,
                false,
                false,
                List.of(serving));
    }

    /// The server that a thread serves a request of.
    public static Optional<WebServer> served(List<String> frames) {
        return ALL.stream()
                .filter(s ->
                        frames.stream().anyMatch(f -> s.serving.stream().anyMatch(f::startsWith)))
                .findFirst();
    }

    /// A worker of Dropwizard and its request; the name by itself shows no server.
    private static final Pattern RENAMED = Pattern.compile("(dw(?:-admin)?-\\d+) .*");

    /// The server whose pool has a thread.
    public static Optional<WebServer> ofWorker(String thread) {
        return ALL.stream().filter(s -> s.worker(thread).isPresent()).findFirst();
    }

    /// The name of a thread of a server's pool without what an application has added for the time
    /// of a request: `http-nio-8080-exec-7` of `http-nio-8080-exec-7 url: /browse`. That of any
    /// other thread is as it is.
    public static String withoutRequest(String thread) {
        var renamed = RENAMED.matcher(thread);
        if (renamed.matches()) {
            return renamed.group(1);
        }
        return ALL.stream().flatMap(s -> s.worker(thread).stream()).findFirst().orElse(thread);
    }

    /// What follows the name is separated by a space.
    private Optional<String> worker(String thread) {
        var name = workers.matcher(thread);
        return name.lookingAt() && isWord(thread, name.end())
                ? Optional.of(name.group())
                : Optional.empty();
    }

    /// Whether a word ends there.
    private static boolean isWord(String thread, int end) {
        return end == thread.length() || thread.charAt(end) == ' ';
    }

    /// Whether a thread with this name waits for the connections and requests of a server.
    public static boolean isEventThread(String thread) {
        return ofListener(thread).isPresent()
                || ofWorker(thread).filter(WebServer::eventLoops).isPresent();
    }

    /// The server that a thread accepts connections for.
    public static Optional<WebServer> ofListener(String thread) {
        return ALL.stream().filter(s -> s.listeners.matcher(thread).matches()).findFirst();
    }
}
