package dev.loombench.analysis.concurrency;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// A web server, by the names of its platform threads and by the frames of a thread that serves a
/// request.
///
/// @param name as in `Tomcat`
/// @param workers names of the threads of its pool, which an application may extend
/// @param listeners names of the threads that accept connections and wait for requests
/// @param traits what else is particular to it
/// @param serving beginnings of frames that only a thread that serves a request has
public record WebServer(
        String name, Pattern workers, Pattern listeners, Set<Trait> traits, List<String> serving) {

    /// What not all servers have.
    public enum Trait {
        /// The threads of its pool wait for events themselves, so that one that does so is free.
        EVENT_LOOPS,
        /// It reads a request before a thread of its pool is free for it, and no other of the
        /// connection meanwhile.
        READS_AHEAD,
        /// Its event loops read all requests, so that no connection shows those that wait for a
        /// thread of its pool.
        HIDES_WAITS,
        /// Its pool has threads also where others serve the requests.
        SPARE_POOL,
        /// Its event loops serve requests unless a handler hands them to other threads.
        LOOPS_SERVE,
        /// A virtual thread serves all requests of a connection, and not one only.
        THREAD_PER_CONNECTION
    }

    /// Its event loops are those of Vert.x.
    public static final String QUARKUS = "Quarkus";

    public static final String VERTX = "Vert.x";

    /// Its event loops may also be those of a client.
    public static final String NETTY = "Netty";

    private static final String NONE = "(?!)";

    /// What such a method calls of a server starts or stops it.
    private static final String MAIN = ".main(";

    private static final List<WebServer> ALL =
            List.of(
                    new WebServer(
                            "Tomcat",
                            "(https?|ajp)-.+?-exec-\\d+|(catalina|tomcat)-exec-\\d+",
                            "(https?|ajp)-.+-(Acceptor|Poller|ClientPoller-\\d+)",
                            Set.of(),
                            "org.apache.coyote."),
                    new WebServer(
                            "Jetty",
                            "qtp\\d+-\\d+",
                            "qtp\\d+-\\d+-acceptor-.*",
                            Set.of(Trait.SPARE_POOL),
                            "org.eclipse.jetty.server.Server.handle("),
                    new WebServer(
                            "Undertow", // also of WildFly, whose worker is "default"
                            "(XNIO-\\d+|default) task-\\d+",
                            "(XNIO-\\d+|default) (Accept|I/O-\\d+)",
                            Set.of(Trait.READS_AHEAD, Trait.SPARE_POOL),
                            "io.undertow.server."),
                    new WebServer(
                            QUARKUS,
                            "executor-thread-\\d+",
                            NONE,
                            Set.of(Trait.HIDES_WAITS, Trait.SPARE_POOL, Trait.LOOPS_SERVE),
                            "org.jboss.resteasy.",
                            "io.quarkus.vertx.http."),
                    new WebServer(
                            VERTX,
                            NONE,
                            "vert\\.x-(acceptor|eventloop)-thread-\\d+",
                            Set.of(Trait.LOOPS_SERVE)),
                    new WebServer(
                            "Reactor Netty",
                            "reactor-http-\\w+-\\d+",
                            NONE,
                            Set.of(Trait.EVENT_LOOPS, Trait.SPARE_POOL, Trait.LOOPS_SERVE),
                            "reactor.netty.http.server."),
                    new WebServer(
                            "Helidon",
                            NONE,
                            "server-.+-listener(-\\d+)?",
                            Set.of(Trait.THREAD_PER_CONNECTION),
                            "io.helidon.webserver."),
                    new WebServer(
                            "Open Liberty",
                            "Default Executor-thread-\\d+",
                            NONE,
                            Set.of(),
                            "com.ibm.ws.webcontainer."),
                    new WebServer(
                            "JDK HttpServer",
                            NONE,
                            "HTTP-Dispatcher",
                            Set.of(),
                            "sun.net.httpserver.ServerImpl$Exchange.run("),
                    new WebServer(
                            "Micronaut",
                            NONE,
                            "default-\\w*[eE]ventLoopGroup-\\d+-\\d+",
                            Set.of(Trait.LOOPS_SERVE),
                            "io.micronaut.http.server."),
                    new WebServer(
                            "Ktor",
                            NONE,
                            "eventLoopGroupProxy-\\d+-\\d+",
                            Set.of(Trait.LOOPS_SERVE),
                            "io.ktor.server.routing.",
                            "io.ktor.server.netty.NettyApplicationCall"),
                    new WebServer(
                            "Armeria",
                            NONE,
                            "armeria-boss-.+",
                            Set.of(Trait.LOOPS_SERVE),
                            "com.linecorp.armeria.server.",
                            "com.linecorp.armeria.internal.server."),
                    new WebServer(
                            "gRPC",
                            NONE,
                            "grpc-\\w+-boss-ELG-\\d+-\\d+",
                            Set.of(Trait.LOOPS_SERVE),
                            "io.grpc.internal.ServerImpl$",
                            "io.grpc.internal.ServerCallImpl$",
                            "io.grpc.stub.ServerCalls$"),
                    new WebServer(
                            "Dubbo",
                            "DubboServerHandler-.+-thread-\\d+",
                            NONE,
                            Set.of(Trait.HIDES_WAITS),
                            "org.apache.dubbo.remoting.exchange.support.header.HeaderExchangeHandler.handleRequest(",
                            "com.alibaba.dubbo.remoting.exchange.support.header.HeaderExchangeHandler.handleRequest("),
                    new WebServer(
                            "Grizzly", // also of GlassFish and Payara
                            "(?!.*-kernel\\()([\\w-]+-thread-pool::)?(http|admin)-[\\w-]+\\(\\d+\\)|grizzly-http-server-\\d+",
                            "[\\w-]+-kernel\\(\\d+\\) SelectorRunner",
                            Set.of(),
                            "org.glassfish.grizzly.http.server.HttpHandler"),
                    new WebServer(
                            "WebLogic",
                            "(\\[\\w+\\] )?ExecuteThread: '\\d+' for queue: 'weblogic\\.kernel\\.Default( \\(self-tuning\\))?'",
                            "ExecuteThread: '\\d+' for queue: 'weblogic\\.socket\\.Muxer'",
                            Set.of(),
                            "weblogic.servlet.internal."),
                    new WebServer(
                            "Play",
                            NONE,
                            "netty-event-loop-\\d+",
                            Set.of(Trait.LOOPS_SERVE),
                            "play.core.routing.",
                            "play.core.server.netty.",
                            "play.api.mvc.Action",
                            "play.core.j.JavaAction"),
                    new WebServer(
                            "Pekko HTTP",
                            NONE,
                            NONE,
                            Set.of(),
                            "org.apache.pekko.http.scaladsl.server.",
                            "org.apache.pekko.http.javadsl.server."),
                    new WebServer(
                            "Akka HTTP",
                            NONE,
                            NONE,
                            Set.of(),
                            "akka.http.scaladsl.server.",
                            "akka.http.javadsl.server."),
                    new WebServer(
                            NETTY,
                            NONE,
                            "(nio|epoll|kqueue|ioUring|multiThreadIo)EventLoopGroup-\\d+-\\d+",
                            Set.of(Trait.LOOPS_SERVE)));

    private static final Beginnings SERVING =
            Beginnings.of(ALL.stream().flatMap(server -> server.serving.stream()).toList());

    public WebServer {
        traits = Set.copyOf(traits);
        serving = List.copyOf(serving);
    }

    private WebServer(
            String name, String workers, String listeners, Set<Trait> traits, String... serving) {
        this(name, Pattern.compile(workers), Pattern.compile(listeners), traits, List.of(serving));
    }

    public boolean has(Trait trait) {
        return traits.contains(trait);
    }

    /// The server that a thread serves a request of.
    public static Optional<WebServer> served(List<String> frames) {
        var calls =
                frames.reversed().stream()
                        .takeWhile(frame -> !frame.contains(MAIN))
                        .filter(SERVING::begin)
                        .toList();
        return ALL.stream()
                .filter(server ->
                        calls.stream().anyMatch(f -> StackFrames.beginsWith(server.serving, f)))
                .findFirst();
    }

    /// A worker of Dropwizard and its request; the name by itself shows no server.
    private static final Pattern RENAMED = Pattern.compile("(dw(?:-admin)?-\\d+) .*");

    /// A worker of WebLogic, whose number is not at the end.
    private static final Pattern EXECUTE =
            Pattern.compile(
                    "(?:\\[\\w+\\] )?(ExecuteThread): '(\\d+)' for queue: 'weblogic\\.kernel\\.Default.*");

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
        var execute = EXECUTE.matcher(thread);
        if (execute.matches()) {
            return execute.group(1) + "-" + execute.group(2);
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
                || ofWorker(thread).filter(s -> s.has(Trait.EVENT_LOOPS)).isPresent();
    }

    /// The server that a thread accepts connections for.
    public static Optional<WebServer> ofListener(String thread) {
        return ALL.stream().filter(s -> s.listeners.matcher(thread).matches()).findFirst();
    }
}
